"""What a rule is made of. docs/adding_a_lint_rule.md tells how to write one."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from porter.linter.file import File
from porter.linter.finding import Finding, Fix
from porter.linter.hot import Hot
from porter.linter.measured import cost

Visitor = Callable[[ast.AST, File], Iterator[Finding]]


class Tier(Enum):
    """DEFAULT is on; OPTIONAL has to be selected by its id or name, or with ALL."""

    DEFAULT = "default"
    OPTIONAL = "optional"


class Fixable(Enum):
    """SAFE keeps values and types; UNSAFE needs --unsafe-fixes; NO is advice only."""

    NO = "no"
    SAFE = "safe"
    UNSAFE = "unsafe"


@dataclass(frozen=True)
class Invalid:
    """An example with findings on the lines that end in `# TFE…`, and what --fix makes of it.

    `setup` and `result` make it a program: both forms are run, and what `result` gives is compared.
    `unsafe` where a rule with safe fixes has an unsafe one here.
    """

    code: str
    fixed: str = ""
    setup: str = ""
    result: str = ""
    unsafe: bool = False


class Rule:
    """A rule has a method `visit_X(self, node, file)` for each type X of nodes that it looks at."""

    id: ClassVar[str]
    name: ClassVar[str]
    message: ClassVar[str]  # what is wrong, with {values} in it
    advice: ClassVar[str]
    tier: ClassVar[Tier] = Tier.DEFAULT
    fixable: ClassVar[Fixable] = Fixable.NO
    valid: ClassVar[tuple[str, ...]]
    invalid: ClassVar[tuple[Invalid, ...]]

    def visitors(self) -> dict[type[ast.AST], Visitor]:
        """The methods by the type of their nodes."""
        return {
            getattr(ast, name.removeprefix("visit_")): getattr(self, name)
            for name in dir(self)
            if name.startswith("visit_")
        }

    def found(
        self,
        node: ast.expr | ast.stmt,
        file: File,
        hot: Hot | None = None,
        fix: Fix | None = None,
        **values: str,
    ) -> Finding:
        """A finding at a node; `values` fill the message and the advice."""
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        if isinstance(node, ast.stmt) and hasattr(node, "body"):  # the head of it alone
            end_line, end = node.lineno, len(file.text.lines[node.lineno - 1].encode())
        statement = file.tree.statement(node)
        return Finding(
            path="",
            line=node.lineno,
            column=file.text.column(node.lineno, node.col_offset),
            end_line=end_line,
            end_column=file.text.column(end_line, end),
            rule=self.id,
            name=self.name,
            problem=self.message.format(**values),
            hot=str(hot) if hot else "",
            cost=cost(self.id),
            advice=self.advice.format(**values),
            loop=hot.line if hot and not hot.configured else 0,
            statement=(statement.lineno, _last_line(statement)),
            fix=fix,
        )

    @classmethod
    def documentation(cls) -> str:
        """The docstring, which is the rule's page."""
        return inspect.cleandoc(cls.__doc__ or "")


def _last_line(statement: ast.stmt) -> int:
    """Where a statement ends; for one with a body, where its head begins."""
    if hasattr(statement, "body"):
        return statement.lineno
    return statement.end_lineno or statement.lineno
