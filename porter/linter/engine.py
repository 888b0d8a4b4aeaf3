"""Text to findings. One walk over the tree; each rule gets the nodes that it has asked for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from porter import source
from porter.linter import registry
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Rule, Visitor
from porter.linter.suppress import Suppressions

_WORDS = ("tensorflow", "keras")


def concerns(text: str) -> bool:
    """Whether TensorFlow can be in a text at all; the rest is not even parsed."""
    return any(word in text for word in _WORDS)


def lint(
    text: str, path: str, rules: tuple[Rule, ...], hot_functions: tuple[str, ...] = ()
) -> list[Finding]:
    """All findings of a file in order; the suppressed ones are marked."""
    if not concerns(text):
        return []
    suppressions = Suppressions(text)
    if suppressions.skip_file:
        return []
    problem = source.parse_problem(text, path)
    if problem is not None:
        return [_syntax_error(problem.line, problem.column, problem.message, path)]
    try:
        file = File(text, source.syntax_tree(text), hot_functions)
        found = suppressions.apply(_visit(file, rules))
    except RecursionError:
        return [_syntax_error(1, 1, "the code is nested too deeply", path)]
    found += suppressions.unused({rule.id: rule.name for rule in rules})
    return sorted((replace(f, path=path) for f in found), key=_order)


def _visit(file: File, rules: tuple[Rule, ...]) -> Iterator[Finding]:
    for kind, wanted in _visitors(rules).items():
        for node in file.tree.of(kind):
            for visitor in wanted:
                yield from visitor(node, file)


@cache
def _visitors(rules: tuple[Rule, ...]) -> dict[type[ast.AST], list[Visitor]]:
    """Who wants the nodes of a type."""
    visitors: dict[type[ast.AST], list[Visitor]] = {}
    for rule in rules:
        for kind, visitor in rule.visitors().items():
            visitors.setdefault(kind, []).append(visitor)
    return visitors


def _order(finding: Finding) -> tuple[int, int, str]:
    return finding.line, finding.column, finding.rule


def _syntax_error(line: int, column: int, message: str, path: str) -> Finding:
    name, _ = registry.ENGINE[registry.SYNTAX]
    at = (line, column, line, column)
    return Finding(path, *at, registry.SYNTAX, name, message, advice="correct the file")
