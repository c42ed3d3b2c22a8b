# Everything a fresh machine needs is Python 3.11+ and make.
PYTHON ?= python3
EXE := $(if $(filter Windows_NT,$(OS)),.exe)
BIN := .venv/$(if $(EXE),Scripts,bin)
# The rules: what a game has besides its bot, its advice and what its bids are worth, and the kernel of the tricks.
RULES := core.tricks.kernel $(subst /,.,$(basename $(filter-out %/__init__.py %/advice.py %/bids.py $(wildcard core/games/*/bot*.py),$(wildcard core/games/*/*.py))))

# Compiled files are kept, even where the environment says otherwise: the tests start hundreds of programs.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play setup test checked compiled fast bench strength nightly mutants dist coverage covered pictures guest-pictures film man clean
.DEFAULT_GOAL := play

play: .venv/ready  ## open the game; WORDS="solo kozel" says what
	@$(BIN)/kozyr $(WORDS)

setup: .venv/ready-dev  ## what tests and checks need, in .venv; opens nothing

test: .venv/ready-dev  ## lint, types, import contracts and all tests
	$(MAKE) --jobs 2 --no-print-directory checked compiled
	$(BIN)/pytest -n 3 --dist worksteal

checked:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Once, where otherwise each worker would compile all tests, and each program that they start all of the game.
compiled:
	@$(BIN)/python -m compileall -q core net tui kits/kozyr_kits
	@$(BIN)/pytest --collect-only -qq > /dev/null || true

fast: .venv/ready-dev  ## the tests alone, without real terminals
	$(BIN)/pytest -n 3 --dist worksteal -q --ignore tests/e2e

strength: .venv/ready-dev  ## play the pairings of bench/bots.toml and write the table of docs/research/bots.md, hours; can be stopped and goes on
	$(BIN)/python -m bench.bots_page $(WORDS)

bench: .venv/ready-dev  ## speeds and sizes, printed with the command that measures each
	$(BIN)/python -m bench

nightly: .venv/ready-dev  ## the long runs, and the arena on a cluster of one machine
	$(BIN)/python -m pip install --quiet --editable . --editable 'kits[dask]'
	$(BIN)/pytest -n 2 -m nightly --timeout 3600
	KOZYR_THOROUGH=1 $(BIN)/pytest -n 2 --timeout 3600 tests/games tests/core tests/bench tests/net/table tests/net/wire tests/tui/boards tests/tui/table
	$(BIN)/pytest -n 2 --late 10 tests/net tests/tui
	$(BIN)/pytest kits/tests/commands/test_arena.py -k cluster
	$(MAKE) covered
	$(MAKE) mutants

mutants: .venv/ready-dev  ## put faults into checks and tables that tests must notice, an hour or more; WORDS="share check" names groups of tests/support/mutants.toml, "--part 2/40 table" a part, else the day's
	$(BIN)/python -m pip install --quiet --editable '.[mutants]'
	$(BIN)/python -m tests.support.mutants $(WORDS)

dist: .venv/ready-dev  ## build what others install into dist/, check it and try it; KOZYR_SOURCE says where its links lead
	$(BIN)/python -m pip install --quiet --editable '.[dist]'
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/python -m build kits --outdir dist
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/kozyr-*.whl
	$(BIN)/check-wheel-contents --config kits/pyproject.toml dist/kozyr_kits-*.whl
	$(BIN)/pytest -m dist tests/installed
	$(if $(KOZYR_SOURCE),,@echo "Not for an index yet: without KOZYR_SOURCE the links of the package's page lead nowhere (hatch_build.py).")

coverage: .venv/ready-dev  ## branch coverage of the rules from their own tests
	$(BIN)/pytest -n 2 -q tests/core/tricks/test_kernel.py $(wildcard tests/games/*/test_*.py) $(RULES:%=--cov=%) \
		--cov-report=term-missing --cov-fail-under=100

covered: .venv/ready-dev  ## say in one page which tests cover which folders, half an hour
	$(BIN)/pytest -n 2 -q --cov --cov-context=test --cov-report= --ignore tests/e2e
	$(BIN)/python -m tests.support.covered

$(BIN)/python$(EXE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Kozyr needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/ready: pyproject.toml kits/pyproject.toml | $(BIN)/python$(EXE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[web]' --editable kits
	@touch $@

# Nothing is compiled here: half of it is never used, and what is used compiles itself.
.venv/ready-dev: pyproject.toml kits/pyproject.toml | $(BIN)/python$(EXE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev,web]' --editable kits
	@touch $@ .venv/ready

pictures: .venv/ready-dev  ## draw the pictures of docs/playing.md anew
	$(BIN)/python -m tests.support.draw_pictures docs/pictures

guest-pictures: .venv/ready-dev  ## draw those of docs/guests.md anew; needs Chromium
	$(BIN)/python -m tests.support.draw_guests docs/pictures

film: .venv/ready-dev  ## film a deal in a real terminal for the README, about a minute
	$(BIN)/python -m tests.support.draw_film docs/pictures/match.svg

man: .venv/ready-dev  ## write the man page anew, in both languages
	$(BIN)/python -m tests.support.man_page docs/man

clean:
	rm -rf .venv mutants .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache dist
