"""Which line of a port belongs to which line of its original."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from porter.cli import main
from porter.linemap import line_map
from porter.pipeline import Converted, Options, convert

EXAMPLES = Path(__file__).parent.parent / "examples"
ORIGINALS = [p for p in sorted(EXAMPLES.glob("*/agent*.py")) if not p.stem.endswith("_tf")]
TD3 = EXAMPLES / "td3" / "agent.py"
DDPG = EXAMPLES / "ddpg" / "agent.py"
# What a line of the original looks like, and what the lines that it becomes begin with.
SHAPES = [
    (r"(\S+ = )(?:torch\.)?(?:nn\.)?((?:Sequential|Linear|Actor|Critic)\().*", [r"\1\2"]),
    (r"(\S+)( = )copy\.deepcopy\((.+)\)", [r"\1\2", r"\1.set_weights(\3.get_weights())"]),
    (r".*\bbackward\(\)", [r""]),
    (r"(.*optim\w*)\.step\(\)", [r"\1.apply("]),
    (r"(.*env\.step\().*", [r"\1"]),
    (r"(\S+)\.load_state_dict\((\S+)\.state_dict.*", [r"\1.set_weights(\2.get_weights())"]),
    (r"class (\w+)\(nn\.Module\):", [r"class \1("]),
    (r"def forward\(self, (.+)\):", [r"def call(self, \1):"]),
]
# Lines that leave nothing behind.
GONE = r"(import|from) .*|device = .*|.*\.zero_grad\(\)|with torch\.no_grad.*\s+pass"


def port_of(path: Path) -> Path:
    return path.with_name(f"{path.stem}_tf.py")


def lines_of(path: Path) -> list[str]:
    """The lines, from 1 on, without indentation."""
    return ["", *(line.strip() for line in path.read_text(encoding="utf-8").splitlines())]


def line_of(path: Path, start: str) -> int:
    """The number of the only line that begins like this."""
    (found,) = [n for n, line in enumerate(lines_of(path)) if line.startswith(start)]
    return found


@pytest.mark.parametrize("path", ORIGINALS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_lines_of_an_agent_become_lines_of_its_port(path: Path) -> None:
    found, after = line_map(path, port_of(path)), lines_of(port_of(path))
    seen: set[str] = set()
    for number, line in enumerate(lines_of(path)):
        for pattern, becomes in SHAPES:
            if match := re.fullmatch(pattern, line):
                ported = found.to_port(number)
                assert len(ported) == len(becomes), f"{number}: {line}"
                for port, start in zip(ported, becomes):
                    assert after[port].startswith(match.expand(start))
                    assert found.same(number, port)
                    step = pattern.startswith(r".*\bbackward")
                    assert found.to_original(port) == number or step
                seen.add(pattern)
    assert len(seen) >= 2


@pytest.mark.parametrize("path", ORIGINALS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_only_what_goes_has_no_line_in_the_port(path: Path) -> None:
    found = line_map(path, port_of(path))
    lost = [s.text for s in found.original if not found.to_port(s.line)]
    assert [text for text in lost if not re.fullmatch(GONE, text)] == []


@pytest.mark.parametrize("path", ORIGINALS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_what_porter_adds_has_no_origin(path: Path) -> None:
    found = line_map(path, port_of(path))
    added = {s.text.splitlines()[0] for s in found.port if found.to_original(s.line) is None}
    assert "import tensorflow as tf" in added
    assert any(text.startswith("from torch_compat import") for text in added)
    assert not any(text.startswith(("self.actor", "optimizer")) for text in added)


HEAD = """\
import copy
import torch
from torch import nn
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
"""


def became(text: str) -> dict[str, list[str]]:
    """The lines of the original behind HEAD, each with the lines that it became."""
    outcome = convert(HEAD + text, options=Options(helpers="module", lines=True))
    assert isinstance(outcome, Converted)
    before, after = (HEAD + text).splitlines(), outcome.output.splitlines()
    found: dict[str, list[str]] = {}
    for original, line in outcome.lines:
        if original > HEAD.count("\n"):
            found.setdefault(before[original - 1].strip(), []).append(after[line - 1].strip())
    return found


TAPE = "with tf.GradientTape() as tape:"
GRADIENT = "grads = tape.gradient(loss, opt.params)"
APPLY = "opt.apply(grads)"


def test_a_loss_without_a_name() -> None:
    assert became(
        "def train(x):\n    opt.zero_grad()\n    net(x).mean().backward()\n    opt.step()\n"
    ) == {
        "def train(x):": ["def train(x):"],
        "net(x).mean().backward()": [
            TAPE,
            "loss = tf.reduce_mean(net(x))",
            GRADIENT,
            "train_body(x)",
        ],
        "opt.step()": [APPLY],
    }


def test_clipped_gradients_and_host_lines() -> None:
    assert became(
        """\
for x in data:
    loss = net(x).mean()
    opt.zero_grad()
    loss.backward()
    count += 1
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()
"""
    ) == {
        "for x in data:": ["for x in data:"],
        "loss = net(x).mean()": [TAPE, "loss = tf.reduce_mean(net(x))", "train_body(x)"],
        "loss.backward()": ["grads = tape.gradient(loss, opt.params)"],
        "count += 1": ["count += 1"],
        "nn.utils.clip_grad_norm_(net.parameters(), 1.0)": ["grads = clip_grad_norm(grads, 1.0)"],
        "opt.step()": ["opt.apply(grads)"],
    }


def test_one_line_that_becomes_several() -> None:
    assert became("if big: twin = copy.deepcopy(net)  # the target\n") == {
        "if big: twin = copy.deepcopy(net)  # the target": [
            "if big:",
            "twin = Linear(3, 1)  # the target",
            "twin.set_weights(net.get_weights())",
        ]
    }
    step = "opt.zero_grad(); net(x).mean().backward(); opt.step()"
    assert became(f"def train(x):\n    {step}\n")[step] == [
        TAPE,
        "loss = tf.reduce_mean(net(x))",
        GRADIENT,
        APPLY,
        "train_body(x)",
    ]


def test_headers_and_blocks_that_are_flattened() -> None:
    assert became(
        """\
@torch.no_grad()
def act(x):
    if x is None:
        return 1
    elif x: return 2
    try:
        with torch.no_grad(): y = net(x)
    finally:
        pass
    return y
"""
    ) == {
        "def act(x):": ["def act(x):"],
        "if x is None:": ["if x is None:"],
        "return 1": ["return 1"],
        "elif x: return 2": ["elif x: return 2"],
        "try:": ["try:"],
        "with torch.no_grad(): y = net(x)": ["y = graph(net, taped=True)(x)"],
        "pass": ["pass"],
        "return y": ["return tf.stop_gradient(y)"],
    }


def test_a_line_inside_a_statement_counts_as_its_first() -> None:
    found = line_map(DDPG, port_of(DDPG))
    inner = line_of(DDPG, "self.critic_optimizer = torch.optim.Adam(") + 1
    port = line_of(port_of(DDPG), "self.critic_optimizer = Adam(")
    assert found.to_port(inner) == (port,)
    assert found.same(inner, port + 2)
    assert found.to_original(port + 2) == inner - 1
    decorated = line_of(port_of(DDPG), "def _train_body(self") - 1
    assert found.to_original(decorated) is None


def edited(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """DDPG's port after these replacements."""
    text = port_of(DDPG).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = tmp_path / "agent_tf.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_edited_port(tmp_path: Path) -> None:
    port = edited(
        tmp_path,
        ("        self.critic_target = Critic(state_dim, action_dim)\n", ""),
        (
            "        self.discount = discount\n",
            "        self.discount = (\n            0.9\n        )\n",
        ),
        (
            "target_value = tf.stop_gradient(",
            "print(reward)\n\n        target_value = tf.identity(",
        ),
    )
    found = line_map(DDPG, port)
    for original, start in (
        ("self.discount = discount", "self.discount = ("),
        ("target_value = ", "target_value = "),
    ):
        assert found.to_port(line_of(DDPG, original)) == (line_of(port, start),)
    below = line_of(port, "self.critic = ") + 1  # all that is left of the deepcopy
    assert found.to_port(line_of(DDPG, "self.critic_target = ")) == (below,)
    assert found.to_original(line_of(port, "print(reward)")) is None


def test_the_edits_of_a_port(tmp_path: Path) -> None:
    assert line_map(DDPG, port_of(DDPG)).edits == ()
    removed = "        self.critic_target.set_weights(self.critic.get_weights())\n"
    changed = "target_value = tf.stop_gradient(", "target_value = tf.identity("
    text = port_of(DDPG).read_text(encoding="utf-8")
    assert text.count(removed) == 2
    path = tmp_path / "agent_tf.py"
    path.write_text(text.replace(removed, "", 1).replace(*changed), encoding="utf-8")
    loss, copy = line_map(DDPG, path).edits[::-1]
    assert (copy.original, copy.port) == (
        line_of(DDPG, "self.critic_target = "),
        line_of(path, "self.critic_optimizer = "),  # it ought to stand above
    )
    assert (copy.written, copy.found) == (removed.strip(), "")
    assert (loss.original, loss.port) == (
        line_of(DDPG, "target_value = "),
        line_of(path, "target_value = "),
    )
    assert loss.written.replace(*changed) == loss.found


def test_a_port_written_by_hand(tmp_path: Path) -> None:
    original, port = tmp_path / "agent.py", tmp_path / "mine.py"
    original.write_text(
        HEAD
        + """\
class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, x):
        return self.layer(x)

def train(actor, opt, x):
    loss = actor(x).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss
"""
    )
    port.write_text(
        """\
import tensorflow as tf
class Actor(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.layer = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.layer(x)

@tf.function
def train(actor, opt, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(actor(x))
    opt.apply_gradients(zip(tape.gradient(loss, actor.variables), actor.variables))
    return loss
"""
    )
    found = line_map(original, port)
    after = lines_of(port)
    expected = {
        "class Actor(": "class Actor(",
        "self.layer = ": "self.layer = ",
        "def forward(": "def call(",
        "return self.layer(": "return self.layer(",
        "def train(": "def train(",
        "loss = ": "loss = ",
        "opt.step()": "opt.apply_gradients(",
        "return loss": "return loss",
    }
    for line, start in expected.items():
        (number,) = found.to_port(line_of(original, line))
        assert after[number].startswith(start)
    assert found.to_port(line_of(original, "loss.backward()")) == ()
    assert found.to_original(line_of(port, "with tf.GradientTape()")) is None


def test_files_of_a_project(tmp_path: Path) -> None:
    """What a network is called like is known from another file; a file without torch is copied."""
    files = {
        "nets/models.py": "from torch import nn\n\n\nclass Actor(nn.Module):\n    pass\n",
        "train.py": "import torch\nfrom nets.models import Actor\n\nactor = Actor()\n"
        "x = actor(torch.ones(3)).detach()\n",
        "plain.py": "import os\n\nprint(os)\n",
    }
    out = tmp_path / "out"
    for name, text in files.items():
        path = tmp_path / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert main(["convert", str(tmp_path / "in"), "-o", str(out)]) in (0, 1)
    root = tmp_path / "in"
    for name, text in files.items():
        found = line_map(root / name, out / name, root)
        last = text.count("\n")
        ported = (out / name).read_text().count("\n")
        assert found.to_port(last) == (ported,)
        assert found.to_original(ported) == last
    assert "graph(actor)" in (out / "train.py").read_text()


def test_a_compiled_port_that_has_its_blocks_in_it(tmp_path: Path) -> None:
    text = DDPG.read_text(encoding="utf-8")
    outcome = convert(text, str(DDPG), DDPG.parent, Options("inline", jit=True))
    assert isinstance(outcome, Converted)
    port = tmp_path / "agent_tf.py"
    port.write_text(outcome.output, encoding="utf-8")
    found = line_map(DDPG, port)
    added = {s.text.splitlines()[0] for s in found.port if found.to_original(s.line) is None}
    assert any(text.startswith("class Linear(") for text in added)
    apart = line_map(DDPG, port_of(DDPG)).pairs
    assert len(found.pairs) == len(apart) + 1  # the pasted blocks need `import copy`, too
