"""`porter weights`: an agent goes on where it stopped, in the other framework."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf

from porter.cli import main
from porter.equivalence.weights import tf_files
from porter.equivalence.weights.atomic import replaced
from porter.equivalence.weights.bond import TransferError
from rules.linear import Linear

AGENT = '''\
"""A small actor-critic."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.fc = nn.Linear(state_dim, 8)
        self.net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, action_dim))

    def forward(self, state):
        return torch.tanh(self.net(F.relu(self.fc(state))))


class Critic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.fc = nn.Linear(state_dim + action_dim, 1)

    def forward(self, state, action):
        return self.fc(torch.cat([state, action], 1))


class Agent:
    def __init__(self, state_dim, action_dim, lr=1e-3):
        self.actor = Actor(state_dim, action_dim)
        self.critic = Critic(state_dim, action_dim)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=lr)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=lr, weight_decay=0.1)

    def train(self, state, action, value):
        critic_loss = F.mse_loss(self.critic(state, action), value)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        actor_loss = -self.critic(state, self.actor(state)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()
'''
ARGUMENTS = ["--arg", "state_dim=3", "--arg", "action_dim=2"]
PARTS = ("actor", "critic", "actor_optimizer", "critic_optimizer")


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The modules of the original and of the port that porter makes of it."""
    folder = tmp_path_factory.mktemp("programs")
    (folder / "agent.py").write_text(AGENT)
    assert main(["convert", str(folder / "agent.py")]) == 0
    sys.path.insert(0, str(folder))
    import agent
    import agent_tf

    yield SimpleNamespace(folder=folder, original=agent, port=agent_tf)
    sys.path.remove(str(folder))
    del sys.modules["agent"], sys.modules["agent_tf"], sys.modules["torch_compat"]


@pytest.fixture
def here(programs, tmp_path, monkeypatch, float64):
    """A directory with a file of an agent in mid-training."""
    monkeypatch.chdir(tmp_path)
    trained = programs.original.Agent(3, 2)
    train(trained, torch.from_numpy, range(5))
    for group in trained.actor_optimizer.param_groups:
        group["lr"] = 5e-3  # as a scheduler does
    torch.save({part: getattr(trained, part).state_dict() for part in PARTS}, "agent.pth")
    torch.save(trained.actor.state_dict(), "actor.pth")
    return SimpleNamespace(path=tmp_path, trained=trained, **vars(programs))


def train(agent, convert, steps):
    for seed in steps:
        rng = np.random.default_rng(seed)
        agent.train(*(convert(rng.normal(size=(16, size))) for size in (3, 2, 1)))


def checkpoint(agent):
    return tf.train.Checkpoint(**{part: getattr(agent, part) for part in PARTS})


def weights(*arguments):
    return main(["weights", *map(str, arguments), *ARGUMENTS])


def assert_same_actor(original, port) -> None:
    states = np.random.default_rng(0).normal(size=(10, 3))
    expected = original(torch.from_numpy(states)).detach().numpy()
    np.testing.assert_allclose(port(tf.constant(states)), expected, rtol=1e-12)


def test_a_trained_agent_goes_on_in_tensorflow(here, capsys) -> None:
    assert weights("agent.pth", "-o", "port", "--model", "agent_tf:Agent") == 0
    moved = "8 weights, actor_optimizer with 18 slots, critic_optimizer with 6 slots"
    assert capsys.readouterr().out == f"agent.pth -> port: {moved}\n"
    port = here.port.Agent(3, 2)
    checkpoint(port).read("port").assert_consumed()
    before = here.trained.actor.fc.weight.detach().numpy().copy()
    train(here.trained, torch.from_numpy, range(5, 8))
    train(port, tf.constant, range(5, 8))
    for network in ("actor", "critic"):
        for theirs, ours in zip(
            getattr(here.trained, network).parameters(),
            getattr(port, network).trainable_variables,
            strict=True,
        ):
            theirs = theirs.detach().numpy()
            np.testing.assert_allclose(ours.numpy(), theirs, rtol=1e-11, atol=1e-13)
    assert abs(before - port.actor.fc.weight.numpy()).max() > 1e-3


def test_an_agent_goes_on_in_pytorch(here, capsys) -> None:
    port = here.port.Agent(3, 2)
    train(port, tf.constant, range(5))
    port.actor_optimizer.learning_rate = 5e-3
    checkpoint(port).write("port")
    assert weights("port", "-o", "back.pth", "--model", "agent:Agent") == 0
    assert capsys.readouterr().out.startswith("port -> back.pth: 8 weights, actor_optimizer")
    original = here.original.Agent(3, 2)
    for part, state in torch.load("back.pth", weights_only=True).items():
        getattr(original, part).load_state_dict(state)
    train(original, torch.from_numpy, range(5, 8))
    train(port, tf.constant, range(5, 8))
    assert_same_actor(original.actor, port.actor)


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")  # in Keras
def test_one_network_to_kerass_file_and_back(here) -> None:
    assert weights("actor.pth", "-o", "a.weights.h5", "--model", "agent_tf:Actor") == 0
    port = here.port.Actor(3, 2)
    port(np.zeros((1, 3)))
    port.load_weights("a.weights.h5")
    assert_same_actor(here.trained.actor, port)
    assert weights("a.weights.h5", "-o", "back.pth", "--model", "agent:Actor") == 0
    before, after = torch.load("actor.pth"), torch.load("back.pth")
    assert [*before] == [*after]
    assert all(torch.equal(before[path], after[path]) for path in before)


def test_an_entry_of_a_file(here) -> None:
    command = ("agent.pth", "-o", "port", "--model", "agent_tf:Actor")
    assert weights(*command, "--key", "actor") == 0
    port = here.port.Actor(3, 2)
    tf.train.Checkpoint(port).read("port").assert_consumed()
    assert_same_actor(here.trained.actor, port)


def test_files_of_the_parts_and_a_part_of_the_model(here) -> None:
    """As TD3 saves itself, and as its port loads an optimizer."""
    torch.save(here.trained.actor_optimizer.state_dict(), "optimizer.pth")
    files = ("actor=actor.pth", "actor_optimizer=optimizer.pth")
    command = ("-o", "port", "--model", "agent_tf:Agent", "--part", "actor_optimizer")
    assert weights(*files, *command) == 0
    port = here.port.Agent(3, 2)
    tf.train.Checkpoint(port.actor_optimizer).read("port").assert_consumed()
    assert port.actor_optimizer.steps.numpy().tolist() == [5] * 6
    assert float(port.actor_optimizer.learning_rate) == 5e-3
    assert_same_actor(here.trained.actor, port.actor)


def test_the_precision_is_the_files(here, capsys) -> None:
    state = here.trained.actor.float().state_dict()
    torch.save(state, "single.pth")
    assert weights("single.pth", "-o", "port", "--model", "agent_tf:Actor") == 0
    assert tf_files.dtypes(here.path / "port") == {"float32"}
    torch.save(state | {"fc.bias": torch.full((8,), 0.1, dtype=torch.float64)}, "mixed.pth")
    assert weights("mixed.pth", "-o", "mixed", "--model", "agent_tf:Actor") == 2
    assert "fc.bias: float64 values don't fit into float32" in capsys.readouterr().err


def test_a_write_that_fails_leaves_the_old_file(tmp_path) -> None:
    path = tmp_path / "agent.pth"
    path.write_text("old")

    def fill_the_disk():
        with replaced(path) as temporary:
            temporary.write_text("half")
            raise OSError(28, "disk full")

    with pytest.raises(TransferError, match=r"agent\.pth can't be written: disk full"):
        fill_the_disk()
    assert [file.name for file in tmp_path.iterdir()] == ["agent.pth"]
    assert path.read_text() == "old"


def test_a_checkpoint_that_would_lack_layers_is_not_written(tmp_path) -> None:
    class Heads(keras.Model):
        def __init__(self):
            super().__init__()
            self.heads = [Linear(2, 1)]

    with pytest.raises(
        TransferError, match=r"would lack heads\.0\.weight, heads\.0\.bias; write a"
    ):
        tf_files.save(Heads(), tmp_path / "port")
    assert not list(tmp_path.iterdir())


def test_a_checkpoint_of_another_object(here, capsys) -> None:
    tf.train.Checkpoint(here.port.Critic(3, 2)).write("port")
    assert weights("port", "-o", "back.pth", "--model", "agent:Actor") == 2
    assert "port is no file of a Actor: " in capsys.readouterr().err


def test_a_manager_counts_its_checkpoints(here) -> None:
    port = here.port.Agent(3, 2)
    path = tf.train.CheckpointManager(checkpoint(port), "saved", max_to_keep=1).save()
    assert weights(path, "-o", "back.pth", "--model", "agent:Agent") == 0
    original = here.original.Actor(3, 2)
    original.load_state_dict(torch.load("back.pth")["actor"])
    assert_same_actor(original, port.actor)


def test_what_has_no_partner_is_named_and_nothing_written(here, capsys) -> None:
    state = torch.load("agent.pth")
    state["actor"]["extra.weight"] = torch.ones(2)
    del state["critic"]["fc.bias"], state["critic_optimizer"]
    state["actor_optimizer"]["param_groups"][0]["eps"] = 1e-6
    state |= {"epoch": 5, "log_alpha": torch.zeros(1)}
    torch.save(state, "agent.pth")
    command = ("agent.pth", "-o", "port", "--model", "agent_tf:Agent")
    assert weights(*command) == 1
    out = capsys.readouterr().out.splitlines()
    assert out == [
        "no partner: actor.extra.weight: the port's Actor has no extra",
        "no partner: log_alpha: the port's Agent has no log_alpha",
        "no partner: critic.fc.bias: PyTorch's file has no such weight",
        "no partner: actor_optimizer: eps is 1e-06 in PyTorch, 1e-08 in the port",
        "no partner: critic_optimizer: PyTorch's file has no state of this optimizer",
        "left out: epoch (int), no weight",
        "nothing is written; --partial writes what has a partner",
    ]
    assert not list(here.path.glob("port*"))
    assert weights(*command, "--partial") == 0
    port = here.port.Agent(3, 2)
    checkpoint(port).read("port").assert_consumed()
    assert_same_actor(here.trained.actor, port.actor)


def test_the_way_back_names_what_has_no_partner(here, capsys) -> None:
    checkpoint(here.port.Agent(3, 2)).write("port")
    (here.path / "other.py").write_text(
        AGENT.replace("self.fc = nn.Linear(state_dim + action_dim, 1)",
                      "self.out = self.fc = nn.Linear(state_dim + action_dim, 1)")
        .replace("weight_decay=0.1", "amsgrad=True")
    )  # fmt: skip
    command = ("port", "-o", "back.pth", "--model", "other:Agent", "--port", "agent_tf:Agent")
    assert weights(*command) == 1
    out = capsys.readouterr().out.splitlines()
    assert [line.removeprefix("no partner: ") for line in out] == [
        "critic.out.weight: the port's Critic has no out",
        "critic.out.bias: the port's Critic has no out",
        "critic_optimizer: the port has no critic.fc.bias/max_exp_avg_sq",
        "critic_optimizer: the port has no critic.fc.weight/max_exp_avg_sq",
        "critic_optimizer: weight_decay is 0 in PyTorch, 0.1 in the port",
        "critic_optimizer: amsgrad is True in PyTorch, False in the port",
        "nothing is written; --partial writes what has a partner",
    ]
    assert not (here.path / "back.pth").exists()


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("actor.pth -o port --model agent_tf:Critic", "fc.weight: shape (1, 5) expected, (8, 3)"),
        (
            "agent.pth -o port --model agent_tf:Agent --key x",
            "agent.pth has no x; there it has actor,",
        ),
        (
            "agent.pth -o port --model agent_tf:Agent --part x",
            "--part x: the port's Agent has no x",
        ),
        ("agent.pth -o agent.pth --model agent_tf:Agent", "agent.pth is an input, too"),
        ("none.pth -o port --model agent_tf:Agent", "none.pth: no such file, and no checkpoint of"),
        ("none.weights.h5 -o port --model agent:Agent", "none.weights.h5: no such file"),
        ("text.pth -o port --model agent_tf:Agent", "text.pth is no file that torch.save wrote: "),
        (
            "code.pth -o port --model agent_tf:Agent",
            "code.pth holds a agent.Actor, and porter runs no",
        ),
        ("empty.pth -o port --model agent_tf:Agent", "empty.pth holds neither weights nor"),
        ("actor.pth -o port --model Actor", "Actor names no class; write MODULE:CLASS"),
        ("actor.pth -o port --model gone:Actor", "gone:Actor can't be imported: ModuleNotFound"),
        ("actor.pth -o port --model agent_tf:Gone", "agent_tf:Gone: module 'agent_tf' has no"),
        ("actor.pth -o port --model agent_tf:tf", "agent_tf:tf is a module, no class"),
        ("actor.pth -o port --model agent_tf:Actor --arg x=1", "agent_tf:Actor can't be built: "),
        ("actor.pth -o port --model agent_tf:Actor --arg x", "--arg x: write NAME=VALUE"),
        ("a=actor.pth b=none -o port --model agent_tf:Agent", "none: no such file, and no"),
        ("actor.pth -o gone/port --model agent_tf:Actor", "gone/port can't be written: No such"),
        ("agent.pth -o a.weights.h5 --model agent_tf:Agent", "Keras saves the weights of a keras."),
    ],
)
def test_what_can_not_be_done(here, capsys, command, line) -> None:
    (here.path / "text.pth").write_text("no zip file")
    torch.save(here.trained.actor, "code.pth")
    torch.save({"epoch": 3}, "empty.pth")
    before = sorted(here.path.iterdir())
    assert weights(*command.split()) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("porter: error: ")
    assert line in err
    assert err.count("\n") == 1
    assert sorted(here.path.iterdir()) == before
