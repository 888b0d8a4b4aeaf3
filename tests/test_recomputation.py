"""Agents that learn from what they computed while acting: when the update may compute it again."""

import pytest

from porter.pipeline import Converted, convert

AGENT = """
import torch
import torch.nn.functional as F
from torch.distributions import Categorical


class Agent(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 2)
        self.encoder = torch.nn.Linear(4, 4)
        self.register_buffer("noise", torch.zeros(2))
        self.scale = 1.0
        self.log_probs = []

    def draw(self):
        return None

    def forward(self, x):
        return torch.softmax(self.layer(x), -1)


agent = Agent()
optimizer = torch.optim.Adam(agent.parameters())
rewards = []


def select_action(state):
    state = torch.as_tensor(state).float()
    dist = Categorical(agent(state))
    action = dist.sample()
    agent.log_probs.append(dist.log_prob(action))
    return action.item()


def learn():
    returns = torch.tensor(rewards)
    losses = []
    for log_prob, R in zip(agent.log_probs, returns):
        losses.append(-log_prob * R)
    loss = torch.stack(losses).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    agent.log_probs.clear()


def train(env):
    for episode in range(100):
        state, done = env.reset(), False
        while not done:
            agent.draw()
            state, reward, done = env.step(select_action(state))
            rewards.append(reward)
        learn()
"""

FORWARD = "        return torch.softmax(self.layer(x), -1)"
ITEM = "    agent.log_probs.append(dist.log_prob(action))"
LOOP = "    for log_prob, R in zip(agent.log_probs, returns):"
PUT = "        losses.append(-log_prob * R)"
CLEAR = "    agent.log_probs.clear()"
STEP = "    optimizer.step()"

# what is changed, into what, and what the note says: the port is right, but slow
KEPT = [
    (FORWARD, "        return torch.softmax(self.layer(F.dropout(x)), -1)", "random"),
    (FORWARD, "        self.seen = x\n" + FORWARD, "self.seen is kept from call to call"),
    (FORWARD, "        x = x * self.scale\n" + FORWARD + "\n\n    def cool(self):\n"
     "        self.scale *= 0.9", "it reads scale, which changes"),
    ("torch.nn.Linear(4, 2)\n", "torch.nn.Sequential(torch.nn.BatchNorm1d(4))\n", "BatchNorm1d"),
    ("dist.log_prob(action))", "dist.log_prob(action) + torch.rand(1))", "random"),
    (CLEAR, "    pass", "not emptied"),
    (CLEAR, "    if len(rewards) > 9:\n    " + CLEAR, "not emptied"),
    (CLEAR, "    if len(rewards) > 9:\n        return\n" + CLEAR, "not emptied"),
    (CLEAR, "    del agent.log_probs[:5]", "several places"),
    (CLEAR, CLEAR + "\n    print(agent.log_probs)", "several places"),
    (ITEM, ITEM + "\n    state = state + 1\n" + ITEM, "several places"),
    ("select_action(state))\n", "select_action(agent.encoder(state)))\n",
     "a gradient comes through"),
    ("        return None\n\n    def forward(self, x):\n" + FORWARD,
     "        self.noise.normal_()\n\n    def forward(self, x):\n"
     "        return torch.softmax(self.layer(x) + self.noise, -1)",
     "it reads noise, which changes"),
    ("        learn()\n", "        learn()\n\n\ndef imitate(x, y):\n"
     "    loss = (agent(x) - y).pow(2).mean()\n    optimizer.zero_grad()\n"
     "    loss.backward()\n    optimizer.step()\n",
     "this step may come between"),
    ("        learn()\n", '        learn()\n        agent.load_state_dict(torch.load("a"))\n',
     "may change weights"),
    (PUT, "        total = total + log_prob\n        losses.append(-total * R)",
     "total goes on from item to item"),
    (PUT, "        print(R)\n" + PUT, "item by item"),
    (PUT, "        losses.append(-log_prob * R * loss)", "which the function computes"),
    (PUT, "        losses.append(-log_prob * R * len(rewards))", "it reads rewards, which changes"),
    (STEP, STEP + "\n    print(R)", "R is read behind the loop"),
    ("zip(agent.log_probs, returns)", "zip(agent.log_probs[1:], returns)", "agent.log_probs[1:]"),
    ("zip(agent.log_probs, returns)", "zip(agent.log_probs[::-1], reversed(agent.log_probs))",
     "several places"),
    (LOOP, "    for log_prob, R in zip(agent.log_probs, rewards):\n"
     "        R = torch.tensor([log_prob, R])",
     "R is not known to be a tensor"),
    (LOOP, "    for log_prob, r in zip(agent.log_probs, map(agent.encoder, rewards)):\n"
     "        R = r + 1", "a gradient comes through"),
    (LOOP, "    R = agent.encoder(torch.ones(4)).sum()\n"
     "    for log_prob, r in zip(agent.log_probs, rewards):\n        R = r + R",
     "a gradient comes through R"),
    (LOOP, "    R = 0\n    for log_prob, r in zip(agent.log_probs, rewards):\n"
     "        if r > 5:\n            break\n        R = r + R", "it may leave the loop"),
]  # fmt: skip


def notes(text: str) -> list[str]:
    found = convert(text, "agent.py")
    assert isinstance(found, Converted), found
    return [f.message for f in found.findings if f.code == "N403"]


def test_the_update_computes_it_again() -> None:
    found = convert(AGENT, "agent.py")
    assert isinstance(found, Converted)
    assert not found.findings
    assert "GradientTape(persistent" not in found.output
    assert "vmapped(step_loss)(state, action, returns)" in found.output


@pytest.mark.parametrize(
    ("old", "new", "why"), KEPT, ids=[f"{i}: {k[2]}" for i, k in enumerate(KEPT)]
)
def test_it_is_kept(old: str, new: str, why: str) -> None:
    assert AGENT.count(old) == 1
    [note] = notes(AGENT.replace(old, new))
    assert "while acting" in note or "computed again" in note
    assert why in note


INLINE = """
import torch
from torch.distributions import Categorical

policy = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(policy.parameters())


def act(state):
    dist = Categorical(logits=policy(torch.as_tensor(state).float()))
    action = dist.sample()
    return action.item(), dist.log_prob(action)


def train(env):
    for episode in range(100):
        log_probs = []
        state, done, total = env.reset(), False, 0.0
        while not done:
            action, log_prob = act(state)
            log_probs.append(log_prob)
            state, reward, done = env.step(action)
            total += reward
        loss = -torch.stack(log_probs).sum() * total
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""

# what is done with the log-probability, or the list, besides
READ_ELSEWHERE = [
    ("            total += reward\n", "            total += reward + log_prob.item()\n"),
    ("        loss = ", "        print(log_prob)\n        loss = "),
    ("        loss = ", "        print(log_probs[-1])\n        loss = "),
    ("        optimizer.step()\n", "        optimizer.step()\n    return act(state)\n"),
    ("        log_probs = []\n", "        if episode % 2 == 0:\n            log_probs = []\n"),
    (
        "    return action.item(), ",
        "    if env:\n        return 0, None\n    return action.item(), ",
    ),
]


def test_a_list_of_the_loop_is_computed_again() -> None:
    found = convert(INLINE, "agent.py")
    assert isinstance(found, Converted)
    assert not found.findings
    assert "vmapped(" in found.output


@pytest.mark.parametrize(("old", "new"), READ_ELSEWHERE)
def test_a_list_that_is_read_elsewhere_is_kept(old: str, new: str) -> None:
    assert INLINE.count(old) == 1
    found = convert(INLINE.replace(old, new), "agent.py")
    assert isinstance(found, Converted)
    assert "vmapped(" not in found.output


MOVED = INLINE.replace(
    "action, log_prob = act(state)", "dist = Categorical(logits=policy(state))"
).replace(
    "            log_probs.append(log_prob)\n            state, reward, done = env.step(action)\n",
    "            action = dist.sample()\n"
    "            state, reward, done = env.step(action.item())\n"
    "            state = torch.as_tensor(state)\n"
    "            log_probs.append(dist.log_prob(action))\n",
)


@pytest.mark.parametrize(
    ("between", "again"),
    [
        ("", True),
        ("            print(done)\n", True),
        ("            print(len(log_probs))\n", False),  # it would be one more by then
        ("            if done:\n                break\n", False),  # the last is not put in
    ],
)
def test_states_are_kept_before_the_next_one_comes(between: str, again: bool) -> None:
    text = MOVED.replace("state, done, total = env.reset()", "state, done, total = torch.zeros(4)")
    text = text.replace("            log_probs.append", between + "            log_probs.append")
    found = convert(text, "agent.py")
    assert isinstance(found, Converted)
    assert ("vmapped(" in found.output) == again, found.findings
