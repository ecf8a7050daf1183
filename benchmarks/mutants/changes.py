"""The changes that are tried in a module: each is one place of its syntax tree with something else there.

Left alone is what only words a message (texts with a space in them, f-strings, what a problem shows as place,
expected and found), docstrings, annotations, imports, and the decorators that cite an article.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef
Key = tuple[str, str, str, str, str]
COMPARED = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt), ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
RECKONED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
WORDED = {
    "Problem": {0},
    "refuse": {1},
    "NotCounted": {0, 1, 3, 4},
    "Notice": {0, 1, 2},
    "_against": {0, 1, 3, 4},
}
"""Calls whose other arguments are words for people."""
NO_RULES = {"Literal", "TypeVar", "cast", "getLogger"}

FILE = Path(__file__).resolve().parents[2] / "tests" / "rating" / "survivors.toml"
"""The changes that nothing can see, each with why."""


@dataclass(slots=True)
class Change:
    """One change: in which function (empty: the module itself), on which lines, what was there and what is.

    `unit`: the outermost function around it, by name and first line, None where the change is outside all.
    """

    module: str
    function: str
    line: str
    was: str
    now: str
    lines: range
    unit: tuple[str, int] | None
    parent: ast.AST
    name: str
    at: int | None
    new: ast.AST | None

    @property
    def key(self) -> Key:
        """What names a change for as long as its line stands, wherever the line is."""
        return (self.module, self.function, self.line, self.was, self.now)

    def told(self) -> str:
        """The change on one line, for people."""
        return f"{self.module} {self.function or 'module'}:{self.lines.start}: {self.was}  ->  {self.now}"

    def _put(self, node: ast.AST | None) -> None:
        if self.at is None:
            setattr(self.parent, self.name, node)
        elif node is None:
            del getattr(self.parent, self.name)[self.at]
        elif self.new is None:
            getattr(self.parent, self.name).insert(self.at, node)
        else:
            getattr(self.parent, self.name)[self.at] = node

    def compiled(self, tree: ast.Module, path: str) -> object:
        """The module's code with this change; the tree is as before."""
        there = getattr(self.parent, self.name)
        old = there if self.at is None else there[self.at]
        self._put(self.new)
        try:
            return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
        finally:
            self._put(old)


def explained() -> dict[Key, str]:
    """Why nothing can see a change, by what names it. ValueError where one stands twice or says nothing."""
    found: dict[Key, str] = {}
    if not FILE.exists():
        return found
    for item in tomllib.loads(FILE.read_text(encoding="utf-8"))["survivor"]:
        key = (item["module"], item["function"], item["line"], item["was"], item["now"])
        if key in found:
            raise ValueError(f"{FILE.name} explains twice: {' | '.join(key)}")
        if not item["why"].strip():
            raise ValueError(f"{FILE.name} does not explain: {' | '.join(key)}")
        found[key] = item["why"]
    return found


class Changes:
    """All changes of one module."""

    def __init__(self, root: Path, module: str) -> None:
        path = root.joinpath(*module.split("."))
        self.path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        self.module = module
        source = self.path.read_text(encoding="utf-8")
        self._source = source.splitlines()
        self.tree = ast.parse(source)
        self._function: list[str] = []
        self._unit: tuple[str, int] | None = None
        self._lines = range(0)
        self._inner = False
        self.all = list(self._body(self.tree, "body"))

    def _change(
        self, parent: ast.AST, name: str, at: int | None, was: ast.AST, now: ast.AST | None
    ) -> Change:
        if now is not None:
            ast.copy_location(now, was)
        shown = "nothing" if now is None or isinstance(now, ast.Pass) else ast.unparse(now)
        line = self._source[getattr(was, "lineno", self._lines.start) - 1].strip()
        names = (self.module, ".".join(self._function), line, ast.unparse(was), shown)
        return Change(*names, self._lines, self._unit, parent, name, at, now)

    def _body(self, parent: ast.AST, name: str) -> Iterator[Change]:
        for at, statement in enumerate(getattr(parent, name)):
            yield from self._statement(parent, name, at, statement)

    def _statement(self, parent: ast.AST, name: str, at: int, node: ast.stmt) -> Iterator[Change]:
        if isinstance(node, Function | ast.ClassDef):
            yield from self._definition(node)
            return
        body = getattr(node, "body", None)
        last = node.end_lineno or node.lineno
        end = body[0].lineno if body and node.lineno < body[0].lineno else last + 1
        self._lines = range(node.lineno, end)
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Global() | ast.Nonlocal():
                return
            case ast.Expr(value=ast.Constant()) | ast.If(test=ast.Name("TYPE_CHECKING")):
                return
            case ast.Expr() | ast.Raise() | ast.Continue() | ast.Break():
                yield self._change(parent, name, at, node, ast.Pass())
            case ast.Return(value=value) if value and not isinstance(value, ast.Constant):
                yield self._change(parent, name, at, node, ast.Return(ast.Constant(None)))
            case ast.AugAssign(op=op) if type(op) in RECKONED:
                other = ast.AugAssign(node.target, RECKONED[type(op)](), node.value)
                yield self._change(parent, name, at, node, other)
            case ast.If() | ast.While():
                yield from self._condition(node, "test", None, node.test)
        for part, value in ast.iter_fields(node):
            if part in ("annotation", "targets", "target", "type_comment", "op"):
                continue
            if part in ("body", "orelse", "finalbody"):
                yield from self._body(node, part)
            elif part in ("handlers", "cases"):
                for inner in value:
                    yield from self._body(inner, "body")
            elif part == "items":
                for inner in value:
                    yield from self._expression(inner, "context_expr", None, inner.context_expr)
            elif isinstance(value, ast.expr):
                yield from self._expression(node, part, None, value)

    def _definition(self, node: Function | ast.ClassDef) -> Iterator[Change]:
        self._function.append(node.name)
        outer, lines = self._unit, self._lines
        if isinstance(node, Function):
            self._lines = range(node.lineno, node.body[0].lineno)
            for at, value in enumerate(node.args.defaults):
                yield from self._expression(node.args, "defaults", at, value)
            for at, given in enumerate(node.args.kw_defaults):
                if given is not None:
                    yield from self._expression(node.args, "kw_defaults", at, given)
            if outer is None:
                first = min([node.lineno, *(item.lineno for item in node.decorator_list)])
                self._unit = (".".join(self._function), first)
        yield from self._body(node, "body")
        self._unit, self._lines = outer, lines
        self._function.pop()

    def _condition(self, parent: ast.AST, name: str, at: int | None, test: ast.expr) -> Iterator[Change]:
        """A condition turned round, where no change of its own does that."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return
        if not isinstance(test, ast.Compare) or len(test.ops) > 1:
            yield self._change(parent, name, at, test, ast.UnaryOp(ast.Not(), test))

    def _expression(self, parent: ast.AST, name: str, at: int | None, node: ast.expr) -> Iterator[Change]:
        make = partial(self._change, parent, name, at, node)
        match node:
            case ast.JoinedStr():
                return
            case ast.Constant(value=value):
                if isinstance(value, bool):
                    yield make(ast.Constant(not value))
                elif isinstance(value, int):
                    yield make(ast.Constant(value + 1))
                elif isinstance(value, str) and " " not in value:
                    yield make(ast.Constant("X" if value != "X" else "Y"))
                return
            case ast.Compare():
                for index, op in enumerate(node.ops):
                    for other in COMPARED[type(op)]:
                        ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
                        yield make(ast.Compare(node.left, ops, node.comparators))
            case ast.BoolOp():
                for index in range(len(node.values)):
                    left = [*node.values[:index], *node.values[index + 1 :]]
                    yield make(ast.BoolOp(node.op, left) if len(left) > 1 else left[0])
            case ast.BinOp(op=op) if type(op) in RECKONED and not isinstance(node.left, ast.JoinedStr):
                yield make(ast.BinOp(node.left, RECKONED[type(op)](), node.right))
            case ast.UnaryOp() if not isinstance(node.op, ast.UAdd):
                yield make(node.operand)
            case ast.IfExp():
                yield from self._condition(node, "test", None, node.test)
            case ast.Call():
                yield from self._call(node, make)
                return
            case ast.Subscript() if ast.unparse(node.value) in NO_RULES:
                return
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                for part in node.generators:
                    for index, test in enumerate(part.ifs):
                        yield self._change(part, "ifs", index, test, None)
                        yield from self._condition(part, "ifs", index, test)
        yield from self._inside(node)

    def _inside(self, node: ast.AST) -> Iterator[Change]:
        for part, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and part != "annotation":
                yield from self._expression(node, part, None, value)
            elif isinstance(value, list):
                for at, item in enumerate(value):
                    if isinstance(item, ast.expr):
                        yield from self._expression(node, part, at, item)
                    elif isinstance(item, ast.comprehension | ast.keyword):
                        yield from self._inside(item)

    def _call(self, node: ast.Call, make: object) -> Iterator[Change]:
        name = ast.unparse(node.func).rpartition(".")[2]
        if name in NO_RULES:
            return
        if isinstance(node.func, ast.Name) and name in CALLED:
            keywords = node.keywords if name != "sorted" else []
            yield make(ast.Call(ast.Name(CALLED[name], ast.Load()), node.args, keywords))  # type: ignore[operator]
        if not isinstance(node.func, ast.Name):
            yield from self._expression(node, "func", None, node.func)
        for at, argument in enumerate(node.args):
            if at in WORDED.get(name, {at}):
                yield from self._expression(node, "args", at, argument)
        for at, word in enumerate(node.keywords):
            if word.arg == "strict":
                continue
            yield self._change(node, "keywords", at, word, None)
            yield from self._expression(word, "value", None, word.value)
