"""What one file of a project tells about another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from porter import pipeline
from porter.pipeline import Converted, Skipped, convert
from porter.project import Project

BUFFERS = """\
from typing import NamedTuple

import torch


class Samples(NamedTuple):
    states: torch.Tensor
    rewards: torch.Tensor


class Buffer:
    def sample(self, size: int) -> Samples:
        return Samples(*self.read(size))
"""
AGENT = """\
import torch
from library.buffers import Buffer

buffer = Buffer()
data = buffer.sample(4)
print(data.rewards.flatten())
"""


def test_annotations_of_another_file_are_evidence(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "buffers.py").write_text(BUFFERS)
    found = convert(AGENT, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert not found.findings
    assert "print(tf.reshape(data.rewards, [-1]))" in found.output


@pytest.mark.parametrize(
    ("line", "module"),
    [("import library", "library.buffers"), ("from library import *", "buffers")],
)
def test_a_package_hands_on_its_modules(tmp_path: Path, line: str, module: str) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "__init__.py").write_text("from . import buffers\n")
    (tmp_path / "library" / "buffers.py").write_text(BUFFERS)
    agent = AGENT.replace("from library.buffers import Buffer", line)
    agent = agent.replace("Buffer()", f"{module}.Buffer()")
    found = convert(agent, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert "print(tf.reshape(data.rewards, [-1]))" in found.output


BARE_LOOP = """\
class Trainer:
    def __init__(self, net, optimizer, loss):
        self.net, self.optimizer, self.loss = net, optimizer, loss

    def step(self, x, y):
        self.net.train()
        self.optimizer.zero_grad()
        loss = self.loss(self.net(x), y)
        loss.backward()
        self.optimizer.step()
"""
BARE_MAIN = """\
import torch
from loop import Trainer

w = torch.zeros(2, requires_grad=True)
trainer = Trainer(made(), torch.optim.Adam([w]), torch.nn.MSELoss())
trainer.step(torch.ones(2), torch.ones(2))
"""


def test_a_loop_without_an_import_trains_what_may_be_a_network(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(BARE_MAIN)
    (tmp_path / "loop.py").write_text(BARE_LOOP)
    found = convert(BARE_LOOP, str(tmp_path / "loop.py"), tmp_path)
    assert isinstance(found, Converted)
    assert "set_training(self.net)" in found.output


KEPT_EPISODE = """\
class Episode:
    def __init__(self):
        self.items = []

    def push(self, *item):
        self.items.append(item)

    def losses(self):
        return [loss * weight for loss, weight in self.items]
"""
KEPT_LEARNER = """\
import torch
from episode import Episode

class Learner:
    def __init__(self, net):
        self.optimizer = torch.optim.Adam(net.parameters())

    def learn(self, episode: Episode):
        loss = torch.stack(episode.losses()).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
"""


def test_a_loss_that_another_file_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "episode.py").write_text(KEPT_EPISODE)
    found = convert(KEPT_LEARNER, str(tmp_path / "learner.py"), tmp_path)
    assert isinstance(found, Converted)
    messages = [finding.message for finding in found.findings]
    assert any("a gradient of this loss goes through episode" in told for told in messages)


NETWORKS = """\
import torch
import torch.nn as nn
from torch.distributions import Normal


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc(x)


class Remembering(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)
        self.seen = {}

    def forward(self, x):
        self.seen["x"] = x
        return self.fc(x)

    def last(self):
        return self.seen["x"]


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)

    def forward(self, x):
        return Normal(self.fc(x), 1.0)


def error(value, target):
    return nn.functional.mse_loss(value, target)


def total(values):
    return values.sum()
"""
LEARNER = """\
import torch
from networks import Actor, Critic, Remembering, error, total


class Agent:
    def __init__(self):
        self.net = {cls}()
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def act(self, x):
        return self.net(x)

    def learn(self, x, y):
        loss = error(self.net(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


agent = Agent()
agent.learn(torch.ones(2, 3), torch.ones(2, 1))
print(total(torch.ones(2)))
"""


def learner(tmp_path: Path, cls: str) -> Converted:
    (tmp_path / "networks.py").write_text(NETWORKS)
    found = convert(LEARNER.replace("{cls}", cls), str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    return found


def test_functions_and_networks_of_another_file_are_traced(tmp_path: Path) -> None:
    found = learner(tmp_path, "Critic")
    assert not found.findings
    assert "return graph(self.net" in found.output
    assert "@tf.function" in found.output


@pytest.mark.parametrize("called", [True, False])
def test_what_other_files_pass_is_evidence(tmp_path: Path, called: bool) -> None:
    (tmp_path / "networks.py").write_text(NETWORKS)
    if called:
        (tmp_path / "agent.py").write_text(LEARNER.replace("{cls}", "Critic"))
    found = convert(NETWORKS, str(tmp_path / "networks.py"), tmp_path)
    assert isinstance(found, Converted)
    assert ("return tf.reduce_sum(values)\n" in found.output) is called


def test_a_program_in_a_folder_of_the_repository(tmp_path: Path) -> None:
    """What it imports lies beside it, also for its packages; torch may come by a star."""
    program = tmp_path / "mujoco"
    (program / "agents").mkdir(parents=True)
    (program / "networks.py").write_text(NETWORKS)
    agent = LEARNER.replace("{cls}", "Critic").replace("import torch\n", "")
    agent = re.sub("from networks import .*", "from networks import *", agent)
    found = convert(agent, str(program / "agents" / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert not found.findings
    assert "@tf.function" in found.output
    assert "import tensorflow as tf" in found.output


@pytest.mark.parametrize("called", [True, False])
def test_what_is_passed_to_what_a_package_hands_on_is_evidence(
    tmp_path: Path, called: bool
) -> None:
    package = tmp_path / "common"
    package.mkdir()
    (package / "__init__.py").write_text("from .networks import Critic, error, total\n")
    (package / "networks.py").write_text(NETWORKS)
    if called:
        agent = LEARNER.replace("{cls}", "Critic").replace("from networks", "from common")
        (tmp_path / "agent.py").write_text(agent)
    found = convert(NETWORKS, str(package / "networks.py"), tmp_path)
    assert isinstance(found, Converted)
    assert ("return tf.reduce_sum(values)\n" in found.output) is called


@pytest.mark.parametrize(
    ("cls", "why"),
    [("Remembering", "it changes self.seen"), ("Actor", "it returns an object")],
)
def test_networks_of_another_file_that_no_trace_is_right_for(
    tmp_path: Path, cls: str, why: str
) -> None:
    found = learner(tmp_path, cls)
    assert any(why in finding.message for finding in found.findings)
    assert "return self.net(x)" in found.output
    assert "def learn(self, x, y):\n        with tf.GradientTape()" not in found.output
    kept = 'self.net.seen["x"] = self._learn_body(x, y)'  # the host has the value, no symbol
    assert (kept in found.output) is (cls == "Remembering")


HYDRA = """\
import hydra
import torch


class Agent:
    def __init__(self, critic_cfg, device):
        self.critic = hydra.utils.instantiate(critic_cfg).to(device)

    def value(self, x):
        return self.critic(x).mean()
"""


@pytest.mark.parametrize(
    ("configuration", "known"),
    [
        ("critic_cfg: ${critic}\ncritic: {_target_: networks.Critic}", True),
        ("agent:\n  params:\n    critic_cfg: {class: networks.Critic, params: {}}", True),
        ("critic_cfg: {_target_: networks.Critic}\nother: {critic_cfg: {_target_: a.B}}", False),
        ("critic_cfg: {_target_: elsewhere.Critic}", False),
        ("critic_cfg: [", False),
    ],
)
def test_classes_in_hydras_configuration(tmp_path: Path, configuration: str, known: bool) -> None:
    (tmp_path / "networks.py").write_text(NETWORKS)
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "agent.yaml").write_text(configuration)
    found = convert(HYDRA, str(tmp_path / "agent.py"), tmp_path)
    output = found.output if isinstance(found, Converted) else ""
    assert ("tf.reduce_mean(graph(self.critic" in output) is known


@pytest.mark.parametrize("asked", [True, False])
def test_a_device_that_another_file_asks_for_stays(tmp_path: Path, asked: bool) -> None:
    (tmp_path / "memory.py").write_text(f"def of(a):\n    return a.{'device' if asked else 'id'}\n")
    text = "import torch\nfrom memory import of\n\n\ndef run(args):\n"
    text += "    args.device = torch.device('cpu')\n    print(of(args))\n"
    found = convert(text, str(tmp_path / "main.py"), tmp_path)
    assert isinstance(found, Converted)
    assert ("args.device = " in found.output) is asked


def test_what_hydra_builds_is_called_by_who_builds_it(tmp_path: Path) -> None:
    agent = "class Agent:\n    def update(self, rewards):\n        return rewards.mean()\n"
    (tmp_path / "agent.yaml").write_text("agent:\n  _target_: sac.Agent\n")
    (tmp_path / "train.py").write_text(
        "import hydra\nimport torch\n\n\ndef run(cfg):\n"
        "    agent = hydra.utils.instantiate(cfg.agent)\n    agent.update(torch.ones(3))\n"
    )
    text = f"import torch\n\n\n{agent}"
    (tmp_path / "sac.py").write_text(text)
    found = convert(text, str(tmp_path / "sac.py"), tmp_path)
    assert isinstance(found, Converted)
    assert "tf.reduce_mean(rewards)" in found.output


def test_optimizers_that_a_configuration_names(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("train: {optimizer: RMSprop, tags: [Adam], seed: 1}\n")
    text = "import torch\n\n\ndef made(net, cfg):\n"
    text += "    return getattr(torch.optim, cfg.optimizer)(net.parameters(), lr=cfg.lr)\n"
    found = convert(text, str(tmp_path / "train.py"), tmp_path)
    assert isinstance(found, Converted)
    assert '{"Adam": Adam, "RMSprop": RMSprop}[cfg.optimizer](' in found.output


def test_no_words_of_porters_own_module_are_choices(tmp_path: Path) -> None:
    (tmp_path / "torch_compat.py").write_text('__all__ = ["Adam", "SGD"]\n')
    text = 'import torch\n\nNAME = "SGD"\n\n\ndef made(net, name):\n'
    text += "    return getattr(torch.optim, name)(net.parameters(), lr=0.1)\n"
    found = convert(text, str(tmp_path / "train.py"), tmp_path)
    assert isinstance(found, Converted)
    assert '{"SGD": SGD}[name](' in found.output


HOLDER = """\
import torch.nn as nn


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)

    def forward(self, x):
        self.last = self.fc(x)
        return self.last
"""
MASKED = """\
import torch
from networks import {cls}

net = {cls}()


def values(states, done):
    found = net.forward(states)
    found[done] = 0.0
    return found
"""


@pytest.mark.parametrize(("cls", "kept"), [("Critic", False), ("Holder", True)])
def test_what_a_network_of_another_file_gives_may_change(
    tmp_path: Path, cls: str, kept: bool
) -> None:
    (tmp_path / "networks.py").write_text(NETWORKS + HOLDER)
    found = convert(MASKED.format(cls=cls), str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert ("P102" in [finding.code for finding in found.findings]) == kept


STORED = """\
import numpy as np
import torch


class Buffer:
    def __init__(self):
        self.rows = {"actions": np.zeros(4), "rewards": np.zeros(4)}

    def sample(self):
        batch = {}
        for key in self.rows.keys():
            if key == "actions":
                batch[key] = torch.tensor(self.rows[key], dtype=torch.long)
            else:
                batch[key] = torch.tensor(self.rows[key], dtype=torch.float32)
        return batch
"""
SAMPLING = """\
from buffer import Buffer
import torch

batch = Buffer().sample()
print(batch["rewards"][1:].sum() / batch["rewards"].sum())
"""


def test_the_tensors_that_another_file_keeps_under_any_key(tmp_path: Path) -> None:
    (tmp_path / "buffer.py").write_text(STORED)
    found = convert(SAMPLING, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert not found.findings
    # Actions are whole numbers, of which TensorFlow's quotient is one of doubles
    assert 'operator.truediv, tf.reduce_sum(batch["rewards"][1:])' in found.output


ANNEALED = """\
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def train(self, x, weight, clip=0.2):
        loss = (self.net(x).pow(2) * weight).clamp(max=clip).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
"""
MAIN = """\
import torch
from agent import Agent

agent = Agent()
for i in range(12):
    agent.train(torch.randn(4, 3), WEIGHT, clip=0.3)
"""


@pytest.mark.parametrize(
    ("weight", "changes"), [("min(1.0, 0.4 + i * 0.05)", True), ("0.5", False)]
)
def test_a_number_that_another_file_changes_has_one_trace(
    tmp_path: Path, weight: str, changes: bool
) -> None:
    main = MAIN.replace("WEIGHT", weight)
    (tmp_path / "main.py").write_text(main)
    (tmp_path / "agent.py").write_text(ANNEALED)
    found = convert(ANNEALED, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert ("tf.convert_to_tensor(weight, tf.float32), clip)" in found.output) is changes


def test_a_list_that_another_file_fills_has_any_length(tmp_path: Path) -> None:
    text = ANNEALED.replace("x, weight, clip=0.2", "xs")
    text = text.replace(
        "        loss = (self.net(x).pow(2) * weight).clamp(max=clip).mean()\n",
        "        x = torch.tensor(np.vstack(xs))\n        loss = self.net(x).pow(2).mean()\n",
    )
    (tmp_path / "main.py").write_text(
        "import numpy as np\nfrom agent import Agent\n\nagent = Agent()\nxs = []\n"
        "while True:\n    xs.append(np.ones(3))\n    agent.train(xs)\n"
    )
    text = f"import numpy as np\n{text}"
    (tmp_path / "agent.py").write_text(text)
    found = convert(text, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert "@tf.function(reduce_retracing=True)" in found.output


METERS = """\
from collections import defaultdict

import torch


class Meter:
    def update(self, value):
        self.value = value


class Logger:
    def __init__(self, other):
        self.meters = {made}

    def log(self, key, value):
        if not key.startswith("train"):
            return
        if type(value) == torch.Tensor:
            value = value.item()
        self.meters[key].update(value)
"""


@pytest.mark.parametrize(("made", "sinks"), [("defaultdict(Meter)", True), ("other", False)])
def test_a_line_that_logs_by_another_file_waits_if_no_network_is_asked(
    tmp_path: Path, made: str, sinks: bool
) -> None:
    """What is not known might hold a network, which the step would change before."""
    (tmp_path / "networks.py").write_text(NETWORKS)
    (tmp_path / "meters.py").write_text(METERS.format(made=made))
    line = "        logger.log('train/loss', loss)\n"
    zero = "        self.optimizer.zero_grad()"
    text = "import meters\n" + LEARNER.format(cls="Critic").replace(zero, line + zero)
    text = text.replace("class Agent:", "logger = meters.Logger({})\n\n\nclass Agent:")
    (tmp_path / "agent.py").write_text(text)
    found = convert(text, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    learn = found.output.split("def learn")[1].split("@tf.function")[0]
    assert "= self._learn_body(x, y)\n" + line in learn
    assert ("apply" in learn.split(line)[1]) is not sinks  # the host steps behind it


RECURSIVE = """\
import torch


def joined(parts):
    if isinstance(parts, (list, tuple)):
        return torch.cat([joined(part) for part in parts], 1)
    return parts


def soft(parts):
    return [joined(part) for part in parts]
"""
RECURSIVE_LEARNER = """\
import torch
import torch.nn as nn
from networks import joined, soft

critic = nn.Linear(3, 1)
optimizer = torch.optim.Adam(critic.parameters())


def learn(state, action, goal):
    loss = (critic(joined([state, action])) - goal).pow(2).mean()
    for part in soft([state, action]):
        loss = loss + part.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


learn(torch.ones(4, 2), torch.ones(4, 1), torch.ones(4, 1))
"""


def test_a_function_of_another_file_that_calls_itself(tmp_path: Path) -> None:
    (tmp_path / "networks.py").write_text(RECURSIVE)
    found = convert(RECURSIVE_LEARNER, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert "tape.gradient(loss, optimizer.params)" in found.output


SAVING = """\
import torch


def save(model, name):
    torch.save(model.state_dict(), name)
"""
SAVED = """\
import torch.nn as nn
from utils import save

net = nn.Linear(3, 2)
save(net, "net.pt")
"""


def test_files_of_one_name_have_importers_of_their_own(tmp_path: Path) -> None:
    """Each of eight agents has its utils.py: none of them is a library that all import."""
    for number in range(8):
        folder = tmp_path / f"agent{number}"
        folder.mkdir()
        (folder / "utils.py").write_text(SAVING)
        (folder / "train.py").write_text(SAVED)
    found = convert(SAVING, str(tmp_path / "agent3" / "utils.py"), tmp_path)
    assert isinstance(found, Converted)
    assert not any(finding.code == "P103" for finding in found.findings)


@pytest.mark.parametrize("imports", ["import gym", "import agent"])
def test_programs_that_import_the_same_file_are_two(tmp_path: Path, imports: str) -> None:
    (tmp_path / "gym.py").write_text("import gymnasium\n")
    (tmp_path / "agent.py").write_text("import gym\n\n\nclass Agent:\n    kept = []\n")
    (tmp_path / "other.py").write_text(f"{imports}\nprint(thing.kept)\n")
    project = Project(tmp_path)
    path = str(tmp_path / "agent.py")
    assert project.mentions("kept", path)
    assert project.reads("kept", path) is (imports == "import agent")


def test_a_device_that_another_file_imports_for_nothing(tmp_path: Path) -> None:
    """It goes where it is made, so that no import may ask for it."""
    (tmp_path / "config.py").write_text('import torch\n\ndevice = torch.device("cpu")\nlr = 0.1\n')
    text = "import torch\nfrom config import device, lr\n\nx = torch.zeros(2) * lr\n"
    found = convert(text, str(tmp_path / "model.py"), tmp_path)
    assert isinstance(found, Converted)
    assert "from config import lr\n" in found.output


def test_a_file_without_torch_uses_what_others_have_of_it(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(
        "import torch\nimport torch.nn as nn\n\n\nclass Agent:\n    def __init__(self):\n"
        "        self.net = nn.Linear(2, 1)\n"
        "        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)\n\n"
        "    def data(self):\n        return torch.ones(3, 2)\n"
    )
    main = (
        "from agent import Agent\n\nagent = Agent()\n"
        'agent.opt.param_groups[0]["lr"] = 0.5\nprint(agent.data().sum().item())\n'
    )
    (tmp_path / "main.py").write_text(main)
    outcome = convert(main, str(tmp_path / "main.py"), tmp_path)
    assert isinstance(outcome, Converted)
    assert "agent.opt.learning_rate.assign(0.5)" in outcome.output
    assert "print(tf.reduce_sum(agent.data()).numpy().item())" in outcome.output
    alone = convert(main.replace("agent import", "other import"), str(tmp_path / "main.py"))
    assert isinstance(alone, Skipped)


def test_what_is_evaluated_of_other_files_for_one_has_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("first", "second"):
        (tmp_path / f"{name}.py").write_text("import torch\n" * 9 + f"{name} = torch.ones(3)\n")
    agent = "import torch\nfrom first import first\nfrom second import second\nprint({}.sum())\n"
    path = str(tmp_path / "agent.py")

    def told(name: str) -> bool:
        found = convert(agent.format(name), path, tmp_path)
        return isinstance(found, Converted) and "reduce_sum" in found.output

    assert told("second")
    monkeypatch.setattr("porter.project._LINES", 5)
    pipeline._project.cache_clear()
    assert not told("second")
    assert told("second")  # by the next file, which has lines of its own


LAMBDAS = """\
class Hooks:
    scale = lambda value: value * 2
"""
CALLS_LAMBDA = """\
import torch
from hooks import Hooks

print(Hooks.scale(torch.ones(3)).sum())
"""


def test_a_lambda_that_a_class_of_another_file_keeps_may_give_a_tensor(tmp_path: Path) -> None:
    (tmp_path / "hooks.py").write_text(LAMBDAS)
    found = convert(CALLS_LAMBDA, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted), found


def test_a_base_class_through_a_package_that_imports_its_heir(tmp_path: Path) -> None:
    """As Python does, an import cycle finds what the package has bound so far."""
    package = tmp_path / "models"
    package.mkdir()
    (package / "__init__.py").write_text("from .base import *\nfrom .heir import *\n")
    (package / "base.py").write_text(
        "from torch import nn\n\n\nclass Base(nn.Module):\n"
        "    def forward(self, *x):\n        pass\n"
    )
    heir = (
        "from models import Base\nfrom torch import nn\n\n\nclass Heir(Base):\n"
        "    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(2, 2)\n\n"
        "    def forward(self, x):\n        return self.fc(x)\n"
    )
    (package / "heir.py").write_text(heir)
    found = convert(heir, str(package / "heir.py"), tmp_path)
    assert isinstance(found, Converted)
    assert "def call(self, x):\n        return self.fc(x)\n" in found.output
    assert "def forward" not in found.output


def test_an_array_that_forward_gets_may_be_a_tensor_in_the_trace_of_another_file() -> None:
    text = (
        "import numpy as np\nimport torch\nimport torch.nn as nn\n\n\nclass Net(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.f = nn.Linear(2, 1)\n\n"
        "    def forward(self, x):\n        return self.f(torch.as_tensor(x))\n\n\n"
        "net = Net()\nprint(net(np.ones((1, 2), np.float32)).sum())\n"
    )
    found = convert(text, "net.py", None)
    assert isinstance(found, Converted)
    assert "self.f(tf.identity(x))" in found.output


def test_a_loss_of_another_file_is_no_scalar_where_its_reduction_is_not_known(
    tmp_path: Path,
) -> None:
    helper = (
        "import torch.nn.functional as F\n\n\n"
        'def error(value, target, reduction="none"):\n'
        "    return F.mse_loss(value, target, reduction=reduction)\n"
    )
    (tmp_path / "losses.py").write_text(helper)
    agent = (
        "import losses\nimport torch\n\n"
        "x, y = torch.rand(3, 2), torch.rand(3, 2)\n"
        "print(torch.mean(losses.error(x, y), dim=1))\n"
    )
    found = convert(agent, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert not found.findings
    assert "tf.reduce_mean(losses.error(x, y), axis=1)" in found.output


HEADS = """\
import torch
from torch import nn


class Body(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.width = 8
        self.layer = nn.Linear(size, 8)

    def forward(self, x):
        return torch.tanh(self.layer(x))


class Head(nn.Module):
    def __init__(self, actions, body):
        super().__init__()
        self.body = body
        self.layer = nn.Linear(body.width, actions)

    def forward(self, x):
        return {"q": self.layer(self.body(x))}
"""
OF_A_FACTORY = """\
from .base import Base


class Agent(Base):
    def __init__(self, config):
        self.network = config.network_fn()
        self.optimizer = config.optimizer_fn(self.network.parameters())

    def update(self, states, targets):
        q = self.network(states)["q"]
        loss = (q - targets).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
"""
WHOLE = """\
import torch
from library import *


class Config:
    network_fn = None


config = Config()
config.network_fn = lambda: Head(2, Body(3))
config.optimizer_fn = lambda parameters: torch.optim.SGD(parameters, 0.1)
Agent(config).update(torch.ones(4, 3), torch.ones(4, 2))
"""


@pytest.mark.parametrize("cycle", [False, True])
def test_a_program_tells_what_the_networks_of_its_packages_are_made_of(
    tmp_path: Path, cycle: bool
) -> None:
    base = "import library.agents.helpers\n" if cycle else ""
    files = {
        "main.py": WHOLE,
        "library/__init__.py": "from .agents import *\nfrom .heads import *\n",
        "library/heads.py": HEADS,
        "library/agents/__init__.py": "from .agent import *\nfrom .helpers import *\n",
        "library/agents/agent.py": OF_A_FACTORY,
        "library/agents/base.py": f"{base}class Base:\n    pass\n",
        "library/agents/helpers.py": "from library.agents import *\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    pipeline.forget_files()
    agent = tmp_path / "library/agents/agent.py"
    found = convert(agent.read_text(), str(agent), tmp_path)
    assert isinstance(found, Converted)
    assert not found.findings
    assert found.updates == (True,)
