"""The sources as one program: modules with functions, constants, classes and imports, and every call; and
its functions and joined texts taken apart: parameters, what is returned, templates."""

import ast
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from office.words.problems import LIST

Function = ast.FunctionDef | ast.AsyncFunctionDef
Binding = tuple[ast.expr, int | None]
"""What a name is bound to: an expression, and the place in it where it was unpacked."""


@dataclass
class Module:
    """One file. `outer` leads from a function to the function or class it stands in."""

    name: str
    file: str
    tree: ast.Module
    functions: dict[str, list[Function]] = field(default_factory=lambda: defaultdict(list))
    constants: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    outer: dict[ast.AST, ast.AST | None] = field(default_factory=dict)
    bindings: dict[ast.AST, dict[str, list[Binding]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Call:
    """A call, the module and the innermost function it stands in."""

    node: ast.Call
    module: Module
    function: Function | None


class Scope(NamedTuple):
    """Where something stands: its module, the innermost function, the innermost function or class."""

    module: Module
    function: Function | None
    scope: ast.AST | None


class Program:
    """All files below the wings of a root."""

    def __init__(self, root: Path, wings: tuple[str, ...]) -> None:
        self.modules: dict[str, Module] = {}
        self.calls: dict[str, list[Call]] = defaultdict(list)
        self.methods: dict[str, list[tuple[Module, Function]]] = defaultdict(list)
        self.heirs: dict[str, set[str]] = defaultdict(set)
        for wing in wings:
            for path in sorted((root / wing).rglob("*.py")):
                file = path.relative_to(root)
                parts = file.with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                tree = ast.parse(path.read_text("utf-8"))
                module = self.modules[name] = Module(name, file.as_posix(), tree)
                self._walk(tree, Scope(module, None, None))

    def named(self, cls: str) -> set[str]:
        return {cls}.union(*(self.named(heir) for heir in self.heirs[cls]))

    def _walk(self, node: ast.AST, at: Scope) -> None:
        for child in ast.iter_child_nodes(node):
            self._note(child, at)
            if isinstance(child, Function):
                self._walk(child, at._replace(function=child, scope=child))
            else:
                self._walk(child, at._replace(scope=child) if isinstance(child, ast.ClassDef) else at)

    def _note(self, node: ast.AST, at: Scope) -> None:
        module = at.module
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                module.functions[node.name].append(node)
                module.outer[node] = at.scope
                if isinstance(at.scope, ast.ClassDef):
                    self.methods[node.name].append((module, node))
            case ast.ClassDef():
                module.classes[node.name] = node
                for base in node.bases:
                    self.heirs[last_name(base)].add(node.name)
            case ast.Import():
                for alias in node.names:
                    module.imports[alias.asname or alias.name] = (alias.name, "")
            case ast.ImportFrom(module=str(source)):
                for alias in node.names:
                    module.imports[alias.asname or alias.name] = (source, alias.name)
            case ast.Call():
                self.calls[last_name(node.func)].append(Call(node, module, at.function))
                if isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "add", "extend"):
                    for given in node.args:
                        self._bind(node.func.value, given, at)
            case ast.Assign():
                for target in node.targets:
                    self._bind(target, node.value, at)
            case ast.AnnAssign(value=ast.expr()) | ast.AugAssign() | ast.NamedExpr():
                self._bind(node.target, node.value, at)  # type: ignore[arg-type]
            case ast.For() | ast.comprehension():
                self._bind(node.target, node.iter, at)

    def _bind(self, target: ast.expr, value: ast.expr, at: Scope) -> None:
        """Notes what a name is bound to: to the value, or to one of its items."""
        if isinstance(target, ast.Subscript):
            self._bind(target.value, value, at)
            return
        unpacked = isinstance(target, ast.Tuple | ast.List)
        for place, part in enumerate(target.elts if isinstance(target, ast.Tuple | ast.List) else [target]):
            if isinstance(part, ast.Name) and at.function is not None:
                names = at.module.bindings.setdefault(at.function, defaultdict(list))
                names[part.id].append((value, place if unpacked else None))
            elif isinstance(part, ast.Name) and at.scope is None and not unpacked:
                at.module.constants[part.id].append(value)


def last_name(node: ast.AST) -> str:
    """`b` of `a.b` and of `b`."""
    return getattr(node, "id", getattr(node, "attr", ""))


PASSED_ON = frozenset(
    ("str", "sorted", "list", "tuple", "filter", "set", "reversed", "next", "iter", "max", "min", "Code")
)
MOST_WAYS = 24
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
    return tuple(last_name(s.target) for s in cls.body if isinstance(s, ast.AnnAssign))


def branches(node: ast.expr) -> list[ast.expr]:
    """Both texts of `"" if n == 1 else "s"`, of `f", ID {n}" if n else ""`; none if it is no such choice."""
    if isinstance(node, ast.IfExp) and is_text(node.body) and is_text(node.orelse):
        return [node.body, node.orelse]
    return []


def is_text(node: ast.expr) -> bool:
    """Whether it is written as a text, whole or joined."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.BinOp(op=ast.Add()):
            return is_text(node.left) or is_text(node.right)
        case ast.IfExp():
            return bool(branches(node))
    return False


Piece = str | ast.expr
Branches = Callable[[ast.expr], list[ast.expr]]


def templates(
    node: ast.expr, chosen: Branches, is_list: Callable[[ast.expr], bool]
) -> Iterator[tuple[str, list[ast.expr]]]:
    """A joined text as templates with named places, and what fills them; one for each choice between words
    (`game`, `games`)."""
    for pieces in _ways(node, chosen):
        names: dict[str, int] = {}
        text = ""
        for piece in pieces:
            if isinstance(piece, str):
                text += piece.replace("{", "{{").replace("}", "}}")
            else:
                name = slot_name(piece) + (LIST if is_list(piece) else "")
                names[name] = names.get(name, 0) + 1
                text += f"{{{name}{names[name] if names[name] > 1 else ''}}}"
        yield text, [piece for piece in pieces if not isinstance(piece, str)]


def _ways(node: ast.expr, chosen: Branches) -> list[tuple[Piece, ...]]:
    """Each way in which a text can be put together."""
    match node:
        case ast.Constant(value=str(text)):
            return [(text,)]
        case ast.JoinedStr():
            parts = node.values
        case ast.BinOp(op=ast.Add()):
            parts = [node.left, node.right]
        case ast.FormattedValue():
            return _ways(node.value, chosen) if chosen(node.value) or is_text(node.value) else [(node.value,)]
        case _:
            two = chosen(node)
            return [way for one in two for way in _ways(one, chosen)] if two else [(node,)]
    joined = itertools.product(*(_ways(part, chosen) for part in parts))
    return [tuple(itertools.chain.from_iterable(way)) for way in itertools.islice(joined, MOST_WAYS)]


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
