"""The support table: every rule as a row, as text, JSON and the Markdown of rules/README.md."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import groupby

from porter.rulebook.book import Rulebook
from porter.rulebook.model import Rule, reason

REGENERATE = "porter rules --format markdown > rules/README.md"


@dataclass(frozen=True)
class Row:
    """A rule as its reader wants to know it."""

    rule: Rule

    @property
    def names(self) -> tuple[str, ...]:
        """The torch APIs and idioms."""
        return (*self.rule.names, *self.rule.patterns)

    @property
    def summary(self) -> str:
        """The first line of the rule's documentation."""
        return self.rule.doc.split("\n")[0]

    @property
    def becomes(self) -> str:
        """The TensorFlow expression, of several the most general one; "" for a refusal."""
        if self.rule.is_class:
            return f"class {self.rule.name}"
        returns = [n.value for n in ast.walk(self.rule.node) if isinstance(n, ast.Return)]
        last = max((r for r in returns if r is not None), key=lambda n: n.lineno, default=None)
        text = ast.unparse(last) if last is not None else ""
        return "nothing: it is left out" if text == "None" else text

    @property
    def refusals(self) -> tuple[str, ...]:
        """What is refused, as the reports say it."""
        nodes = [node for node in ast.walk(self.rule.node) if isinstance(node, ast.Raise)]
        return tuple(reason(n) for n in sorted(nodes, key=lambda n: n.lineno) if _is_refusal(n))

    @property
    def is_refused(self) -> bool:
        """Whether nothing of this API is ported."""
        return not self.becomes

    @property
    def place(self) -> str:
        """The file and the line: "rules/math.py:12"."""
        return f"rules/{self.rule.path.name}:{self.rule.node.lineno}"


def rows(book: Rulebook, pattern: str = "") -> list[Row]:
    """The rules with a name that matches; without a `*` the pattern may stand anywhere in it."""
    wanted = pattern if "*" in pattern else f"*{pattern}*"
    found = [Row(rule) for rule in book.rules.values() if rule.names or rule.patterns]
    exact = [row for row in found if pattern in row.names]
    return exact or [row for row in found if any(fnmatchcase(name, wanted) for name in row.names)]


def nearest(book: Rulebook, pattern: str) -> list[str]:
    """The names of rules that a wrong one may mean; without `torch.` they count as well."""
    from difflib import get_close_matches

    names = [name for rule in book.rules.values() for name in rule.names]
    short = {name.rpartition(".")[2].lower(): name for name in reversed(names)}
    wanted = pattern.strip("*")
    found = get_close_matches(wanted, names, 3, 0.75)
    last = wanted.rpartition(".")[2].lower()
    found += [short[name] for name in get_close_matches(last, short, 3, 0.75)]
    return list(dict.fromkeys(found))[:3]


def as_text(table: Sequence[Row]) -> str:
    """One rule a line: its names, and what they become or why they are refused."""
    lines = [f"{', '.join(row.names)}\n    {_line(row)}" for row in table]
    return "\n".join([*lines, "", totals(table)]) + "\n"


def as_json(table: Sequence[Row]) -> str:
    """A list of objects, one a rule."""
    return json.dumps([_object(row) for row in table], indent=2) + "\n"


def as_markdown(table: Sequence[Row]) -> str:
    """The page rules/README.md: a section for each file of rules."""
    parts = [_HEAD.format(totals=totals(table), command=REGENERATE)]
    for path, group in groupby(table, key=lambda row: row.rule.path):
        doc = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        parts.append(f"## {path.name}\n\n{_topic(doc)}\n\n{_COLUMNS}")
        parts += [_markdown_row(row) for row in group]
        parts.append("")
    return "\n".join(parts)


def totals(table: Sequence[Row]) -> str:
    """How much is ported and how much refused, counted in names."""
    ported = sum(len(row.rule.names) for row in table if not row.is_refused)
    refused = sum(len(row.rule.names) for row in table if row.is_refused)
    idioms = sum(bool(row.rule.patterns) for row in table)
    return f"{ported} torch names are ported, {refused} are refused with a reason; {idioms} idioms."


_HEAD = """\
# What porter ports

{totals}

Each rule is one function or class here: its docstring has the proof that the tests run. What a rule
does not cover is a finding, never a guess. `porter rules --explain NAME` shows a rule with its
proof and what that becomes.

This page is generated: `{command}`
"""
_COLUMNS = "| torch | TensorFlow | notes and refusals |\n| --- | --- | --- |"


def _line(row: Row) -> str:
    if row.is_refused:
        return f"refused: {'; '.join(row.refusals)}"
    parts = [row.becomes]
    parts += [f"note: {row.rule.note}"] * bool(row.rule.note)
    parts += [f"not: {'; '.join(row.refusals)}"] * bool(row.refusals)
    return "\n    ".join(parts)


def _markdown_row(row: Row) -> str:
    names = ", ".join(f"`{name}`" for name in row.names)
    becomes = row.becomes or "refused"
    becomes = becomes if becomes.startswith(("nothing", "refused")) else f"`{becomes}`"
    remarks = [f"note: {row.rule.note}"] * bool(row.rule.note)
    remarks += row.refusals if row.is_refused else [f"not: {text}" for text in row.refusals]
    cells = (names, becomes, "; ".join(remarks))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _topic(doc: str) -> str:
    """What the file's docstring says before it speaks to the writers of rules."""
    return doc.replace(" Each body is a template.", "").split("\n\n")[0]


def _object(row: Row) -> dict[str, object]:
    return {
        "names": list(row.rule.names),
        "idioms": list(row.rule.patterns),
        "summary": row.summary,
        "becomes": row.becomes,
        "note": row.rule.note,
        "refused": list(row.refusals),
        "place": row.place,
    }


def _is_refusal(node: ast.Raise) -> bool:
    func = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(func, ast.Name) and func.id == "Unsupported"
