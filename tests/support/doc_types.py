"""Types and sentences of the source in the words of docs/protocol.md, without Python."""

import ast
import dataclasses
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from core.notation import Among, FieldNote, SeatNumber, Span, Written


def type_text(hint: Any) -> str:
    """Word a type and its bounds without any Python."""
    if typing.get_origin(hint) is typing.Annotated:
        base, *metas = typing.get_args(hint)
        text = type_text(base)
        for meta in metas:
            match meta:
                case Written(what):
                    text = what
                case Among(values):
                    text = ", ".join(f'"{value}"' for value in values)
                case FieldNote(said):
                    text += f"; {said}" if said else ""
                case Span(least, most):
                    text += f" from {least} to {most}"
                case SeatNumber():
                    pass
                case _:
                    text += _bounds(meta)
        return text
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.NotRequired:
        return type_text(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return " or ".join(type_text(argument) for argument in arguments)
    if origin is list or (origin is tuple and arguments[1:] == (...,)):
        return f"list of ({type_text(arguments[0])})"
    if origin is tuple:
        return f"list [{', '.join(map(type_text, arguments))}]"
    if origin is dict:
        return f"map of ({type_text(arguments[0])}) to ({type_text(arguments[1])})"
    if origin is typing.Literal:
        return ", ".join(f'"{argument}"' for argument in arguments)
    names = {str: "text", int: "integer", bool: "boolean", float: "number", type(None): "nil"}
    if hint is Any:
        return "anything plain"
    return names.get(hint) or hint.__name__


def _bounds(meta: Any) -> str:
    length = [
        f"at least {meta.min_length}" if meta.min_length else "",
        f"at most {meta.max_length}" if meta.max_length is not None else "",
    ]
    size = [
        f"from {meta.ge}" if meta.ge is not None else "",
        f"above {_number(meta.gt)}" if meta.gt is not None else "",
        f"to {meta.le}" if meta.le is not None else "",
        f"below {_number(meta.lt)}" if meta.lt is not None else "",
    ]
    if meta.min_length and meta.min_length == meta.max_length:
        length = [f"{meta.min_length} hexadecimal digits" if meta.pattern else length[0]]
    words = " ".join(
        filter(None, [" and ".join(filter(None, length)), " ".join(filter(None, size))])
    )
    return f", {words}" if words else ""


def _default_text(default: Any) -> str:
    match default:
        case None:
            return "nil"
        case tuple():
            return str([*default])
        case str():
            return f'"{default}"'
        case msgspec.Struct():
            return "that of each of its fields"
        case _:
            return str(default).lower()


def _number(value: int) -> str:
    sign = "-" if value < 0 else ""
    return f"{sign}2^53" if abs(value) == 1 << 53 else str(value)


def field_docs(kind: type) -> dict[str, str]:
    """Return the sentences below the fields of a class, its own or inherited, in its source."""
    docs: dict[str, str] = {}
    for base in kind.__bases__:
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            docs |= field_docs(base)
    module = ast.parse(inspect.getsource(sys.modules[kind.__module__]))
    node = next(
        n for n in ast.walk(module) if isinstance(n, ast.ClassDef) and n.name == kind.__name__
    )
    sent = {each.name: each.encode_name for each in _struct_fields(kind)}
    for field, after in zip(node.body, node.body[1:], strict=False):
        match field, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                docs[sent.get(name, name)] = line(text)
    return docs


def _struct_fields(kind: type) -> tuple[Any, ...]:
    return msgspec.structs.fields(kind) if issubclass(kind, msgspec.Struct) else ()


def line(text: str) -> str:
    text = re.sub(r"\bNone\b", "nil", re.sub(r"\s+", " ", text))
    return text.strip().replace("|", "/")


def fields_of(kind: type) -> Iterator[tuple[str, str, str]]:
    """Name, type and default of each field."""
    hints = typing.get_type_hints(kind, include_extras=True)
    if issubclass(kind, msgspec.Struct):
        for struct_field in msgspec.structs.fields(kind):
            default = struct_field.default
            if struct_field.required:
                text = "must be there"
            elif default is msgspec.NODEFAULT:
                text = str(struct_field.default_factory())
            else:
                text = _default_text(default)
            yield struct_field.encode_name, type_text(hints[struct_field.name]), text
    elif dataclasses.is_dataclass(kind):
        for field in dataclasses.fields(kind):
            yield field.name, type_text(hints[field.name]), ""
    else:
        for name, hint in hints.items():
            yield name, type_text(hint), ""
