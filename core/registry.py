"""Modules by name, imported when first asked for: playing one game does not load the others."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar, cast

_ModuleT = TypeVar("_ModuleT")


class Registry(Mapping[str, _ModuleT]):
    """Maps each name, in order, to the module `part` of the folder of that name in a package.

    With a `value` it maps to that attribute of the module; an empty part means the folder itself. A
    folder may lack the part: its name is then not in the registry. To ask for a name imports
    nothing.
    """

    def __init__(self, package: str, part: str, names: Sequence[str], value: str = "") -> None:
        self._package = package
        self._part = part
        self._value = value
        self._names = tuple(names)
        self._loaded: dict[str, _ModuleT] = {}

    def __getitem__(self, name: str) -> _ModuleT:
        if name not in self._loaded:
            if name not in self:
                raise KeyError(name)
            module = import_module(self._module(name))
            found = getattr(module, self._value) if self._value else module
            self._loaded[name] = cast(_ModuleT, found)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names and exists(self._module(str(name)))

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._names if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _module(self, name: str) -> str:
        return ".".join(filter(None, (self._package, name, self._part)))


@cache
def exists(module: str) -> bool:
    """Tell whether a module can be found, without importing it."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the folder is missing too
        return False
