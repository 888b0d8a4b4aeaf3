"""Memory that torch shares and TensorFlow copies: the same changes are seen, or it is told."""

import torch  # noqa: F401 -- before TensorFlow

# isort: split
import contextlib
import io
import re
import subprocess
import sys

import pytest

from porter.findings import Severity
from porter.pipeline import Converted, convert

HEAD = "import copy\nimport numpy as np\nimport torch\nimport torch.nn as nn\n"
NET = """
net = nn.Linear(2, 1, bias=False)
nn.init.constant_(net.weight, 1.0)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
"""
TRAIN = """
for _ in range(2):
    opt.zero_grad()
    net(torch.ones(1, 2)).sum().backward()
    opt.step()
"""
ENV = """
class Env:
    def __init__(self):
        self.state = np.zeros(3, np.float32)
    def reset(self):
        self.state[:] = 0
        return self.state
    def step(self, action):
        self.state += action
        return {result}, 1.0

env = Env()
kept = [torch.from_numpy(env.reset().copy())]
for t in range(3):
    state, reward = env.step(1.0)
    kept.append(torch.from_numpy(state))
print(torch.stack(kept).tolist())
"""
EQUAL = {
    "a buffer that is filled again": """
buf = np.zeros((2, 3), np.float32)
x = torch.from_numpy(buf)
for k in range(3):
    buf[:] = k
    print(x.sum().item())
""",
    "a view, cast to what it is": """
buf = np.zeros((2, 2), np.float32)
row = buf[0]
x, y = torch.from_numpy(row), torch.as_tensor(buf).float().view(-1)
np.add(buf, 1, out=buf)
print(x.tolist(), y.tolist())
""",
    "attributes": """
class Holder:
    def __init__(self):
        self.buf = np.zeros(3, np.float32)
        self.x = torch.from_numpy(self.buf)
    def push(self, v):
        self.buf[0] += v
        return self.x.sum().item()

h = Holder()
print(h.push(1.0), h.push(2.0), h.x.tolist())
""",
    "a name of the module": """
frame = np.zeros(2, np.float32)
obs = torch.from_numpy(frame)

def tick():
    global frame
    frame += 1

def main():
    for _ in range(2):
        tick()
    print(obs.tolist())

main()
""",
    "another dtype is a copy": """
buf = np.zeros(3)
x, y = torch.as_tensor(buf, dtype=torch.float32), torch.FloatTensor(buf)
buf += 1
print(x.tolist(), y.tolist())
""",
    "what NumPy makes of Python's numbers is float64": """
state, xs = np.array([0.0, 1.0]), []
for k in range(3):
    state[0] += 0.1
    xs.append(torch.from_numpy(state).float())
print(torch.stack(xs).tolist())
""",
    "a function that writes into what it is given": """
def norm(a):
    a -= a.mean()
    return torch.from_numpy(a)

x = norm(np.arange(3, dtype=np.float32))
y = norm(np.ones(3, np.float32))
print(x.tolist(), y.tolist())
""",
    "an array for each turn": """
xs = []
for k in range(3):
    buf = np.zeros(3, np.float32)
    buf[k] = 1
    xs.append(torch.from_numpy(buf))
print(torch.stack(xs).tolist())
""",
    "an array that is another part of the result": """
class Count:
    def __init__(self):
        self.total = np.zeros(2, np.float32)
    def reset(self):
        return np.zeros(2, np.float32)
    def step(self, action):
        self.total[:] = self.total + action
        info = {}
        info["total"] = self.total
        return np.full(2, action, np.float32), info

def play(env, kept):
    kept.append(torch.from_numpy(env.reset().copy()))
    for t in range(3):
        obs, info = env.step(1.0)
        kept.append(torch.Tensor(obs))
    return torch.stack(kept).sum().item() + float(info["total"][0])

print(play(Count(), []))
""",
    "a distribution is no memory": """
class Memory:
    def __init__(self):
        self.rows = None
    def add(self, row):
        if self.rows is None:
            self.rows = np.zeros((4, 2), np.float32)
        self.rows[0] = row
    def sample(self):
        row = self.rows[0]
        row = torch.FloatTensor(row)
        return row

def play(memory, dist):
    kept = []
    for t in range(2):
        memory.add(np.full(2, t))
        print(memory.sample().sum().item())
        kept.append(dist.sample())
    print(torch.stack(kept).tolist(), dist.entropy().item())

play(Memory(), torch.distributions.Categorical(torch.ones(1)))
""",
    "arrays by name": """
from collections import OrderedDict
def arrays(state):
    found = OrderedDict()
    for name in list(state):
        found[name] = state[name].numpy()
    return found

print(arrays({"a": torch.ones(2)})["a"].sum())
""",
    "a method that others have": """
class Base:
    def step(self, action):
        pass

class Env(Base):
    def step(self, action):
        return np.full(2, action, np.float32)

def play(env, losses):
    kept = []
    for t in range(2):
        out = env.step(t)
        losses.append(out)
        loss = np.zeros(2, np.float32)
        loss += 1
        losses.append(loss)
        kept.append(torch.from_numpy(out))
    print(torch.stack(kept).tolist())

play(Env(), [])
""",
    "one of two arrays": """
frame, zero, xs = np.zeros(2, np.float32), np.ones(2, np.float32), []
for k in range(2):
    shown = frame if k else zero
    print(shown.sum())
    frame += 1
    xs.append(torch.from_numpy(zero))
print(torch.stack(xs).tolist())
""",
    "used before the next step": """
buf = np.zeros(3, np.float32)
total = 0.0
for k in range(3):
    buf[k] = k
    x = torch.from_numpy(buf)
    total += x.sum().item()
print(total)
""",
    "an environment that copies": ENV.format(result="self.state.copy()"),
    "weights": f"{NET}old, view = net.weight.detach(), net.weight.data.numpy()\n{TRAIN}"
    "print(old.tolist(), view.sum(), (net.weight - old).abs().sum().item())",
    "copies of weights": f"{NET}old = [p.detach().clone() for p in net.parameters()]\n"
    f"arrays = [p.detach().numpy().copy() for p in net.parameters()]\n{TRAIN}"
    "print(old[0].tolist(), arrays[0].tolist())",
    "weights of an attribute": """
class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1, bias=False)
        nn.init.constant_(self.net.weight, 1.0)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.start = self.net.weight.detach()
    def update(self, x):
        loss = self.net(x).sum()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return (self.net.weight.detach() - self.start).abs().sum().item()

agent = Agent()
print(agent.update(torch.ones(1, 2)), agent.update(torch.ones(1, 2)))
""",
    "the memory of weights in a loss": f"""{NET}
olds = [p.data for p in net.parameters()]
for _ in range(2):
    opt.zero_grad()
    loss = (net.weight * net.weight.data).sum() + (net.weight * olds[0]).sum()
    loss.backward()
    opt.step()
print(net.weight.tolist())
""",
    "a batch of a buffer, used before it is filled again": """
class Rollout:
    def __init__(self):
        self.obs = np.zeros((4, 2), np.float32)
    def get(self):
        data = dict(obs=self.obs)
        return {k: torch.as_tensor(v) for k, v in data.items()}

buf = Rollout()
for k in range(2):
    buf.obs[:] = k
    data = buf.get()
    print(data["obs"].sum().item())
""",
    "a copy of an optimizer's state": """
nets = [nn.Linear(1, 1) for _ in range(2)]
for n in nets:
    nn.init.ones_(n.weight)
    nn.init.ones_(n.bias)
first, second = nets
o, p = torch.optim.Adam(first.parameters(), lr=0.1), torch.optim.Adam(second.parameters(), lr=0.1)
def step(n, o):
    loss = n(torch.ones(1, 1)).pow(2).sum()
    o.zero_grad()
    loss.backward()
    o.step()
    return loss.item()
print(step(first, o))
p.load_state_dict(copy.deepcopy(o.state_dict()))
print(step(second, p), step(first, o))
""",
    "an array that is assigned to its parameter": f"""{NET}
a = net.weight.detach().numpy()
a[0, 0] = 5.0
a += 1
print(net.weight.tolist())
""",
}
TOLD = {
    "an environment that reuses its array": ENV.format(result="self.state"),
    "the array of the turn before": """
for k in range(3):
    buf = np.full(2, k, np.float32)
    if k:
        print(x.tolist())
    x = torch.from_numpy(buf)
    buf += 0.5
""",
    "one array, kept again and again": """
buf, xs = np.zeros(3, np.float32), []
for k in range(3):
    buf[k] = k
    xs.append(torch.from_numpy(buf))
print(sum(x.sum().item() for x in xs))
""",
    "the state before the step": """
state = np.zeros(3, np.float32)
def step():
    state[:] += 1
    return state
s = torch.from_numpy(step())
for _ in range(3):
    s2 = torch.from_numpy(step())
    print((s2 - s).sum().item())
    s = s2
""",
    "an array of a tensor, written into": """
t = torch.zeros(3)
a = t.numpy()
a[0] = 5
print(t.tolist())
""",
    "a parameter of an array": """
a = np.ones(2, np.float32)
w = nn.Parameter(torch.from_numpy(a))
opt = torch.optim.SGD([w], lr=1.0)
w.sum().backward()
opt.step()
print(a.tolist())
""",
    "weights in a list": f"{NET}old = [p.detach() for p in net.parameters()]\n{TRAIN}print(old[0])",
    "weights of a function": f"{NET}def weights(m):\n    return m.weight.detach()\n"
    f"old = weights(net)\n{TRAIN}print(old.tolist())",
    "a parameter that gets other memory": f"{NET}old = net.weight.data\n"
    "net.weight.data = torch.zeros(1, 2)\nprint(old.tolist())",
    "an array of an attribute, written into": """
class A:
    def __init__(self):
        self.x = torch.zeros(3)
        self.a = self.x.numpy()
    def put(self, v):
        self.a[0] = v
        return self.x.sum().item()
""",
    "an array that NumPy made of a tensor": "x = torch.arange(4.0)\na = np.asarray(x)\na[0] = 9\n",
    "a parameter of a tensor": """
t = torch.ones(2)
w = nn.Parameter(t)
opt = torch.optim.SGD([w], lr=1.0)
w.sum().backward()
opt.step()
print(t.tolist())
""",
    "a shallow copy of a network": f"{NET}c = copy.copy(net)\n{TRAIN}",
    "a layer that changes its argument": """
m = nn.Sequential(nn.Identity(), nn.ReLU(inplace=True))
x = torch.tensor([[-1.0, 2.0]])
y = m(x)
print(x.tolist())
""",
    "optimizers that share their state": """
a, b = nn.Linear(1, 1), nn.Linear(1, 1)
o, p = torch.optim.Adam(a.parameters()), torch.optim.Adam(b.parameters())
p.load_state_dict(o.state_dict())
for net, opt in ((a, o), (b, p)):
    opt.zero_grad()
    net(torch.ones(1, 1)).sum().backward()
    opt.step()
""",
    "tensors of arrays, by map": """
bufs = [np.zeros(2, np.float32) for _ in range(2)]
ts = list(map(torch.from_numpy, bufs))
for b in bufs:
    b[:] = 2
print([t.tolist() for t in ts])
""",
    "two parameters with one memory": """
a, b = nn.Linear(2, 1), nn.Linear(2, 1)
for p, q in zip(a.parameters(), b.parameters()):
    p.data = q.data
""",
}


def ported(program):
    outcome = convert(HEAD + program, "program.py")
    assert isinstance(outcome, Converted)
    return outcome.output, [f for f in outcome.findings if f.severity is Severity.ERROR]


def printed(program):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(program, {})
    return [round(float(n), 5) for n in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", out.getvalue())]


@pytest.mark.parametrize("name", EQUAL)
def test_the_same_changes_are_seen(name):
    output, errors = ported(EQUAL[name])
    assert not errors
    assert printed(output) == printed(HEAD + EQUAL[name])


@pytest.mark.parametrize("name", TOLD)
def test_what_is_copied_is_told(name):
    assert [e.code for e in ported(TOLD[name])[1]]


ENVIRONMENT = """
import numpy as np

class Env:
    def __init__(self):
        self.state = np.zeros(3, np.float32)
    def step(self, action):
        self.state += action
        return {result}
"""
STORE = """
import torch

class Store:
    def __init__(self):
        self.items = []
    def add(self, observation):
        self.items.append(torch.as_tensor(observation))
"""
MAIN = """
from envs import Env
from store import Store

env, store = Env(), Store()
for t in range(3):
    store.add(env.step(1.0))
"""


@pytest.mark.parametrize(("result", "told"), [("self.state", ["P102"]), ("self.state.copy()", [])])
def test_an_environment_in_another_file(tmp_path, result, told):
    (tmp_path / "envs.py").write_text(ENVIRONMENT.format(result=result))
    (tmp_path / "main.py").write_text(MAIN)
    (tmp_path / "store.py").write_text(STORE)
    outcome = convert(STORE, str(tmp_path / "store.py"), tmp_path)
    assert isinstance(outcome, Converted)
    assert [f.code for f in outcome.findings] == told


IN_FLOAT64 = """
import numpy as np
import torch
from porter.equivalence.sides.torch_precision import use

use("float64")
buf = np.zeros(2, np.float32)
x, y, z = torch.from_numpy(buf), torch.as_tensor(buf), torch.tensor(buf)
buf += 1
print((x + 0).tolist(), torch.stack([y, z]).tolist(), x.view(-1).dtype)
x.mul_(3)
print(buf.tolist())
"""


def test_the_check_in_float64_shares_what_the_program_shares():
    run = subprocess.run([sys.executable, "-c", IN_FLOAT64], capture_output=True, text=True)
    shown = "[1.0, 1.0] [[1.0, 1.0], [0.0, 0.0]] torch.float64\n[3.0, 3.0]\n"
    assert run.stdout == shown, run.stderr
