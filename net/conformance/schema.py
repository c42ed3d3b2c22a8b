"""Compares plain values with the types that docs/protocol.md is written from, just as strictly.

Nothing is converted, and nothing unknown is passed over. No I/O.
"""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Iterator, Set
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeAlias

import msgspec

from core.game import Plain
from core.notation import Among, Written

Complaints: TypeAlias = Iterator[str]

_NAMES = {str: "text", int: "an integer", bool: "a boolean", NoneType: "nil"}


def brief(value: Plain) -> str:
    """Write a value in a few words."""
    text = json.dumps(value, default=repr, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "..."


def check(value: Plain, hint: Any, where: str) -> Complaints:
    """Yield what is wrong with a value of a type; `where` is its name."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        base, *marks = arguments
        complaints = list(check(value, base, where))
        yield from complaints
        if not complaints and value is not None:
            for mark in marks:
                yield from _check_mark(value, mark, where)
    elif origin in (typing.Union, UnionType):
        tried = [list(check(value, argument, where)) for argument in arguments]
        if all(tried):
            known = NoneType if value is None else type(value)
            fitting = (
                complaints
                for argument, complaints in zip(arguments, tried, strict=True)
                if argument is not NoneType and _base(argument) in (known, list, dict)
            )
            yield from next(fitting, [_is_no(value, hint, where)])
    elif origin is typing.Literal:
        yield from check(value, typing.Annotated[str, Among(*arguments)], where)
    elif hint is Any:
        yield from check_plain(value, where)
    elif origin in (list, tuple):
        yield from _check_list(value, hint, where)
    elif origin is dict:
        yield from _check_dict(value, arguments, where)
    elif isinstance(hint, type) and hint in _NAMES:
        if type(value) is not hint:
            yield _is_no(value, hint, where)
    else:
        yield from check_map(value, hint, where)


def _base(hint: Any) -> Any:
    """The plain type that a value of a type arrives as."""
    if typing.get_origin(hint) is typing.Annotated:
        return _base(typing.get_args(hint)[0])
    origin = typing.get_origin(hint) or hint
    if origin is typing.Literal:
        return str
    if origin in (list, tuple, dict) or origin in _NAMES:
        return list if origin is tuple else origin
    return dict


def _is_no(value: Plain, hint: Any, where: str) -> str:
    return f"{where} is {brief(value)}, not {_called(hint)}"


def _called(hint: Any) -> str:
    if typing.get_origin(hint) is typing.Annotated:
        return _called(typing.get_args(hint)[0])
    if typing.get_origin(hint) in (typing.Union, UnionType):
        return " or ".join(map(_called, typing.get_args(hint)))
    return _NAMES.get(hint) or {list: "a list", dict: "a map"}[_base(hint)]


def _check_mark(value: Plain, mark: Any, where: str) -> Complaints:
    match mark:
        case Among(values) if value not in values:
            yield f"{where} is {brief(value)}, none of {', '.join(map(brief, values))}"
        case Written(what, pattern) if not re.fullmatch(pattern, value, re.ASCII):
            yield f"{where} is {brief(value)}, no {what}"
        case msgspec.Meta():
            size = len(value) if isinstance(value, (str, list, dict)) else value
            low = mark.min_length if mark.min_length is not None else mark.ge
            high = mark.max_length if mark.max_length is not None else mark.le
            if low is not None and size < low:
                yield f"{where} is {brief(value)}: less than {low}"
            if high is not None and size > high:
                yield f"{where} is {brief(value)}: more than {high}"
            if mark.lt is not None and size >= mark.lt:
                yield f"{where} is {brief(value)}: not below {mark.lt}"
            if mark.pattern is not None and not re.search(mark.pattern, value):
                yield f"{where} is {brief(value)}: not {mark.pattern}"


def check_plain(value: Plain, where: str) -> Complaints:
    """Yield what cannot be sent: all but nil, booleans, integers, text, lists, maps of texts."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from check_plain(item, f"{where}[{number}]")
    elif isinstance(value, dict):
        for name, item in value.items():
            if type(name) is not str:
                yield f"{where} has the key {brief(name)}, not a text"
            yield from check_plain(item, f"{where}.{name}")
    elif value is not None and type(value) not in (bool, int, str):
        yield f"{where} is of the type {type(value).__name__}, which is never sent"


def _check_list(value: Plain, hint: Any, where: str) -> Complaints:
    if type(value) is not list:
        yield _is_no(value, hint, where)
        return
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) is tuple and arguments[1:] != (...,):
        if len(value) != len(arguments):
            yield f"{where} has {len(value)} elements, not {len(arguments)}"
            return
        kinds = list(arguments)
    else:
        kinds = [arguments[0]] * len(value)
    for number, (item, kind) in enumerate(zip(value, kinds, strict=True)):
        yield from check(item, kind, f"{where}[{number}]")


def _check_dict(value: Plain, arguments: tuple[Any, ...], where: str) -> Complaints:
    if type(value) is not dict:
        yield f"{where} is {brief(value)}, not a map"
        return
    for name, item in value.items():
        yield from check(name, arguments[0], f"a key of {where}")
        yield from check(item, arguments[1], f"{where}.{name}")


def check_map(
    value: Plain,
    kind: Any,
    where: str,
    *,
    skip: Set[str] = frozenset(),
    optional: Set[str] = frozenset(),
) -> Complaints:
    """Yield what is wrong with a map (or list) of the fields of a class.

    Fields named in `skip` are not there; those in `optional` may be missing.
    """
    hints = {name: hint for name, hint in _hints(kind).items() if name not in skip}
    if _as_list(kind):
        yield from _check_list(value, tuple[tuple(hints.values())], where)  # type: ignore[misc]  # types are values
        return
    if type(value) is not dict:
        yield f"{where} is {brief(value)}, not a map"
        return
    optional = optional | _optional(kind)
    for name in value.keys() - hints.keys():
        yield f"{where}.{name} is no field of the page"
    for name, hint in hints.items():
        if name not in value:
            if name not in optional:
                yield f"{where}.{name} is missing"
            continue
        if typing.get_origin(hint) is typing.NotRequired:
            hint = typing.get_args(hint)[0]
        yield from check(value[name], hint, f"{where}.{name}")


def _as_list(kind: Any) -> bool:
    if issubclass(kind, msgspec.Struct):
        return bool(kind.__struct_config__.array_like)
    return issubclass(kind, tuple)


@cache
def _optional(kind: Any) -> Set[str]:
    """The fields that may be missing whatever their values are."""
    if issubclass(kind, msgspec.Struct):
        return {field.name for field in msgspec.structs.fields(kind) if not field.required}
    # Not __optional_keys__: they are empty where annotations are text.
    return {
        name for name, hint in _hints(kind).items() if typing.get_origin(hint) is typing.NotRequired
    }


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)
