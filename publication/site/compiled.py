"""Templates compiled: for one language and one way to the site's root, with the words of it written into the
code, and kept from run to run where Python keeps its own; and texts escaped by the shortest way."""

import hashlib
import marshal
import os
import sys
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from functools import lru_cache, partial
from importlib.util import MAGIC_NUMBER, cache_from_source
from types import CodeType
from typing import Any

import jinja2
from jinja2 import Environment, Template, nodes
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from publication.account.blocks import safe
from publication.site.settings import Words
from publication.site.state import program_signature


def stating(environment: Environment, known: Mapping[str, str], words: Words) -> Environment:
    """The same environment for templates in which the facts `known`, and `words` as `w`, are always these."""
    made = environment.overlay()
    made.template_class = Quick
    made.code_generator_class = partial(_Code, known, words)  # type: ignore[assignment]
    made.bytecode_cache = Kept(f"-{known['lang']}-{known['root'].count('/')}", f"{known}{words}")
    return made


class Quick(Template):
    """A template in which what is put into the text is escaped by the shortest way."""

    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        """The template of compiled code; in it `escape` is `escaped`."""
        made = super().from_code(environment, code, dict(globals), uptodate)
        made.root_render_func.__globals__["escape"] = escaped
        return made


def escaped(value: object) -> str:
    """As markupsafe has it, which makes markup of every text; here it is put into a page at once."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]
    if kind is str:
        return _text_of(value)  # type: ignore[arg-type,unused-ignore]
    return str(value) if kind is int else str(escape(value))


_text_of = lru_cache(maxsize=32_768)(safe)


class _Stating(NodeTransformer):
    """Puts what is known, and what is included, into the place where it is asked."""

    def __init__(self, environment: Environment, known: Mapping[str, str], words: Words) -> None:
        self.environment, self.known, self.words = environment, known, words

    def visit_Include(self, node: nodes.Include) -> list[nodes.Node]:
        """Another template."""
        assert isinstance(node.template, nodes.Const)
        assert self.environment.loader is not None
        text, *_ = self.environment.loader.get_source(self.environment, node.template.value)
        return [self.visit(part) for part in self.environment.parse(text).body]

    def visit_Name(self, node: nodes.Name) -> nodes.Node:
        """A fact."""
        said = self.known.get(node.name) if node.ctx == "load" else None
        return node if said is None else nodes.Const(said, lineno=node.lineno)

    def visit_Getattr(self, node: nodes.Getattr) -> nodes.Node:
        """A word."""
        of_words = isinstance(node.node, nodes.Name) and node.node.name == "w"
        said = self.words.get(node.attr) if of_words else None
        return self.generic_visit(node) if said is None else nodes.Const(said, lineno=node.lineno)


class _Code(CodeGenerator):
    """Code in which what is known is escaped when it is compiled, together with the text around it."""

    def __init__(self, known: Mapping[str, str], words: Words, *given: Any) -> None:
        super().__init__(*given)
        self._stating = _Stating(self.environment, known, words)

    def visit_Template(self, node: nodes.Template, frame: Any = None) -> None:
        """All of it."""
        super().visit_Template(self._stating.visit(node), frame)

    @optimizeconst
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """A call as it stands: Jinja first looks whether a function wants to know its template."""
        assert node.dyn_args is None and node.dyn_kwargs is None
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """What belongs to a value, asked of it at once; of a `dict` Jinja finds what stands under it."""
        if isinstance(node.node, nodes.Const):
            self.visit(node.node, frame)
            self.write(f".{node.attr}")
            return
        self.write(f"(had.{node.attr} if (had := ")
        self.visit(node.node, frame)
        self.write(f").__class__ is not dict else environment.getattr(had, {node.attr!r}))")

    @optimizeconst
    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:
        """What stands under a key, and nothing that belongs to the value."""
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:
        """What follows one another, put out as one text: each goes through every template around it."""
        if frame.buffer is not None or frame.require_output_check:
            super().visit_Output(node, frame)
            return
        finalize = self._make_finalize()
        said: list[Any] = []  # text that is known, or what is asked when the page is made
        for part in node.nodes:
            try:
                text = self._output_child_to_const(part, frame, finalize)
            except Exception:  # noqa: BLE001  as Jinja does: it is known when the page is made
                said.append(part)
            else:
                said[-1:] = [said[-1] + text] if said and isinstance(said[-1], str) else [*said[-1:], text]
        self.writeline("yield concat((" if len(said) > 1 else "yield (", node)
        for one in said:
            if isinstance(one, str):
                self.write(repr(one))
            else:
                self._output_child_pre(one, frame, finalize)
                self.visit(one, frame)
                self._output_child_post(one, frame, finalize)
            self.write(", " if len(said) > 1 else "")
        self.write("))" if len(said) > 1 else ")")


class Kept(BytecodeCache):
    """The code of templates, in files beside them that are named with `mark`. It is taken if its hash says
    that it is whole, and made from the same text, `under` the same, by the same program."""

    def __init__(self, mark: str = "", under: str = "") -> None:
        self._mark = mark
        self._under = b"".join((MAGIC_NUMBER, f"{jinja2.__version__} {program_signature()} {under}".encode()))

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The file's path; "" where templates are no files."""
        if not filename:
            return ""
        folder, called = os.path.split(filename)
        return cache_from_source(os.path.join(folder, f"{called.replace('.', '-')}{self._mark}.py"))

    def get_source_checksum(self, source: str) -> str:
        return hashlib.sha256(self._under + source.encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError), open(bucket.key, "rb") as file:
            found, code = file.read(32), file.read()
            if found == _proof(bucket, code):
                bucket.code = marshal.loads(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Where nothing may be written it is compiled the next time again."""
        if bucket.key and not sys.dont_write_bytecode:
            code, part = marshal.dumps(bucket.code), f"{bucket.key}.{os.getpid()}"
            with suppress(OSError):
                os.makedirs(os.path.dirname(part), exist_ok=True)
                with open(part, "wb") as file:
                    file.write(_proof(bucket, code) + code)
                os.replace(part, bucket.key)


def _proof(bucket: Bucket, code: bytes) -> bytes:
    return hashlib.sha256(bucket.checksum.encode() + code).digest()
