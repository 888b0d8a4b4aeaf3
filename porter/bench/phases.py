"""Which lines of a program are its phases: update steps, and acting, by porter's own plan."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import libcst as cst

from porter.equivalence.lines import ProjectLines
from porter.facts import Facts
from porter.findings import Severity
from porter.infer import infer
from porter.kinds import Module, Tensor
from porter.pipeline import rulebook
from porter.plan.draws import makes_distribution
from porter.plan.general import with_general
from porter.plan.make import make_plan
from porter.positions import beside
from porter.project import Project
from porter.source import Unreadable, read, syntax_tree
from porter.split_lines import split_lines
from porter.tree import walk

UPDATE, TARGETS, ACTING = "update", "targets", "acting"


@dataclass(frozen=True)
class Phase:
    """A run of statements: the lines of the original from `first` to `last`, both inclusive."""

    kind: str
    path: str
    first: int
    last: int

    @property
    def name(self) -> str:
        """What reports call it: "update, agent.py:132"."""
        return f"{self.kind}, {Path(self.path).name}:{self.first}"


def phases(path: Path, root: Path) -> tuple[Phase, ...]:
    """The phases of one file of the original. Raises SyntaxError and Unreadable."""
    text = read(str(path)).text
    if "torch" not in text:
        return ()
    tree = syntax_tree(text)
    facts = infer(str(path), split_lines(cst.parse_module(text), text), rulebook(()), Project(root))
    twins = dict(beside(facts.module.body, tree.body))
    updates = [
        Phase(UPDATE, str(path), twins[first].lineno, twins[last].end_lineno)
        for first, last in _update_steps(facts)
        if first in twins and last in twins
    ]
    inside = {line for update in updates for line in range(update.first, update.last + 1)}
    acting = _Acting(facts, {twin: node for node, twin in twins.items()}, inside)
    learning = _learning(tree, inside)
    found = [
        Phase(TARGETS if lines[0] in learning else ACTING, str(path), *lines)
        for lines in acting.below(tree)
    ]
    return (*updates, *found)


def _learning(tree: ast.AST, inside: set[int]) -> set[int]:
    """The lines of functions that update and make no step in an environment.

    What a network is asked for there is what the update is computed from.
    """
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            if lines & inside and not any(map(_steps_environment, ast.walk(node))):
                found |= lines
    return found


def _steps_environment(node: ast.AST) -> bool:
    """`env.step(action)`; an optimizer's has no argument."""
    match node:
        case ast.Call(func=ast.Attribute(attr="step"), args=[_, *_]):
            return True
    return False


def _update_steps(facts: Facts) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    plan = make_plan(facts)
    errors = [problem for problem in plan.problems if problem.severity is Severity.ERROR]
    plan = with_general(facts, errors) or plan
    for recording in plan.general.recordings:
        yield recording.first, recording.last
    for body in plan.bodies:
        if body.updates or not any(makes_distribution(facts, line) for line in body.graph):
            yield body.first, body.last
    for update in plan.eager:
        yield update.first, (*update.parts(), *update.loops)[-1]


@dataclass
class _Acting:
    """Finds runs of tensor statements that ask a network, outside of updates and of networks."""

    facts: Facts
    nodes: dict[Any, Any]
    inside: set[int]

    def below(self, tree: ast.AST) -> Iterator[tuple[int, int]]:
        for suite in _suites(tree):
            if suite:
                yield from self._runs(suite)
                for statement in suite:
                    if not self._is_network(statement):
                        yield from self.below(statement)

    def _runs(self, suite: Sequence[ast.stmt]) -> Iterator[tuple[int, int]]:
        run: list[ast.stmt] = []
        for statement in (*suite, None):
            if statement is not None and self._has(statement, Tensor, Module):
                run.append(statement)
                continue
            if any(self._asks(s) for s in run):
                yield run[0].lineno, run[-1].end_lineno or run[-1].lineno
            run = []

    def _has(self, statement: ast.stmt, *kinds: type) -> bool:
        """Whether a simple statement outside of updates has a value of these kinds in it."""
        node = self.nodes.get(statement)
        if statement.lineno in self.inside or not isinstance(node, cst.SimpleStatementLine):
            return False
        return any(isinstance(self.facts.kind(part), kinds) for part in walk(node))

    def _asks(self, statement: ast.stmt) -> bool:
        """Whether a network is called in it, or a method that the program gave the network."""
        calls = (part for part in walk(self.nodes[statement]) if isinstance(part, cst.Call))
        return any(map(self._is_forward, calls))

    def _is_forward(self, call: cst.Call) -> bool:
        if isinstance(self.facts.kind(call.func), Module):
            return True
        if not isinstance(call.func, cst.Attribute):
            return False
        owner = self.facts.kind(call.func.value)
        return isinstance(owner, Module) and bool(self.facts.method(owner, call.func.attr.value))

    def _is_network(self, statement: ast.stmt) -> bool:
        node = self.nodes.get(statement)
        infos = self.facts.classes.values()
        return any(info.node is node and info.is_module for info in infos if node is not None)


def _suites(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        suite = getattr(node, name, None)
        if isinstance(suite, list):
            yield suite
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def program(script: Path) -> tuple[Path, ...]:
    """The script and the files of its folder that it imports, and that these import."""
    root, found, ahead = script.parent, [script], [script]
    while ahead:
        path = ahead.pop()
        try:
            tree = syntax_tree(read(str(path)).text)
        except (Unreadable, SyntaxError):
            continue  # the program will say so itself, if it ever comes there
        for module in _imported(tree):
            for base in (root, path.parent):
                stem = base.joinpath(*module.split("."))
                for candidate in (stem.with_suffix(".py"), stem / "__init__.py"):
                    if candidate.is_file() and candidate not in found:
                        found.append(candidate)
                        ahead.append(candidate)
    return tuple(found)


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.module:
                yield node.module
            prefix = f"{node.module}." if node.module else ""
            yield from (prefix + alias.name for alias in node.names if alias.name != "*")


Lines = dict[str, dict[int, int]]  # file -> line where a statement begins -> number of the phase


def lines_of_original(found: Sequence[Phase]) -> Lines:
    """Every line of a phase."""
    lines: Lines = {}
    for number, phase in enumerate(found):
        for line in range(phase.first, phase.last + 1):
            lines.setdefault(phase.path, {}).setdefault(line, number)
    return lines


def lines_of_port(found: Sequence[Phase], original: Path, port: Path) -> Lines:
    """The lines of the port that came from the phases' lines."""
    project, wanted, lines = ProjectLines(original, port), lines_of_original(found), Lines()
    for path in program(port):
        source = project.original_of(str(path)) if path.is_relative_to(port.parent) else None
        if source is None or str(source) not in wanted:
            continue
        numbers, pairs = wanted[str(source)], project.map_of(str(path), source)
        for statement in pairs.port:
            number = numbers.get(pairs.to_original(statement.line) or 0)
            if number is not None:
                lines.setdefault(str(path), {})[statement.line] = number
    return lines
