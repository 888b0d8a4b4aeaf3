"""Twin runs of whole programs: what is found, and what is said when one can't run."""

import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.events import Kind
from porter.equivalence.options import Options
from porter.equivalence.partners import Partners
from porter.equivalence.process import Process
from porter.equivalence.sides.wire import Question
from porter.equivalence.twin import CouldNotRun, Twin
from porter.equivalence.verdict import Judge, Outcome, Phase
from porter.pipeline import convert

from .synthetic import Program

pytestmark = pytest.mark.usefixtures("warm_processes")

ORIGINAL = Path(__file__).parent / "programs" / "corridor.py"
STEPS = "40"
UPDATES = 32  # of that many steps


@pytest.fixture(scope="module")
def port():
    """The port as porter writes it."""
    return convert(ORIGINAL.read_text(), str(ORIGINAL)).output


@pytest.fixture
def processes(warm_processes, monkeypatch):
    """Checks start processes as `porter check` does, after all."""
    monkeypatch.setattr("porter.equivalence.check.Process", Process)


def check(port_text, folder, original=ORIGINAL, arguments=(STEPS,), **options):
    """The verdict on a port, of one precision unless `options` say otherwise."""
    path = folder / "corridor_tf.py"
    path.write_text(port_text)
    whole = {"precision": "float64", "floor": False, "timeout": 300.0, "seconds": 0}
    chosen = Options(**whole | options)
    return check_programs(Programs(original, path, arguments), chosen, lambda what, n: None).results


def edited(text, old, new):
    assert text.count(old) == 1
    return text.replace(old, new)


def test_a_right_port_is_equivalent_in_both_precisions(port, tmp_path):
    double, single = check(port, tmp_path, precision="both", floor=True)
    for result in (double, single):
        assert result.outcome is Outcome.EQUIVALENT, result
        assert len(result.updates) == UPDATES == len(result.noise_floor)
        compared = {phase.name for phase in result.phases if phase.compared}
        assert compared == {phase.value for phase in Phase} - {"forward"}
    assert max(update.weights for update in double.updates) < 1e-12
    assert max(update.update for update in single.updates) < 1e-4
    assert 0 < max(update.weights for update in double.noise_floor) < 1e-10


@pytest.mark.parametrize(
    ("old", "new", "phase", "line"),
    [
        ("self.target.set_weights(", "print(", Phase.TARGETS, "self.target = "),
        ("self.tau * p +", "1.01 * self.tau * p +", Phase.TARGETS, "t.assign("),
        ("0.9 * (1 - dones)", "0.9 * dones", Phase.LOSS, "grads = tape.gradient("),
        ("lr=0.01", "lr=0.0101", Phase.CONSTRUCTION, "self.optimizer = "),
        ("from_array(rewards, tf.float32)",
         "from_array(rewards, tf.float32) + tf.random.normal([8])",
         Phase.DRAWS, "grads = tape.gradient("),
        ("return self._call_net(", "return 1 - self._call_net(", Phase.ACTIONS,
         "next_state, reward, done = "),
    ],
)  # fmt: skip
def test_the_first_divergence_is_named(port, tmp_path, old, new, phase, line):
    wrong = edited(port, old, new)
    [result] = check(wrong, tmp_path)
    assert result.outcome is Outcome.DIFFERENT
    assert result.first.phase == phase.value
    assert result.first.port.text.startswith(line)


def test_the_layer_is_found_where_a_loss_differs(port, tmp_path):
    [result] = check(edited(port, "tf.tanh(", "tf.nn.relu("), tmp_path)
    assert result.first.phase == "forward"
    assert result.first.tensor.startswith("net.out")


def test_a_limited_number_of_updates(port, tmp_path):
    [result] = check(port, tmp_path, updates=5)
    assert result.outcome is Outcome.EQUIVALENT
    assert len(result.updates) == 5


@pytest.mark.parametrize(("precision", "floor"), [("float64", False), ("float32", True)])
def test_a_limited_time(port, tmp_path, precision, floor):
    chosen = {"precision": precision, "floor": floor, "seconds": 2.0}
    [result] = check(port, tmp_path, arguments=("1000000",), **chosen)
    assert result.outcome is Outcome.EQUIVALENT
    count = len(result.updates)
    assert count > 1
    assert any(note.startswith(f"stopped after {count} updates") for note in result.notes)
    assert bool(result.noise_floor) == floor
    one, other = result.draws
    assert one == other > 0


DETACHED = """
import subprocess, sys, tempfile
print(0.5, 12, flush=True)
child = [sys.executable, "-c", "import time; time.sleep(600)"]
child = subprocess.Popen(child, start_new_session=True, stdout=subprocess.DEVNULL)
open({file!r}, "w").write(f"{{child.pid}} {{tempfile.gettempdir()}}")
"""


@pytest.mark.usefixtures("processes")
def test_printed_numbers_and_what_a_program_leaves_behind(port, tmp_path):
    """Numbers that differ are a warning: they may be times."""
    original = tmp_path / "corridor.py"
    original.write_text(ORIGINAL.read_text() + "\nprint(0.5, 11)\n")
    found = tmp_path / "found"
    [result] = check(port + DETACHED.format(file=str(found)), tmp_path, original)
    assert result.outcome is Outcome.EQUIVALENT
    [note] = [note for note in result.notes if "printed" in note]
    assert "is 11, in the port 12" in note
    child, temporary = found.read_text().split()
    assert not Path(f"/proc/{child}").exists() or "State:\tZ" in status(child)
    assert not Path(temporary).exists()


def test_numbers_that_were_printed_before_a_stop_are_not_compared(port, tmp_path):
    """The programs stand at different lines there; the report says so."""
    original = tmp_path / "corridor.py"
    original.write_text("print(0.5)\n" + ORIGINAL.read_text())
    [result] = check(f"print(0.25)\n{port}", tmp_path, original, updates=2)
    assert result.outcome is Outcome.EQUIVALENT
    assert any(note.startswith("printed numbers were not compared") for note in result.notes)


def status(process):
    return Path(f"/proc/{process}/status").read_text()


def test_programs_that_never_train(port, tmp_path):
    [result] = check(port, tmp_path, arguments=("5",))
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert "no optimizer made an update" in result.message


SEARCH = """\
import torch


class World:
    def reset(self):
        return 0.0

    def step(self, action):
        return -(action**2)


net = torch.nn.Linear(2, 1)
world = World()
while True:
    with torch.no_grad():
        world.step(net(torch.ones(1, 2)).item())
"""


def test_a_program_that_goes_on_without_an_update_is_ended(tmp_path):
    """A search without gradients: it acts, and no optimizer is ever made."""
    original = tmp_path / "search.py"
    original.write_text(SEARCH)
    text = convert(SEARCH, str(original)).output
    [result] = check(text, tmp_path, original, (), seconds=0.5)
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert "no optimizer made an update within 2 s" in result.message


SHARED = """\
import numpy as np
import torch

rng = np.random.RandomState(0)
net = torch.nn.Linear(3, 1)
optimizer = torch.optim.Adam(net.parameters())
state = rng.randn(4, 3).astype(np.float32)
for step in range(4):
    loss = net(torch.from_numpy(state).float()).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    state = state + np.float32(0.1)
"""


def test_every_loss_is_compared_where_arrays_share_memory(tmp_path):
    """torch calls Tensor.backward a second time, from within, as soon as a function mode is on."""
    original = tmp_path / "shared.py"
    original.write_text(SHARED)
    text = convert(SHARED, str(original)).output
    [result] = check(text, tmp_path, original, ())
    assert result.outcome is Outcome.EQUIVALENT, result
    [loss] = [phase for phase in result.phases if phase.name == Phase.LOSS.value]
    assert loss.compared == len(result.updates) == 4
    assert not loss.not_compared


def test_a_crash_on_one_side(port, tmp_path):
    broken = edited(port, "        done = self.place", "        1 / 0\n        done = self.place")
    [result] = check(broken, tmp_path)
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert "corridor_tf.py stopped after 0 updates: ZeroDivisionError" in result.message
    assert "last lines of" in result.message


PROCESS = """\
    worker = multiprocessing.get_context("fork").Process(target=len, args=("",))
    worker.start()
    worker.join()
"""


def with_a_process(text):
    """A program that starts a process of its own where it begins."""
    main = 'if __name__ == "__main__":\n'
    return edited(text, main, main + PROCESS).replace(
        "import sys", "import multiprocessing\nimport sys"
    )


def test_a_process_that_nobody_observes_is_told(port, tmp_path):
    original = tmp_path / "corridor.py"
    original.write_text(with_a_process(ORIGINAL.read_text()))
    [result] = check(with_a_process(port), tmp_path, original, updates=2)
    assert result.outcome is Outcome.EQUIVALENT
    assert [note for note in result.notes if "started processes of its own" in note]
    [result] = check(port, tmp_path, updates=2)
    assert not [note for note in result.notes if "started processes of its own" in note]


def test_a_crash_beside_a_process_tells_of_it(port, tmp_path):
    broken = edited(port, "        done = self.place", "        1 / 0\n        done = self.place")
    [result] = check(with_a_process(broken), tmp_path)
    assert (
        "ZeroDivisionError: division by zero. Note: the program started processes" in result.message
    )


def test_a_missing_package_is_said_to_be_missing_here(port, tmp_path):
    line = "        done = self.place"
    broken = edited(port, line, f"        import nowhere\n{line}")
    [result] = check(broken, tmp_path)
    assert "No module named 'nowhere'. The programs run with" in result.message
    assert "runpy" not in result.message  # nobody's but the program's frames
    assert 'corridor_tf.py", line' in result.message


@pytest.mark.usefixtures("processes")
def test_a_hang_ends_and_leaves_no_process(port, tmp_path):
    hanging = (
        port + '\nimport os, time\nprint("waiting as", os.getpid(), flush=True)\ntime.sleep(99)'
    )
    begun = time.monotonic()
    [result] = check(hanging, tmp_path, timeout=30.0)
    assert time.monotonic() - begun < 120
    assert result.outcome is Outcome.COULD_NOT_RUN
    assert "did nothing for 30 s" in result.message
    process = result.message.partition("waiting as ")[2].split()[0]
    assert subprocess.run(["ps", "-p", process], capture_output=True, check=False).returncode == 1


def test_a_port_that_is_no_python(tmp_path):
    with pytest.raises(CouldNotRun, match=r"corridor_tf\.py:1: invalid syntax"):
        check("def f(:\n", tmp_path)


def test_a_gpu_that_is_not_there(port, tmp_path, monkeypatch):
    monkeypatch.setattr("porter.equivalence.check.gpu_missing", lambda: "no GPU here")
    [result] = check(port, tmp_path, device="gpu")
    assert (result.outcome, result.message) == (Outcome.NOT_CHECKED, "no GPU here")


class Told:
    """One side of a twin run: a process that has told its events already."""

    def __init__(self, events=()):
        self.events = list(events)
        self.steps, self.ended = 0, False
        self.answers = []
        self.connection = self

    def receive(self):
        return self.events.pop(0)

    def send(self, answer):
        self.answers.append(answer)


def told_by(original, updates):
    """A twin that has read the original up to its update of this number."""
    twin = Twin(Told(original.run()), Told(), Judge(), Partners(lambda site: site, lambda s: s))
    while twin.torch.steps < updates:
        twin.read(twin.torch)
    return twin


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_state_of_the_update_that_was_asked_for(step):
    """The original may be two updates further on: its weights and slots of then are others."""
    twin = told_by(Program(updates=4), 3)
    events = [event for event in Program(updates=4).run() if event.kind is Kind.STEP]
    twin.question = Question("state", ("optimizer", step))
    twin.answer()
    [state] = twin.port.answers
    wanted = events[step - 1].arrays
    assert state.keys() == {key for key in wanted if key.startswith(("after/", "slots_after/"))}
    assert all(np.array_equal(array, wanted[key]) for key, array in state.items())
    assert twin.question is None
    assert not twin.may_read(twin.torch), "far enough: older states are forgotten"


def test_a_state_that_is_to_come_is_waited_for():
    twin = told_by(Program(updates=3), 2)
    twin.question = Question("state", ("optimizer", 3))
    twin.port.steps = 2
    twin.answer()
    assert twin.port.answers == []
    assert twin.may_read(twin.torch)
    while not twin.torch.ended:
        twin.read(twin.torch)
    twin.question = Question("state", ("optimizer", 4))
    twin.answer()
    assert twin.port.answers == [None], "the original has ended before"


@pytest.mark.slow
def test_compiled_code_is_compared(port, tmp_path):
    """XLA calls nobody back: what is compared leaves the train body otherwise."""
    compiled = port.replace("@tf.function\n", "@tf.function(jit_compile=True)\n")
    assert compiled != port
    double, single = check(compiled, tmp_path, precision="both", floor=True)
    for result in (double, single):
        assert result.outcome is Outcome.EQUIVALENT, result
        assert len(result.updates) == UPDATES
        assert not any("compiled" in note for note in result.notes)


LAZY = """
import keras
import numpy as np
import tensorflow as tf


class Uniform(keras.initializers.Initializer):
    def __init__(self, fan_in):
        self.bound = fan_in**-0.5

    def __call__(self, shape, dtype=None, **_):
        return tf.random.uniform(shape, -self.bound, self.bound, dtype)


def dense(fan_in, units, activation=None):
    first = Uniform(fan_in)
    return keras.layers.Dense(units, activation, kernel_initializer=first, bias_initializer=first)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = dense(3, 8, "relu")
        self.out = dense(8, 2)

    def call(self, x):
        return self.out(self.hidden(x))


net = Net()
target = keras.Sequential([dense(3, 8), keras.layers.ReLU(), dense(8, 2)])
optimizer = keras.optimizers.SGD(0.1)


@tf.function
def train(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(x) - target(x)) ** 2)
    grads = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))


rng = np.random.default_rng(0)
for _ in range(3):
    train(tf.convert_to_tensor(rng.normal(size=(4, 3)), tf.float32))
"""
LAZY_ORIGINAL = """
import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(3, 8)
        self.out = nn.Linear(8, 2)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x)))


net = Net()
target = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
rng = np.random.default_rng(0)
for _ in range(3):
    x = torch.tensor(rng.normal(size=(4, 3)), dtype=torch.float32)
    loss = ((net(x) - target(x)) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


def test_networks_that_keras_builds_with_their_first_call(tmp_path):
    """A port by hand: its plain Dense layers have no variables when the network is made."""
    original = tmp_path / "lazy.py"
    original.write_text(LAZY_ORIGINAL)
    [result] = check(LAZY, tmp_path, original, arguments=())
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) == 3


OWN_OPTIMIZER = """
import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(3, 2)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=0.1)

    def forward(self, x):
        return self.out(x)

    def train_net(self, x):
        loss = self(x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


net = Net()
rng = np.random.default_rng(0)
for _ in range(3):
    net.train_net(torch.tensor(rng.normal(size=(4, 3)), dtype=torch.float32))
"""


def test_an_optimizer_that_a_network_makes_for_itself(tmp_path):
    """Its parameters have the network's names, though that has none yet."""
    original = tmp_path / "own.py"
    original.write_text(OWN_OPTIMIZER)
    ported = convert(OWN_OPTIMIZER, str(original)).output
    [result] = check(ported, tmp_path, original, arguments=())
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) == 3
    gradients = next(phase for phase in result.phases if phase.name == "gradients")
    assert gradients.compared == 12  # two parameters, at backward and at the step
    assert not [note for note in result.notes if "never moved" in note]
