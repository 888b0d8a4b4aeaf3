"""What a rule is, once it is read."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import libcst as cst

from porter.ast_names import nodes
from porter.kinds import UNKNOWN, Kind

NO_DEFAULT = object()
MODULES = frozenset(  # what a body may import
    "tf keras np math contextlib functools operator copy pickle socket time atexit signal threading"
    " abc collections inspect io json os sys weakref multiprocessing einops Image".split()
)


class RuleError(Exception):
    """A rule file that can't be used: "rules/x.py:12: what is wrong -> what to do"."""


_HINT = "write it with TensorFlow by hand, or with a rule of your own (--rules)"


class Refused(Exception):
    """The rule does not cover this call; `code` is a finding's code."""

    def __init__(self, code: str, message: str, hint: str = _HINT) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class Argument:
    """An argument of a call; the receiver of a method is its first argument."""

    node: cst.BaseExpression
    kind: Kind = UNKNOWN
    keyword: str | None = None
    star: str = ""
    nonnegative: bool = False  # no number in it is below 0


@dataclass(frozen=True)
class Parameter:
    """A parameter of a rule; `annotation` is a word of the vocabulary or ""."""

    name: str
    annotation: str = ""
    default: Any = NO_DEFAULT
    star: str = ""
    keyword_only: bool = False


@dataclass(frozen=True)
class Definition:
    """What is between a rule's decorators and the next rule, and what they say besides names."""

    node: ast.FunctionDef | ast.ClassDef
    params: tuple[Parameter, ...]
    note: str = ""
    harmless: tuple[str, ...] = ()
    plain: str = ""
    counting: str = ""
    reads_length: bool = False
    given: str = ""


@dataclass(frozen=True, eq=False)
class Rule:
    """One function or class of a rule file; it is parsed when something asks for what is in it."""

    name: str
    names: tuple[str, ...]  # the torch APIs that it ports
    patterns: tuple[str, ...]  # the idioms that it ports
    path: Path
    source: str  # the text of the file
    define: Callable[[], Definition] = field(repr=False)

    @cached_property
    def _definition(self) -> Definition:
        return self.define()

    @property
    def node(self) -> ast.FunctionDef | ast.ClassDef:
        return self._definition.node

    @property
    def params(self) -> tuple[Parameter, ...]:
        return self._definition.params

    @property
    def note(self) -> str:
        return self._definition.note

    @property
    def plain(self) -> str:
        """The function of TensorFlow's that a block is where nobody asks for its gradient."""
        return self._definition.plain

    @property
    def counting(self) -> str:
        """The function of TensorFlow's that a block is where no index is below 0."""
        return self._definition.counting

    @property
    def given(self) -> str:
        """The block that takes arguments which only the program can tell apart."""
        return self._definition.given

    @property
    def reads_length(self) -> bool:
        """Whether it has to know how many rows its tensors have when it is traced."""
        return self._definition.reads_length

    @cached_property
    def is_class(self) -> bool:
        return isinstance(self.node, ast.ClassDef)

    @property
    def title(self) -> str:
        """How messages call the rule: its first torch name or idiom."""
        return (self.names or self.patterns or (self.name,))[0]

    @cached_property
    def doc(self) -> str:
        """The docstring."""
        return ast.get_docstring(self.node) or ""

    @property
    def proofs(self) -> tuple[str, ...]:
        """The `>>>` lines of the docstring."""
        return tuple(line[4:] for line in self.doc.splitlines() if line.startswith(">>> "))

    @cached_property
    def asks_what_counts(self) -> bool:
        """Whether it has a shorter spelling for numbers that are not below 0."""
        names = (node.id for node in nodes(self.node) if isinstance(node, ast.Name))
        return not self.is_class and "nonnegative" in names

    @cached_property
    def harmless(self) -> frozenset[str]:
        """The parameters that a `del`, or a class's @port, declares to have no effect."""
        return frozenset(self._definition.harmless) | _deleted(self.node)

    @cached_property
    def returns(self) -> dict[int, ast.expr]:
        """The kind that each `return` gives, by its line: `-> A | B` names them in order."""
        if isinstance(self.node, ast.ClassDef) or self.node.returns is None:
            return {}
        lines = [n.lineno for n in nodes(self.node) if isinstance(n, ast.Return)]
        kinds = alternatives(self.node.returns)
        if len(kinds) == 1:
            kinds *= len(lines)
        return dict(zip(sorted(lines), kinds))

    @cached_property
    def gives_tensors(self) -> bool:
        """Whether it returns a tensor in any case."""
        words = {ast.unparse(kind) for kind in self.returns.values()}
        return bool(words) and words <= _TENSORS

    @property
    def gives_layer(self) -> bool:
        """Whether it returns a layer in any case."""
        return {ast.unparse(kind) for kind in self.returns.values()} == {"Module"}


_TENSORS = frozenset(
    {"Parameter", "ParameterLike", "Tensor", "Float", "Int", "Bool", "Vector", "IntVector"}
    | {"Typed", "TypedLike", "TypedParameter"}
)


@lru_cache(maxsize=2048)
def _deleted(node: ast.AST) -> frozenset[str]:
    deletions = (below for below in nodes(node) if isinstance(below, ast.Delete))
    targets = (target for deletion in deletions for target in deletion.targets)
    return frozenset(target.id for target in targets if isinstance(target, ast.Name))


def alternatives(annotation: ast.expr) -> list[ast.expr]:
    """The members of `A | B | C`, in order."""
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        return [*alternatives(annotation.left), *alternatives(annotation.right)]
    return [annotation]


def reason(refusal: ast.Raise) -> str:
    """The text of `raise Unsupported("…")`."""
    if isinstance(refusal.exc, ast.Call) and refusal.exc.args:
        return str(ast.literal_eval(refusal.exc.args[0]))
    return "not supported"
