"""What somebody changed in a port that porter wrote tells the line, and often the cause."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from porter.equivalence.causes import Case, Cause, Confidence, SourceFile, Sources, find_cause
from porter.equivalence.events import Event, Kind, Site
from porter.equivalence.verdict import Divergence, Phase
from porter.linemap import line_map

EXAMPLES = Path(__file__).parents[2] / "examples"
TD3 = EXAMPLES / "td3" / "agent.py"


def line_of(path: Path, text: str) -> int:
    lines = path.read_text().splitlines()
    (line,) = [number for number, line in enumerate(lines, 1) if text in line]
    return line


def cause_of(tmp_path: Path, *edits: tuple[str, str], where: str = "critic_loss, self") -> Cause:
    """The cause of a loss that differs in TD3's port after these replacements."""
    text = TD3.with_name("agent_tf.py").read_text()
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    port = tmp_path / "agent_tf.py"
    port.write_text(text)
    events = [
        Event(Kind.LOSS, 1, Site(str(path), line_of(path, code)), arrays={"loss": np.array(loss)})
        for path, code, loss in ((TD3, "critic_loss.backward()", 1.0), (port, where, 1.1))
    ]
    divergence = Divergence(Phase.LOSS, 1, "the loss", *events)
    file = SourceFile(str(TD3), str(port), line_map(TD3, port))
    cause = find_cause(Case(divergence, sources=Sources((file,))))
    assert cause is not None
    return cause


@pytest.mark.parametrize(
    ("old", "new", "name", "original"),
    [
        (
            "not_done * self.discount * tf.minimum",
            "(1 - not_done) * self.discount * tf.minimum",
            "terminal mask inverted",
            "target_q = reward",
        ),
        ("self.discount * tf.minimum", "0.9 * tf.minimum", "discount", "target_q = reward"),
        ("tf.minimum(next_q1, next_q2)", "next_q1", "minimum or maximum", "target_q = reward"),
        (
            "critic_loss = (\n                tf.reduce_mean",
            "critic_loss = (\n                tf.reduce_sum",
            "reduction",
            "critic_loss = F.mse",
        ),
        (
            "next_q1, next_q2 = self.critic_target(",
            "next_q1, next_q2 = self.critic(",
            "wrong network",
            "next_q1, next_q2 = self.critic_target(",
        ),
        ("tf.concat([state, action], axis=1)\n        return", "tf.concat([state, action], axis=-1)"
         "\n        return", "wrong axis", "x = torch.cat"),
        (
            "from_array(self.reward[rows], tf.float32)",
            "from_array(self.reward[rows, 0], tf.float32)",
            "wrong index",
            "",
        ),
        (
            "from_array(self.reward[rows], tf.float32)",
            "from_array(list(zip(self.reward[rows])), tf.float32)",
            "edited statement",
            "",
        ),
    ],
    ids=["mask", "discount", "minimum", "sum", "network", "axis", "index", "other"],
)  # fmt: skip
def test_an_edit_names_line_and_cause(
    old: str, new: str, name: str, original: str, tmp_path: Path
) -> None:
    cause = cause_of(tmp_path, (old, new))
    assert cause.name == name
    assert cause.confidence is Confidence.LIKELY
    assert cause.port is not None
    port = tmp_path / "agent_tf.py"
    text = TD3.with_name("agent_tf.py").read_text()
    first = text.count("\n", 0, text.index(old)) + 1
    assert cause.port.path == str(port)
    if original:
        assert first - 1 <= cause.port.line <= first
        assert cause.original is not None
        assert cause.original.line == line_of(TD3, original)


def test_statements_in_another_order(tmp_path: Path) -> None:
    step = "        grads = tape.gradient(critic_loss, self.critic_optimizer.params)\n" \
           "        self.critic_optimizer.apply(grads)\n"  # fmt: skip
    end = "        return critic_loss\n\n    def save(self, folder):\n"
    comment = "\n        # The actor waits until the critics have settled a little\n"
    cause = cause_of(
        tmp_path,
        (step, ""),
        (end, f"{step}{end}"),
        where=comment.strip(),
    )
    assert cause.name == "order of statements"


def test_edits_near_the_divergence_go_first(tmp_path: Path) -> None:
    cause = cause_of(
        tmp_path,
        ("average = evaluate(agent, args.env, args.seed)", "average = tf.reduce_sum(0.0)"),
        ("self.discount * tf.minimum", "0.9 * tf.minimum"),
    )
    assert cause.name == "discount"
    assert cause.text == (
        "porter writes: target_q = reward + not_done * self.discount * tf.minimum(next_q1, "
        "next_q2); in the port it is: target_q = reward + not_done * 0.9 * tf.minimum(next_q1, "
        "next_q2)"
    )


def test_an_untouched_port_has_no_edit(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        cause_of(tmp_path)
