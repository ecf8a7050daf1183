"""The sources as one program: modules with functions, constants, classes and imports, and every call."""

import ast
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

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
                self._walk(tree, module, None, None)

    def named(self, cls: str) -> set[str]:
        """A class and all that inherit from it, by name."""
        return {cls}.union(*(self.named(heir) for heir in self.heirs[cls]))

    def _walk(self, node: ast.AST, module: Module, function: Function | None, scope: ast.AST | None) -> None:
        for child in ast.iter_child_nodes(node):
            self._note(child, module, function, scope)
            if isinstance(child, Function):
                self._walk(child, module, child, child)
            elif isinstance(child, ast.ClassDef):
                self._walk(child, module, function, child)
            else:
                self._walk(child, module, function, scope)

    def _note(self, node: ast.AST, module: Module, function: Function | None, scope: ast.AST | None) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                module.functions[node.name].append(node)
                module.outer[node] = scope
                if isinstance(scope, ast.ClassDef):
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
                self.calls[last_name(node.func)].append(Call(node, module, function))
                if last_name(node.func) in ("append", "add", "extend") and isinstance(
                    node.func, ast.Attribute
                ):
                    for given in node.args:
                        self._bind(node.func.value, given, module, function, scope)
            case ast.Assign():
                for target in node.targets:
                    self._bind(target, node.value, module, function, scope)
            case ast.AnnAssign(value=ast.expr()) | ast.AugAssign() | ast.NamedExpr():
                self._bind(node.target, node.value, module, function, scope)  # type: ignore[arg-type]
            case ast.For() | ast.comprehension():
                self._bind(node.target, node.iter, module, function, scope, of=True)

    def _bind(
        self,
        target: ast.expr,
        value: ast.expr,
        module: Module,
        function: Function | None,
        scope: ast.AST | None,
        *,
        of: bool = False,
    ) -> None:
        """`of`: the target is one of the value's items."""
        if isinstance(target, ast.Tuple | ast.List):
            for at, part in enumerate(target.elts):
                if isinstance(part, ast.Name) and function is not None:
                    names = module.bindings.setdefault(function, defaultdict(list))
                    names[part.id].append((value, at))
        elif isinstance(target, ast.Subscript):
            self._bind(target.value, value, module, function, scope, of=of)
        elif isinstance(target, ast.Name):
            if function is not None:
                names = module.bindings.setdefault(function, defaultdict(list))
                names[target.id].append((value, None))
            elif scope is None:
                module.constants[target.id].append(value)


def last_name(node: ast.AST) -> str:
    """`b` of `a.b` and of `b`."""
    return getattr(node, "id", getattr(node, "attr", ""))
