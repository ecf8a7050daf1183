"""Which texts of the sources can become part of a problem: followed back from where problems are made.

A problem's place, expected, found and remedy are English texts made by some six hundred lines, often through
helper functions, constants and joined lists. This follows each back, by names, to the strings that stand in
the sources, and makes templates of the f-strings: `{len(rows)} rows` is said as `{rows} rows`. What it cannot
follow is caught by the tests, which look for a template of every problem they meet.
"""

import ast
import re
from collections.abc import Iterable
from typing import Any, NamedTuple, cast

from office.words import program as sources
from office.words.program import Call, Function, Module, Program, fields, last_name

FIELDS = ("place", "expected", "found", "remedy")
MADE: dict[str, tuple[str, ...]] = {
    "Problem": ("code", *FIELDS),
    "Finding": ("event_key", "code", "subject", *FIELDS),
    "Match": ("state", "rule"),
    "Candidate": ("federation_id", "name", "why", "against"),
    "Notice": ("code", "member", "type", "detail"),
    "Other": ("found", "remedy"),
    "Unfit": ("found",),
}
"""What is made with texts that a problem tells, and its values in their order. A match, its candidates and
the notices of a run are stored, and told later; of what is unfit, `str` is told."""
TOLD = {**{field: field for field in FIELDS}, **dict.fromkeys(("rule", "why", "against", "detail"), "found")}
MARKED = {"_", "N_", "p_", "n_"}
"""What is said by them is in the reader's language, and no problem's text."""
WORD = re.compile(r"[A-Za-z]{2}")
NOT_OF_PROBLEMS = re.compile(
    r"publication/(.+/)?account/|office/words/|importer/form/layout\.py|cli/help_pages\.py"
)
JOINING = re.compile(r" (and|or|of) ")
"""Alone between two facts: what people write has it too."""
NO_TEXT = re.compile(r"\(\?|<\w+ |^urn:|^SELECT |\bFROM \w+$")
"""In patterns, pages and queries."""
ONE_WORD = re.compile(r"[a-z]{3,}")


class At(NamedTuple):
    """What a text is followed as: of which module and function, as what kind; `item`: only this part of each
    tuple is meant."""

    module: Module
    function: Function | None
    kind: str
    item: int | None = None


class Flow:
    """`texts` are the templates found, each with the files it stands in."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.texts: dict[str, set[str]] = {}
        self._seen: set[tuple[int, str, int | None]] = set()
        self._parameters: set[tuple[int, str, str]] = set()
        for name, parts in MADE.items():
            for call in program.calls[name]:
                for part in parts:
                    if part in TOLD:
                        self._argument(call, parts, part, TOLD[part])
        for call in program.calls["replace"]:  # a problem told otherwise: only keywords name its parts
            for keyword in call.node.keywords:
                if keyword.arg in FIELDS:
                    self._follow(keyword.value, At(call.module, call.function, keyword.arg))

    def _say(self, text: str, module: Module, kind: str) -> None:
        """Takes a text up if it has words to translate: no key, code, pattern or heading of a column."""
        if NOT_OF_PROBLEMS.match(module.file):
            return
        parts = text.split(", ")
        for part in parts if kind == "place" and all(part.count(" ") < 4 for part in parts) else [text]:
            bare = re.sub(r"{[^{}]*}", "", part)
            words = " " in part.strip() if kind == "fact" else " " in part.strip() or ONE_WORD.fullmatch(part)
            a_label = kind == "fact" and bare.strip()[:1].isupper()
            said = WORD.search(JOINING.sub("", bare))
            if words and not a_label and said and not NO_TEXT.search(part):
                self.texts.setdefault(part, set()).add(module.file)

    def _argument(self, call: Call, names: tuple[str, ...], wanted: str, kind: str) -> None:
        """Follows the argument `wanted` of a call of something with these parameters."""
        for keyword in call.node.keywords:
            if keyword.arg == wanted:
                self._follow(keyword.value, At(call.module, call.function, kind))
        given = call.node.args[: names.index(wanted) + 1] if wanted in names else []
        if wanted in names[len(given) - 1 : len(given)] and not any(
            isinstance(a, ast.Starred) for a in given
        ):
            self._follow(given[-1], At(call.module, call.function, kind))

    def _follow(self, node: ast.expr, at: At) -> None:
        if (id(node), at.kind, at.item) in self._seen:
            return
        self._seen.add((id(node), at.kind, at.item))

        def on(*nodes: ast.expr, **other: Any) -> None:
            for one in nodes:
                self._follow(one, at._replace(**other))

        match node:
            case ast.Constant(value=str(text)):
                self._say(text.replace("{", "{{").replace("}", "}}"), at.module, at.kind)
            case ast.JoinedStr() | ast.BinOp(op=ast.Add()):
                for text, filled in sources.templates(
                    node, lambda slot: self._branches(slot, at), lambda slot: self._is_list(slot, at)
                ):
                    self._say(text, at.module, at.kind)
                    on(*filled, kind="fact")
            case ast.IfExp():
                on(node.body, node.orelse)
            case ast.BoolOp():
                on(*node.values)
            case ast.BinOp():
                on(node.left, node.right)
            case ast.NamedExpr() | ast.Subscript() | ast.Starred():
                on(node.value)
            case ast.Dict():
                on(*node.values, kind="fact")
            case ast.Tuple() if at.item is not None:
                on(*node.elts[at.item : at.item + 1], item=None)
            case ast.Tuple() | ast.List() | ast.Set():
                on(*node.elts, kind="fact")
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp():
                on(node.elt, kind="fact")
            case ast.DictComp():
                on(node.value, kind="fact")
            case ast.Name():
                self._name(node.id, at)
            case ast.Attribute():
                self._attribute(node, at)
            case ast.Call() if last_name(node.func) in MARKED:
                pass  # stands in the catalogues by itself
            case ast.Call():
                self._call(node, at)

    def _branches(self, node: ast.expr, at: At) -> list[ast.expr]:
        """The texts between which a text chooses, also by a name; the one text that a constant is."""
        if not isinstance(node, ast.Name):
            return sources.branches(node)
        if at.function is not None and (bound := at.module.bindings.get(at.function, {}).get(node.id, [])):
            return sources.branches(bound[0][0]) if len(bound) == 1 else []
        source, name = at.module.imports.get(node.id, (at.module.name, node.id))
        home = self.program.modules.get(source)
        constants = home.constants.get(name, []) if home is not None else []
        return constants if len(constants) == 1 and isinstance(constants[0], ast.Constant) else []

    def _is_list(self, node: ast.expr, at: At) -> bool:
        """Whether it is several things joined with commas or semicolons."""
        match node:
            case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant(value=", " | "; "))):
                return True
            case ast.BoolOp(values=[first, *_]):  # or “none”
                return self._is_list(first, at)
            case ast.Name() if at.function is not None:
                bound = at.module.bindings.get(at.function, {}).get(node.id, [])
                alone = at._replace(function=None)
                return any(place is None and self._is_list(value, alone) for value, place in bound)
        return False

    def _name(self, name: str, at: At) -> None:
        module, scope = at.module, cast(ast.AST | None, at.function)
        while scope is not None:
            bound = module.bindings.get(scope, {}).get(name, [])
            for value, place in bound:
                self._follow(value, at._replace(item=at.item if place is None else place))
            is_parameter = isinstance(scope, Function) and name in sources.parameters(scope)
            if is_parameter:
                self._parameter(scope, name, module, at.kind)  # type: ignore[arg-type]
            if bound or is_parameter:
                return
            scope = module.outer.get(scope)
        for value in module.constants.get(name, []):
            self._follow(value, at._replace(function=None))
        source, original = module.imports.get(name, ("", ""))
        if original and source in self.program.modules and name not in module.constants:
            self._name(original, at._replace(module=self.program.modules[source], function=None))

    def _parameter(self, made: Function, name: str, module: Module, kind: str) -> None:
        """Follows what is passed for a parameter, wherever its function is called."""
        if (id(made), name, kind) in self._parameters:
            return
        self._parameters.add((id(made), name, kind))
        for default, of in sources.defaults(made):
            if of == name:
                self._follow(default, At(module, made, kind))
        scope = module.outer.get(made)
        cls = scope.name if isinstance(scope, ast.ClassDef) else None
        names = sources.parameters(made)[cls is not None :]
        called = {made.name}
        if cls is not None and made.name == "__init__":
            called |= self.program.named(cls)
        for call in self._calls(called):
            if self._is_call_of(call, made, module, cls):
                self._argument(call, names, name, kind)

    def _calls(self, names: Iterable[str]) -> list[Call]:
        return [call for name in sorted(names) for call in self.program.calls[name]]

    def _is_call_of(self, call: Call, made: Function, module: Module, cls: str | None) -> bool:
        called = call.node.func
        name = last_name(called)
        if isinstance(called, ast.Attribute):
            return cls is not None or self._module_of(called.value, call.module) is module
        if name in call.module.functions and call.module is not module:
            return False
        source = call.module.imports.get(name, ("", ""))[0]
        if call.module is module or source == module.name:
            return True
        # A class by whatever name it has there, or something passed on as a parameter of its own.
        return cls is not None and (made.name == "__init__" or not source)

    def _module_of(self, node: ast.expr, module: Module) -> Module | None:
        source, original = module.imports.get(last_name(node), ("", ""))
        return self.program.modules.get(f"{source}.{original}" if original else source)

    def _attribute(self, node: ast.Attribute, at: At) -> None:
        imported = (
            (self.program.modules[source], name)
            for source, name in at.module.imports.values()
            if source in self.program.modules
        )
        seen = [(cls, at.module) for cls in at.module.classes.values()]
        seen += [(home.classes[name], home) for home, name in imported if name in home.classes]
        for cls, home in seen:
            if node.attr in fields(cls) and cls.name not in MADE and not cls.keywords:  # no row of a table
                for call in self._calls(self.program.named(cls.name)):
                    self._argument(call, fields(cls), node.attr, at.kind)
            for made in cls.body:
                if isinstance(made, Function) and made.name == node.attr:
                    self._returned([made], At(home, None, at.kind))

    def _call(self, node: ast.Call, at: At) -> None:
        name, module = last_name(node.func), at.module
        if isinstance(node.func, ast.Attribute):
            if isinstance(node.func.value, ast.Constant | ast.JoinedStr) and name == "join":
                for argument in node.args:
                    self._follow(argument, at._replace(item=None))
                return
            if name in sources.OF_TEXTS:
                self._follow(node.func.value, at)
                for argument in node.args[1:] if name == "get" else ():
                    self._follow(argument, at._replace(item=None))
                return
            here = [made for home, made in self.program.methods[name] if home is module]
            seen = [(h, m) for h, m in self.program.methods[name] if h is not module]
            self._returned(here, at)
            if not here and len(seen) < 3:
                for home, made in seen:
                    self._returned([made], at._replace(module=home))
        elif name in sources.PASSED_ON:
            for argument in node.args:
                self._follow(argument, at)
        elif name in module.functions:
            self._returned(module.functions[name], at)
        elif (imported := module.imports.get(name)) and imported[0] in self.program.modules:
            home = self.program.modules[imported[0]]
            self._returned(home.functions.get(imported[1], []), at._replace(module=home))

    def _returned(self, functions: Iterable[Function], at: At) -> None:
        for made in functions:
            for value in sources.returned(made):
                self._follow(value, at._replace(function=made))
