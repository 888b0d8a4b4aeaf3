"""The ports of the examples are what porter writes today; `make goldens` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.findings import Severity
from porter.pipeline import Converted, Options, convert, helper_module

EXAMPLES = Path(__file__).parent.parent / "examples"
AGENTS = sorted(EXAMPLES.glob("*/agent*.py"))
ORIGINALS = [path for path in AGENTS if not path.stem.endswith("_tf")]


@pytest.mark.parametrize("path", ORIGINALS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_port_is_porters_own_and_complete(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    outcome = convert(text, str(path), path.parent, Options(helpers="module"))
    assert isinstance(outcome, Converted)
    golden = path.with_name(f"{path.stem}_tf.py").read_text(encoding="utf-8")
    assert outcome.output == golden, "run `make goldens`, and read the diff"
    assert outcome.left == 0
    assert not [f for f in outcome.findings if f.severity is Severity.ERROR]
    assert "N403" not in {f.code for f in outcome.findings}, "a step stays in eager mode"
    assert ("@tf.function" in outcome.output) == (".backward()" in text)


@pytest.mark.parametrize("folder", sorted({path.parent for path in AGENTS}), ids=lambda p: p.name)
def test_ports_share_their_building_blocks(folder: Path) -> None:
    blocks: set[str] = set()
    for path in (path for path in ORIGINALS if path.parent == folder):
        outcome = convert(path.read_text(encoding="utf-8"), str(path), folder)
        assert isinstance(outcome, Converted)
        blocks |= outcome.blocks
    assert (folder / "torch_compat.py").read_text(encoding="utf-8") == helper_module(blocks)


def test_the_index_loop_becomes_a_gather() -> None:
    text = (EXAMPLES / "gridworld_dqn" / "agent_index_loop_tf.py").read_text(encoding="utf-8")
    assert "tf.gather(Q1, action_batch, batch_dims=1)" in text
    assert "for i in range(len(action_batch))" not in text
    assert ".predict(" not in text
