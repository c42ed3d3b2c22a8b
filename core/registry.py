"""Modules by name, imported when first asked for: who plays one game does not wait for all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TypeVar, cast

_ModuleT = TypeVar("_ModuleT")


class Registry(Mapping[str, _ModuleT]):
    """Maps each name to the module `part` of the folder of that name in a package, in order."""

    def __init__(self, package: str, part: str, names: Sequence[str]) -> None:
        self._package = package
        self._part = part
        self._names = tuple(names)

    def __getitem__(self, name: str) -> _ModuleT:
        if name not in self._names:
            raise KeyError(name)
        return cast(_ModuleT, import_module(f"{self._package}.{name}.{self._part}"))

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
