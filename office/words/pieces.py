"""Functions and joined texts of the sources, taken apart: parameters, what is returned, templates."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from office.words.problems import LIST
from office.words.program import Function, last_name

PASSED_ON = {
    "str",
    "sorted",
    "list",
    "tuple",
    "filter",
    "set",
    "reversed",
    "next",
    "iter",
    "max",
    "min",
    "Code",
}
OF_TEXTS = {*dir(str), "get", "items", "values", "pop", "isoformat"}


@cache
def returned(made: Function) -> list[ast.expr]:
    """What a function returns or yields; not what functions within it do."""
    found: list[ast.expr] = []
    waiting: list[ast.AST] = list(made.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) and node.value is not None:
            found.append(node.value)
        waiting += [c for c in ast.iter_child_nodes(node) if not isinstance(c, Function | ast.Lambda)]
    return found


@cache
def parameters(made: Function) -> tuple[str, ...]:
    """The names of a function's parameters, those by position first."""
    a = made.args
    return tuple(p.arg for p in (*a.posonlyargs, *a.args, *a.kwonlyargs))


def defaults(made: Function) -> Iterator[tuple[ast.expr, str]]:
    """The default values with their parameters' names."""
    a = made.args
    for parameter, default in zip(reversed([*a.posonlyargs, *a.args]), reversed(a.defaults), strict=False):
        yield default, parameter.arg
    for parameter, given in zip(a.kwonlyargs, a.kw_defaults, strict=True):
        if given is not None:
            yield given, parameter.arg


@cache
def fields(cls: ast.ClassDef) -> tuple[str, ...]:
    """The fields of a record, in their order."""
    return tuple(last_name(s.target) for s in cls.body if isinstance(s, ast.AnnAssign))


def slots(node: ast.expr) -> Iterator[ast.expr]:
    """What is filled into a joined text, and the branches that it is made of."""
    match node:
        case ast.JoinedStr():
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    yield part.value
        case ast.BinOp(op=ast.Add()):
            for side in (node.left, node.right):
                yield from slots(side)
        case ast.Constant():
            pass
        case _:
            yield node


def templates(
    node: ast.expr, choices: Callable[[ast.expr], list[str]], is_list: Callable[[ast.expr], bool]
) -> Iterator[str]:
    """A joined text as templates with named places; one for each choice between words (`game`, `games`)."""
    for pieces in itertools.product(*_pieces(node, choices)):
        names: dict[str, int] = {}
        text = ""
        for piece in pieces:
            if isinstance(piece, str):
                text += piece.replace("{", "{{").replace("}", "}}")
            else:
                name = slot_name(piece) + (LIST if is_list(piece) else "")
                names[name] = names.get(name, 0) + 1
                text += f"{{{name}{names[name] if names[name] > 1 else ''}}}"
        yield text


def _pieces(node: ast.expr, choices: Callable[[ast.expr], list[str]]) -> list[Sequence[str | ast.expr]]:
    match node:
        case ast.Constant(value=str(text)):
            return [[text]]
        case ast.JoinedStr():
            return [piece for part in node.values for piece in _pieces(part, choices)]
        case ast.FormattedValue():
            return [choices(node.value) or [node.value]]
        case ast.BinOp(op=ast.Add()):
            return [*_pieces(node.left, choices), *_pieces(node.right, choices)]
        case _:
            return [choices(node) or [node]]


def slot_name(node: ast.expr) -> str:
    """A name that tells a translator what is filled in."""
    match node:
        case ast.Name():
            return node.id.strip("_").lower()
        case ast.Attribute():
            return node.attr.strip("_").lower()
        case ast.Call(args=[first, *_]) if last_name(node.func) in PASSED_ON | {"len", "repr", "sum"}:
            return slot_name(first)
        case ast.Call(func=ast.Attribute(attr="join"), args=[first, *_]):
            return slot_name(first)
        case ast.Call(func=ast.Attribute(attr=str(attr), value=value)) if attr in OF_TEXTS:
            return slot_name(value)
        case ast.Call():
            return last_name(node.func).strip("_").lower() or "value"
        case ast.GeneratorExp() | ast.ListComp():
            return slot_name(node.generators[0].iter)
        case ast.Subscript() | ast.Starred():
            return slot_name(node.value)
        case ast.BoolOp():
            return slot_name(node.values[0])
        case ast.BinOp():
            return slot_name(node.left)
    return "value"
