"""Lines that became too long are broken as a formatter would break them: longer than the longest of
the original, within limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.rulebook.parens import parenthesized

WIDTH, WIDEST = 100, 120
_OPERATIONS = (cst.BinaryOperation, cst.BooleanOperation)


def width_of(text: str) -> int:
    """How long a line of a file may become: as its longest is, if that is between the two."""
    return min(max(WIDTH, *map(len, text.splitlines() or [""])), WIDEST)


class Wrapper:
    """Breaks long lines of new code; `indent` is the file's own.

    `texts` keeps what it found to fit: nobody has to generate that again.
    """

    def __init__(self, indent: str, width: int = WIDTH, newline: str = "\n") -> None:
        self.indent, self.width, self.newline = indent, width, newline
        self.unit = 4 if "\t" in indent else len(indent)
        self.texts: dict[cst.CSTNode, str] = {}

    def statement(self, node: Any, depth: int) -> Any:
        """A simple statement or a def, on several lines if it is too long for one."""
        if isinstance(node, cst.FunctionDef):
            return self._signature(node, depth)
        if isinstance(node, cst.For):
            return self._loop(node, depth)
        if isinstance(node, (cst.If, cst.While)):
            return self._test(node, depth, "if" if isinstance(node, cst.If) else "while")
        if not isinstance(node, cst.SimpleStatementLine) or len(node.body) != 1:
            return node
        small: Any = node.body[0]
        text = code(small)
        value = getattr(small, "value", None)
        if "\n" in text:
            if not depth and self.newline == "\n":  # a table, whose text has no indentation to get
                self.texts[node] = text
            return node
        width = len(text.split("#")[0].rstrip())
        if value is None or width + depth * self.unit <= self.width:
            self.texts[node] = text
            return node
        broken = small.with_changes(value=self._value(value, depth))
        return node.with_changes(body=[self._names(broken, depth)])

    def _names(self, small: Any, depth: int) -> Any:
        """The names that an assignment binds, a line each if they are too long for one."""
        first = code(small).split("\n")[0]
        if not isinstance(small, cst.Assign) or len(first) + depth * self.unit <= self.width:
            return small
        target = small.targets[0]
        if len(small.targets) > 1 or not isinstance(target.target, cst.Tuple) or target.target.lpar:
            return small
        names = self._bracketed(self._listed(target.target, depth, 0), 0)
        return small.with_changes(targets=[target.with_changes(target=names)])

    def listed(self, names: Sequence[str]) -> str:
        """`a, b`; a line each where that is long, as what networks keep is."""
        if sum(map(len, names)) < self.width // 2 or not any("." in name for name in names):
            return ", ".join(names)
        return "".join(["(\n", *(f"{self.indent}{name},\n" for name in names), ")"])

    def _value(self, node: Any, depth: int, level: int = 0) -> Any:
        """An expression on several lines; `level` is how deep in brackets its line stands."""
        if isinstance(node, cst.Call) and node.args:
            return self._call(node, depth, level)
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            inner = self._value(node.func.value, depth, level)  # f(…).method()
            return node.with_changes(func=node.func.with_changes(value=inner))
        if isinstance(node, cst.Subscript):
            return node.with_changes(value=self._value(node.value, depth, level))
        if isinstance(node, _OPERATIONS) and (node.lpar or not level):
            inside = self._broken(node.with_changes(lpar=[], rpar=[]), depth, level + 1)
            return self._bracketed(inside, level)
        if isinstance(node, _OPERATIONS):
            return self._broken(node, depth, level)
        if isinstance(node, cst.Tuple) and len(node.lpar) < 2 and len(node.elements) > 1:
            return self._bracketed(self._listed(node, depth, level), level)
        return node

    def _fitting(self, node: Any, depth: int, level: int, beside: int) -> Any:
        """An expression that begins a line, and has `beside` more columns there, if it fits."""
        text = code(node)
        fits = "\n" in text or len(text) + beside + (depth + level) * self.unit <= self.width
        return node if fits else self._value(node, depth, level)

    def _bracketed(self, node: Any, level: int) -> Any:
        return node.with_changes(
            lpar=[cst.LeftParen(whitespace_after=self._newline(level + 1))],
            rpar=[cst.RightParen(whitespace_before=self._newline(level))],
        )

    def _listed(self, node: cst.Tuple, depth: int, level: int) -> cst.Tuple:
        """An element a line; the brackets stand apart."""
        last = len(node.elements) - 1
        elements = [
            element.with_changes(
                value=self._fitting(element.value, depth, level + 1, 1),
                comma=cst.Comma(whitespace_after=self._newline(level + 1))
                if index < last
                else cst.Comma(),
            )
            for index, element in enumerate(node.elements)
        ]
        return node.with_changes(elements=elements)

    def _call(self, node: cst.Call, depth: int, level: int) -> cst.Call:
        inner = code(node)[len(code(node.func)) :]
        narrow = len(inner) + (depth + level + 1) * self.unit > self.width
        args = list(node.args)
        if narrow:
            args = [
                arg.with_changes(
                    value=self._argument(arg, depth, level + 1),
                    comma=cst.Comma(whitespace_after=self._newline(level + 1)),
                )
                for arg in args
            ]
        args[-1] = args[-1].with_changes(
            comma=cst.Comma() if narrow else cst.MaybeSentinel.DEFAULT,
            whitespace_after_arg=cst.SimpleWhitespace("") if narrow else self._newline(level),
        )
        if narrow:
            args[-1] = args[-1].with_changes(comma=cst.Comma(whitespace_after=self._newline(level)))
            if isinstance(args[0].value, cst.GeneratorExp) and not args[0].value.lpar:
                # a generator that a comma follows has brackets of its own
                args[0] = args[0].with_changes(value=parenthesized(args[0].value))
        return node.with_changes(args=args, whitespace_before_args=self._newline(level + 1))

    def _argument(self, arg: cst.Arg, depth: int, level: int) -> Any:
        beside = len(code(arg.with_changes(comma=cst.MaybeSentinel.DEFAULT))) - len(code(arg.value))
        return self._fitting(arg.value, depth, level, beside + 1)

    def _broken(self, node: Any, depth: int, level: int) -> Any:
        """A line break before each operator of the outermost sum, product or condition."""
        left = node.left
        if isinstance(left, type(node)) and not left.lpar and _kind(left) is _kind(node):
            left = self._broken(left, depth, level)
        else:
            left = self._fitting(left, depth, level, 0)
        right = self._fitting(node.right, depth, level, len(code(node.operator).strip()) + 2)
        operator = node.operator.with_changes(whitespace_before=self._newline(level))
        return node.with_changes(left=left, operator=operator, right=right)

    def _signature(self, node: cst.FunctionDef, depth: int) -> cst.FunctionDef:
        text = f"def {node.name.value}({code(node.params)}):"
        if len(text) + depth * self.unit <= self.width or "\n" in text or not node.params.params:
            return node
        params = list(node.params.params)
        inner = len(code(node.params)) + (depth + 1) * self.unit
        plain = not (node.params.star_kwarg or node.params.kwonly_params)
        if inner > self.width and plain and node.params.star_arg is cst.MaybeSentinel.DEFAULT:
            params = [
                p.with_changes(comma=cst.Comma(whitespace_after=self._newline(1))) for p in params
            ]
            params[-1] = params[-1].with_changes(comma=cst.Comma(whitespace_after=self._newline(0)))
        else:
            params[-1] = params[-1].with_changes(whitespace_after_param=self._newline(0))
        return node.with_changes(
            params=node.params.with_changes(params=params),
            whitespace_before_params=self._newline(1),
        )

    def _loop(self, node: cst.For, depth: int) -> cst.For:
        text = f"for {code(node.target)} in {code(node.iter)}:"
        if len(text) + depth * self.unit <= self.width or "\n" in text:
            return node
        return node.with_changes(iter=self._value(node.iter, depth))

    def _test(self, node: Any, depth: int, keyword: str) -> Any:
        """The header of an `if`, of each `elif` behind it, or of a `while`."""
        if isinstance(node.orelse, cst.If):
            node = node.with_changes(orelse=self._test(node.orelse, depth, "elif"))
        text = f"{keyword} {code(node.test)}:"
        if len(text) + depth * self.unit <= self.width or "\n" in text:
            return node
        return node.with_changes(test=self._value(node.test, depth))

    def _newline(self, deeper: int) -> cst.ParenthesizedWhitespace:
        return cst.ParenthesizedWhitespace(
            indent=True, last_line=cst.SimpleWhitespace(self.indent * deeper)
        )


def _kind(node: Any) -> type[cst.CSTNode]:
    """The operators that stand beside each other: + and -, * and /, `and`, `or`."""
    if isinstance(node, cst.BooleanOperation):
        return type(node.operator)
    return cst.Add if isinstance(node.operator, (cst.Add, cst.Subtract)) else cst.Multiply
