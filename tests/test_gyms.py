"""The stand-ins for gym: which one a program gets, and what they do as gym did."""

import json
import os
import subprocess
import sys

import pytest

from porter.gyms.choose import provided
from porter.gyms.interface import spoken

OLD = """
import gym
from gym import spaces
from gym.envs.registration import register
from gym.utils import seeding
import numpy as np

class Counting(gym.Env):
    action_space = spaces.Discrete(2)
    observation_space = spaces.Box(-1.0, 1.0, (1,))

    def reset(self):
        self.random, _ = seeding.np_random(0)
        return np.zeros(1)

    def step(self, action):
        return self.random.rand(1), 1.0, False, {}

class First(gym.ObservationWrapper):
    def observation(self, observation):
        return observation[:1]

class Doubled(gym.ActionWrapper):
    def _action(self, action):
        return 2 * action

register(id="Counting-v0", entry_point=Counting, max_episode_steps=3)
"""
AGENT = """
import gym
import torch

policy = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters())
env = gym.make("CartPole-v0")
for episode in range(3):
    state, done, losses = env.reset(), False, []
    while not done:
        action = torch.distributions.Categorical(logits=policy(torch.FloatTensor(state)))
        chosen = action.sample()
        state, reward, done, info = env.step(chosen.item())
        losses.append(-action.log_prob(chosen) * reward)
    loss = torch.stack(losses).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


def run(text, tmp_path, choice="auto"):
    """What a program prints, with the gym that it is given."""
    script = tmp_path / "agent.py"
    script.write_text(text)
    with provided(script, choice):
        command = [sys.executable, "-W", "ignore", script]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.parametrize(
    ("text", "interface"),
    [
        ("import gym\no, r, d, i = env.step(a)\n", "old"),
        ("import gym\no, r, d, t, i = env.step(a)\n", "new"),
        ("from gym.spaces import Box\n", "old"),
        ("import gymnasium as gym\no, r, d, t, i = env.step(a)\n", None),
        ("from .gym import make\n", None),
        ("import gym(\n", None),
    ],
)
def test_the_interface_is_told_by_the_values_of_step(text, interface, tmp_path):
    script = tmp_path / "agent.py"
    script.write_text(text)
    assert spoken(script) == interface


def test_the_files_beside_tell_too(tmp_path):
    (tmp_path / "agent.py").write_text("import rollout\n")
    (tmp_path / "rollout.py").write_text("import gym\no, r, d, t, i = env.step(a)\n")
    assert spoken(tmp_path / "agent.py") == "new"


def test_packages_tell_however_deep(tmp_path):
    script, deep = tmp_path / "train.py", tmp_path / "agents" / "sac" / "agent.py"
    script.write_text("import agents.sac.agent\n")
    deep.parent.mkdir(parents=True)
    deep.write_text(AGENT)
    assert spoken(script) is None  # who knows what such a folder is
    (tmp_path / "agents" / "__init__.py").touch()
    assert spoken(script) == "old"


def test_a_notebook_tells_by_its_cells(tmp_path):
    lines = ["import gym\n", "%time\n", "o, r, d, t, i = env.step(a)\n"]
    cells = [{"cell_type": "code", "source": lines}]
    (tmp_path / "agent.ipynb").write_text(json.dumps({"nbformat": 4, "cells": cells}))
    assert spoken(tmp_path / "agent.ipynb") == "new"


def test_what_cannot_be_read_tells_nothing(tmp_path):
    (tmp_path / "agent.py").write_text("import gym\n")
    (tmp_path / "folder.py").mkdir()
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "link.py").symlink_to("link.py")
    (tmp_path / "latin.py").write_bytes(b"import gym\no, r, d, t, i = env.step('\xe9')\n")
    assert spoken(tmp_path / "agent.py") == "old"


def test_a_program_on_gymnasium_gets_nothing(tmp_path):
    (tmp_path / "agent.py").write_text("import gymnasium as gym\n")
    before = os.environ.get("PYTHONPATH")
    with provided(tmp_path / "agent.py", "auto") as told:
        assert (told, os.environ.get("PYTHONPATH")) == ("", before)


def test_old_environments(tmp_path):
    printed = run(
        OLD
        + """
env = gym.make("Pendulum-v0")
env.seed(3)
first = env.reset()
env.unwrapped.seed(3)
print(env.spec.id, first.shape, np.array_equal(first, env.reset()), env._max_episode_steps)
done, steps = False, 0
while not done:
    _, reward, done, info = env.step(np.zeros(1))
    steps += 1
print(steps, done, info)
env.state = np.array([0.25, 0.5])
print(env.unwrapped.state, env.render())
""",
        tmp_path,
    )
    assert printed == [
        "Pendulum-v1 (3,) True 200",
        "200 True {'TimeLimit.truncated': True}",
        "[0.25 0.5 ] None",
    ]


def test_environments_and_wrappers_of_the_programs_own(tmp_path):
    printed = run(
        OLD
        + """
env = gym.make("Counting-v0")
env.reset()
print([env.step(0)[2:] for _ in range(3)])
env = gym.wrappers.RecordEpisodeStatistics(env)
env.reset()
print([env.step(0)[3].get("episode", {}).get("r") for _ in range(3)])
plain, wrapped = gym.make("Pendulum-v1"), First(Doubled(gym.make("Pendulum-v1")))
for one in (plain, wrapped):
    one.seed(0)
same = plain.reset()[:1] == wrapped.reset()
plain, wrapped = plain.step(np.ones(1)), wrapped.step(np.ones(1) / 2)
print(same, plain[0][:1] == wrapped[0], plain[1] == wrapped[1])
""",
        tmp_path,
    )
    assert printed == [
        "[(False, {}), (False, {}), (True, {'TimeLimit.truncated': True})]",
        "[None, None, 3.0]",
        "[ True] [ True] True",
    ]


def test_spaces_by_their_modules_are_the_same_classes(tmp_path):
    printed = run(
        OLD
        + """
from gym.spaces.discrete import Discrete
from gym.error import DependencyNotInstalled
space = gym.make("CartPole-v1").action_space
print(isinstance(space, Discrete), Discrete is gym.spaces.Discrete)
print(DependencyNotInstalled is gym.error.DependencyNotInstalled)
""",
        tmp_path,
    )
    assert printed == ["True True", "True"]


def test_an_unknown_wrapper_is_named(tmp_path):
    text = """
import gym
try:
    gym.wrappers.Foo
except AttributeError as error:
    print(error)
"""
    said = "neither gymnasium nor porter's stand-in for gym has wrappers.Foo"
    assert run(text, tmp_path) == [said]


def test_the_new_interface_is_gymnasiums(tmp_path):
    printed = run(
        """
import gym, gym.spaces, gymnasium
from gym.wrappers import TimeLimit
env = TimeLimit(gym.make("CartPole-v1"), 5)
observation, info = env.reset(seed=1)
observation, reward, terminated, truncated, info = env.step(0)
print(gym.spaces is gymnasium.spaces, truncated, gym.__version__ == gymnasium.__version__)
""",
        tmp_path,
    )
    assert printed == ["True False True"]


def test_what_is_asked_for_wins(tmp_path):
    text = "import gym\nprint(len(gym.make('CartPole-v1').reset(seed=0)))\n"
    assert run(text, tmp_path, "new") == ["2"]
    assert run(text, tmp_path, "old") == ["4"]


def test_a_program_of_old_gym_is_checked(tmp_path, capsys):
    from porter.cli import main

    (tmp_path / "agent.py").write_text(AGENT)
    assert main(["convert", str(tmp_path / "agent.py")]) == 0
    options = ["--precision", "float64", "--no-floor", "--updates", "3"]
    assert main(["check", *options, str(tmp_path / "agent.py")]) == 0
    out = capsys.readouterr().out
    assert "3 updates" in out
    assert "gym old interface, on gymnasium" in out
