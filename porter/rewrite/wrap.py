"""Lines that became longer than 100 columns are broken as a formatter would break them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.rulebook.parens import parenthesized

WIDTH = 100


class Wrapper:
    """Breaks long lines of new code; `indent` is the file's own.

    `texts` keeps what it found to fit: nobody has to generate that again.
    """

    def __init__(self, indent: str) -> None:
        self.indent = indent
        self.unit = 4 if "\t" in indent else len(indent)
        self.texts: dict[cst.CSTNode, str] = {}

    def statement(self, node: Any, depth: int) -> Any:
        """A simple statement or a def, on several lines if it is too long for one."""
        if isinstance(node, cst.FunctionDef):
            return self._signature(node, depth)
        if isinstance(node, cst.For):
            return self._loop(node, depth)
        if not isinstance(node, cst.SimpleStatementLine) or len(node.body) != 1:
            return node
        small: Any = node.body[0]
        text = code(small)
        value = getattr(small, "value", None)
        if "\n" in text:
            return node
        width = len(text.split("#")[0].rstrip())
        if value is None or width + depth * self.unit <= WIDTH:
            self.texts[node] = text
            return node
        return node.with_changes(body=[small.with_changes(value=self._value(value, depth))])

    def listed(self, names: Sequence[str]) -> str:
        """`a, b`; a line each where that is long, as what networks keep is."""
        if sum(map(len, names)) < WIDTH // 2 or not any("." in name for name in names):
            return ", ".join(names)
        return "".join(["(\n", *(f"{self.indent}{name},\n" for name in names), ")"])

    def _value(self, node: Any, depth: int) -> Any:
        if isinstance(node, cst.Call) and node.args:
            return self._call(node, depth)
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            inner = self._value(node.func.value, depth)  # f(…).method()
            return node.with_changes(func=node.func.with_changes(value=inner))
        if isinstance(node, cst.BinaryOperation) and not node.lpar:
            return self._operation(node)
        return node

    def _call(self, node: cst.Call, depth: int) -> cst.Call:
        inner = code(node)[len(code(node.func)) :]
        narrow = len(inner) + (depth + 1) * self.unit > WIDTH
        args = [
            arg.with_changes(comma=cst.Comma(whitespace_after=self._newline(1)))
            if narrow and index < len(node.args) - 1
            else arg
            for index, arg in enumerate(node.args)
        ]
        args[-1] = args[-1].with_changes(
            comma=cst.Comma() if narrow else cst.MaybeSentinel.DEFAULT,
            whitespace_after_arg=cst.SimpleWhitespace("") if narrow else self._newline(0),
        )
        if narrow:
            args[-1] = args[-1].with_changes(comma=cst.Comma(whitespace_after=self._newline(0)))
            if isinstance(args[0].value, cst.GeneratorExp) and not args[0].value.lpar:
                # a generator that a comma follows has brackets of its own
                args[0] = args[0].with_changes(value=parenthesized(args[0].value))
        return node.with_changes(args=args, whitespace_before_args=self._newline(1))

    def _operation(self, node: cst.BinaryOperation) -> cst.BinaryOperation:
        return self._broken(node).with_changes(
            lpar=[cst.LeftParen(whitespace_after=self._newline(1))],
            rpar=[cst.RightParen(whitespace_before=self._newline(0))],
        )

    def _broken(self, node: cst.BinaryOperation) -> cst.BinaryOperation:
        """A line break before each operator of the outermost sum or product."""
        left = node.left
        if isinstance(left, cst.BinaryOperation) and not left.lpar and _sum(left) == _sum(node):
            left = self._broken(left)
        operator = node.operator.with_changes(whitespace_before=self._newline(1))
        return node.with_changes(left=left, operator=operator)

    def _signature(self, node: cst.FunctionDef, depth: int) -> cst.FunctionDef:
        text = f"def {node.name.value}({code(node.params)}):"
        if len(text) + depth * self.unit <= WIDTH or "\n" in text or not node.params.params:
            return node
        params = list(node.params.params)
        params[-1] = params[-1].with_changes(whitespace_after_param=self._newline(0))
        return node.with_changes(
            params=node.params.with_changes(params=params),
            whitespace_before_params=self._newline(1),
        )

    def _loop(self, node: cst.For, depth: int) -> cst.For:
        text = f"for {code(node.target)} in {code(node.iter)}:"
        if len(text) + depth * self.unit <= WIDTH or "\n" in text:
            return node
        return node.with_changes(iter=self._value(node.iter, depth))

    def _newline(self, deeper: int) -> cst.ParenthesizedWhitespace:
        return cst.ParenthesizedWhitespace(
            indent=True, last_line=cst.SimpleWhitespace(self.indent * deeper)
        )


def _sum(node: cst.BinaryOperation) -> bool:
    return isinstance(node.operator, (cst.Add, cst.Subtract))
