"""Causes that the source text tells: what somebody changed in a port that porter wrote.

The numbers say that something is different; where porter's own port of the original has another
statement, that statement is the likely place. The kind of change is told by the syntax trees.
"""

from __future__ import annotations

import ast

from porter.equivalence.causes.changes import CHANGES, Change
from porter.equivalence.causes.focus import Focus, Node
from porter.equivalence.causes.model import Case, Cause, Confidence
from porter.equivalence.causes.sources import Otherwise

EDITED = "edited statement"
MOVED = "order of statements"


def edits(case: Case) -> list[Cause]:
    """The statements that somebody changed, those of the divergence's functions first."""
    port = case.divergence.port
    places = {case.sources.place(site) for site in (port.site, *port.stack)} if port else set()
    every = list(case.sources.edits())
    near = [edit for edit in every if edit.port and case.sources.place(edit.port) in places]
    far = [edit for edit in every if edit not in near]
    return [_cause(edit, every, alone=len(every) == 1) for edit in (*near, *far)]


def _cause(edit: Otherwise, every: list[Otherwise], alone: bool) -> Cause:
    """What kind of change it is. Without a kind it is likely only if it stands alone."""
    name, advice = EDITED, "compare it with what porter writes"
    confidence = Confidence.LIKELY if alone else Confidence.POSSIBLE
    same = edit.wanted and edit.found and _text(edit.wanted) == _text(edit.found)
    change = None if same else _change(edit)
    if same:
        name, advice = "statement in another block", "let it stand in the original's block"
        confidence = Confidence.LIKELY
    elif _moved(edit, every):
        name, advice = MOVED, "keep the original's order"
        if "target" in _text(edit.wanted or edit.found):
            name = "target updated before the step"
    elif change:
        name, advice, confidence = change.name, change.advice, Confidence.LIKELY
    if edit.found is None:
        text = f"the port lacks: {_text(edit.wanted)}"
    elif edit.wanted is None:
        text = f"the port has what porter does not write: {_text(edit.found)}"
    elif same:
        text = f"in the port, this stands in another block: {_text(edit.found)}"
    else:
        text = f"porter writes: {_text(edit.wanted)}; in the port it is: {_text(edit.found)}"
    return Cause(name, text, advice, confidence, original=edit.original, port=edit.port)


def _change(edit: Otherwise) -> Change | None:
    wanted: Node = edit.wanted or ast.Pass()
    found: Node = edit.found or ast.Pass()
    match wanted:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if edit.found is None:
            wanted, found = value, ast.Name(name, ast.Load())  # it keeps its value
    focus = Focus.of(wanted, found)
    return next((change for change in CHANGES if change.test(focus)), None)


def _moved(edit: Otherwise, every: list[Otherwise]) -> bool:
    """Whether the statement stands elsewhere in the port."""
    if (edit.wanted is None) == (edit.found is None):
        return False
    text = _text(edit.wanted or edit.found)
    others = [other.found if edit.found is None else other.wanted for other in every]
    return text in [_text(other) for other in others if other]


def _text(statement: ast.stmt | None) -> str:
    return ast.unparse(statement).splitlines()[0] if statement else ""
