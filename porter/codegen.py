"""The source text of trees, without the bookkeeping that libcst's own Module.code does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import libcst as cst
from libcst._nodes.internal import CodegenState


class Codegen(CodegenState):
    """Collects tokens. Nobody asks for positions, which cost a generator for every node."""

    def record_syntactic_position(  # type: ignore[override]
        self, *_: Any, **__: Any
    ) -> AbstractContextManager[None]:
        return _NOTHING

    def generate(self, node: cst.CSTNode, **kwargs: Any) -> None:
        """A node below that which was asked for."""
        node._codegen_impl(self, **kwargs)


_NOTHING = nullcontext()
_PARENTHESIZED = cst.BaseExpression._parenthesize


def _parenthesize(node: cst.BaseExpression, state: CodegenState) -> AbstractContextManager[None]:
    """libcst makes a generator for each expression; few have parentheses."""
    if isinstance(state, Codegen) and not node.lpar:
        return _NOTHING
    return _PARENTHESIZED(node, state)


_WATCHED = cst.CSTNode._codegen


def _codegen(self: cst.CSTNode, state: CodegenState, **kwargs: Any) -> None:
    """libcst tells the state of each node before and after it: this one does not ask."""
    if type(state) is Codegen:
        self._codegen_impl(state, **kwargs)
    elif isinstance(state, Codegen):
        state.generate(self, **kwargs)
    else:
        _WATCHED(self, state, **kwargs)


cst.BaseExpression._parenthesize = _parenthesize  # type: ignore[method-assign, assignment]
cst.CSTNode._codegen = _codegen  # type: ignore[method-assign]


@dataclass(frozen=True, eq=False)
class Verbatim(cst.BaseSmallStatement):
    """A definition that is there as text only: nobody has to look into it."""

    text: str = ""
    semicolon: cst.Semicolon | cst.MaybeSentinel = cst.MaybeSentinel.DEFAULT

    def _visit_and_replace_children(self, visitor: cst.CSTVisitorT) -> Verbatim:
        return self

    def _codegen_impl(self, state: CodegenState, default_semicolon: bool = False) -> None:
        state.add_token(self.text)


@dataclass(frozen=True, eq=False)
class Line(cst.BaseStatement):
    """A simple statement that is there as text only, with what stands above and behind it."""

    text: str
    leading_lines: Sequence[cst.EmptyLine]
    trailing_whitespace: cst.TrailingWhitespace

    def _visit_and_replace_children(self, visitor: cst.CSTVisitorT) -> Line:
        return self

    def _codegen_impl(self, state: CodegenState) -> None:
        for line in self.leading_lines:
            if line.indent:
                state.add_indent_tokens()
            _end(line, state)
        state.add_indent_tokens()
        state.add_token(self.text)
        _end(self.trailing_whitespace, state)


def _end(line: cst.EmptyLine | cst.TrailingWhitespace, state: CodegenState) -> None:
    """The comment and the line's end."""
    state.add_token(line.whitespace.value)
    if line.comment is not None:
        state.add_token(line.comment.value)
    state.add_token(line.newline.value or state.default_newline)


def module_code(module: cst.Module) -> str:
    """The text of a whole file, with its own indentation and line ends."""
    return _generated(module, module.default_indent, module.default_newline)


def code(node: cst.CSTNode) -> str:
    """The node's source text."""
    return _generated(node, "    ", "\n")


def _generated(node: cst.CSTNode, indent: str, newline: str) -> str:
    state = Codegen(indent, newline)
    state.add_token = state.tokens.append  # type: ignore[method-assign, assignment]
    node._codegen(state)
    return "".join(state.tokens)


def short(node: cst.CSTNode) -> str:
    """The code of a node as a message names it: on one line, of 40 characters at most."""
    text = " ".join(code(node).split())
    return text if len(text) <= 40 else text[:37] + "..."
