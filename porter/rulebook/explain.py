"""One rule explained: its documentation, its source, and its proof with what that becomes."""

from __future__ import annotations

import ast
from pathlib import Path

from porter.rulebook.table import Row

_PRELUDE = """\
import numpy as np
import torch
import torch.distributions as D
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

x = torch.rand(4, 3)
y = torch.rand(4, 3)
q = torch.rand(4, 3)
p = nn.Parameter(torch.rand(4, 3))
a = torch.randint(3, (4,))
n = np.ones((2, 3))
net = nn.Linear(3, 2)
other = nn.Linear(3, 2)
optimizer = optim.Adam(net.parameters())
device = torch.device("cpu")
path = "agent.pt"
"""


def explain(row: Row, extra: tuple[Path, ...] = ()) -> str:
    """What a user wants to know of a rule, and what its next author does."""
    rule = row.rule
    parts = [f"{', '.join(row.names)}   ({row.place})", "", f"  {row.summary}", ""]
    if rule.note:
        parts += [f"  note: {rule.note}", ""]
    parts += [f"  refused: {text}" for text in row.refusals]
    proofs = [f"  >>> {line}\n      {becomes}" for line, becomes in _proofs(row, extra)]
    parts += ["", *proofs] if proofs else []
    lines = rule.source.splitlines()[rule.node.lineno - 1 : rule.node.end_lineno]
    parts += ["", *(f"  {line}".rstrip() for line in lines)]
    return "\n".join(parts)


def _proofs(row: Row, extra: tuple[Path, ...]) -> list[tuple[str, str]]:
    """Each line of the proof with what `porter convert` makes of it."""
    from porter.pipeline import Converted, Options, convert

    lines = row.rule.proofs
    # As assignments: a line without effect would be left out, and so would its name
    program = _PRELUDE + "".join(f"proof_{i} = {line}\n" for i, line in enumerate(lines))
    outcome = convert(program, "proof.py", options=Options(rules=extra))
    if not lines or not isinstance(outcome, Converted):
        return []
    ported = {
        ast.unparse(node.targets[0]): ast.unparse(node.value)
        for node in ast.parse(outcome.output).body
        if isinstance(node, ast.Assign)
    }
    found = [(line, ported.get(f"proof_{i}", "")) for i, line in enumerate(lines)]
    return [(line, text) for line, text in found if text]
