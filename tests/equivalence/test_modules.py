"""One network against its port: right ports pass, wrong ones are caught where they are wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest

from porter.equivalence.modules.check import check_module
from porter.equivalence.modules.child import check
from porter.equivalence.modules.command import orders_for, run_module_check
from porter.equivalence.modules.definitions import load
from porter.equivalence.modules.report import CannotCheck, ModulesDiffer
from porter.equivalence.verdict.model import Outcome, Phase
from rules.linear import Linear

pytestmark = pytest.mark.usefixtures("float64")

EXAMPLES = Path(__file__).parents[2] / "examples"
TORCH_HEAD = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
TF_HEAD = """import keras
import tensorflow as tf
from rules.linear import Linear; from rules.containers import Sequential
"""


@pytest.fixture
def files(tmp_path):
    """Writes an original and its port, both without the imports, and gives their paths."""

    def write(original: str, port: str) -> tuple[Path, Path]:
        paths = tmp_path / "agent.py", tmp_path / "agent_tf.py"
        for path, head, text in zip(paths, (TORCH_HEAD, TF_HEAD), (original, port)):
            path.write_text(head + dedent(text))
        return paths

    return write


def report_of(original, port, name, args=(), inputs=(), precision="float64"):
    torch.set_default_dtype(getattr(torch, precision))
    keras.config.set_floatx(precision)
    keras.config.set_dtype_policy(precision)
    return check(orders_for(original, port, name, list(args), list(inputs), precision))


def assert_equivalent(report) -> None:
    assert report.outcome is Outcome.EQUIVALENT, str(report)
    done = {(c.phase, c.mode) for c in report.compared if c.tensors}
    assert done == {
        (phase, mode)
        for phase in (Phase.FORWARD, Phase.GRADIENTS)
        for mode in ("eager", "tf.function")
    }
    report.raise_if_different()


# -- right ports


@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize(
    ("agent", "name", "inputs"),
    [
        ("td3", "Actor", {"state": [32, 3]}),
        ("ddpg", "Actor", {"state": [32, 3]}),
        ("ddpg", "Critic", {"state": [32, 3], "action": [32, 1]}),
    ],
)
def test_examples_are_found_by_themselves(agent, name, inputs, precision) -> None:
    folder = EXAMPLES / agent
    report = report_of(folder / "agent.py", folder / "agent_tf.py", name, precision=precision)
    assert report.inputs == {key: f"{precision}{shape}" for key, shape in inputs.items()}
    assert_equivalent(report)


CONV = """
    class Net(nn.Module):
        def __init__(self, channels, actions=4):
            super().__init__()
            self.conv = nn.Conv2d(channels, 6, 3, stride=2)
            self.norm = nn.BatchNorm2d(6)
            self.out = nn.Linear(6 * 3 * 4, actions)

        def forward(self, image):
            x = F.relu(self.norm(self.conv(image / 255.0)))
            return self.out(x.flatten(1))

    Net(channels=3)
    """
CONV_TF = """
    class Net(keras.Model):
        def __init__(self, channels, actions=4):
            super().__init__()
            self.conv = keras.layers.Conv2D(6, 3, strides=2)
            self.norm = keras.layers.BatchNormalization(epsilon=1e-5)
            self.out = Linear(6 * 3 * 4, actions)

        def call(self, image):
            x = tf.transpose(image / 255.0, [0, 2, 3, 1])
            x = tf.nn.relu(self.norm(self.conv(x)))
            x = tf.transpose(x, [0, 3, 1, 2])
            return self.out(tf.reshape(x, [tf.shape(x)[0], -1]))
    """


def test_a_conv_net_needs_the_image_size(files) -> None:
    paths = files(CONV, CONV_TF)
    with pytest.raises(CannotCheck, match="--input image=32x3xHEIGHTxWIDTH"):
        orders_for(*paths, "Net", [], [])
    report = report_of(*paths, "Net", inputs=["5x3x7x9"])
    assert_equivalent(report)
    assert any("BatchNorm2d" in text for text in report.not_compared)


def test_a_layer_with_channels_last_is_found(files) -> None:
    wrong = CONV_TF.replace("self.out(tf.r", "1.0 * self.out(1.001 * tf.r")
    report = report_of(*files(CONV, wrong), "Net", inputs=["5x3x7x9"])
    assert report.first.layer == "out"
    assert "between norm, which agrees, and out" in report.first.text
    wrong = CONV_TF.replace("epsilon=1e-5", "epsilon=1e-3")
    report = report_of(*files(CONV, wrong), "Net", inputs=["5x3x7x9"])
    assert report.first.layer == "norm"
    assert "same input and another output" in report.first.text


LSTM = """
    class Net(nn.Module):
        def __init__(self, size: int, hidden: int = 6):
            super().__init__()
            self.lstm = nn.LSTM(size, hidden, batch_first=True)
            self.head = nn.Linear(hidden, 2)

        def forward(self, x):
            y, (h, c) = self.lstm(x)
            return {"q": self.head(y[:, -1]), "state": [h[0], c[0]]}
    """
LSTM_TF = """
    class Net(keras.Model):
        def __init__(self, size, hidden=6):
            super().__init__()
            self.lstm = keras.layers.LSTM(hidden, return_sequences=True, return_state=True)
            self.head = Linear(hidden, 2)

        def call(self, x):
            y, h, c = self.lstm(x)
            return {"q": self.head(y[:, -1]), "state": [h, c]}
    """


def test_an_lstm_with_nested_outputs(files) -> None:
    report = report_of(*files(LSTM, LSTM_TF), "Net", ["size=3"])
    assert report.inputs == {"x": "float64[32, 5, 3]"}
    assert_equivalent(report)
    wrong = LSTM_TF.replace("keras.layers.LSTM(hidden,", "keras.layers.LSTM(hidden, 'relu',")
    report = report_of(*files(LSTM, wrong), "Net", ["size=3"])
    assert report.first.layer == "lstm"
    assert {"output.q", "output.state[1]"} <= {d.path for d in report.first.differences}


EMBEDDED = """
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(7, 3)

        def forward(self, token):
            return self.embed(token).sum(-1)
    """


def test_integer_inputs(files) -> None:
    port = """
        class Net(keras.Model):
            def __init__(self):
                super().__init__()
                self.embed = keras.layers.Embedding(7, 3)

            def call(self, token):
                return tf.reduce_sum(self.embed(token), -1)
        """
    paths = files(EMBEDDED, port)
    assert_equivalent(report_of(*paths, "Net"))
    assert_equivalent(report_of(*paths, "Net", inputs=["token=4x2:int7"]))


NOISY = """
    def squash(x):
        return torch.tanh(x) * limit

    limit = 2.0
    for _ in range(3):
        raise SystemExit("a module check must not train")

    class Actor(nn.Module):
        def __init__(self, obs, actions):
            super().__init__()
            self.body = nn.Sequential(nn.Linear(obs, 8), nn.ReLU(), nn.Linear(8, actions))
            self.log_std = nn.Parameter(torch.zeros(actions))
            self.log_std.requires_grad_(True)

        def forward(self, obs):
            mean = self.body(obs)
            return squash(mean + self.log_std.exp() * torch.randn_like(mean)), mean.argmax(-1)

    Actor(*train(Actor(5, 2)))
    print(Actor(5, 2)(torch.zeros(1, 5)))
    """
NOISY_TF = """
    def squash(x):
        return tf.tanh(x) * limit

    limit = 2.0
    raise SystemExit("a module check must not train")

    class Actor(keras.Model):
        def __init__(self, obs, actions):
            super().__init__()
            self.body = Sequential(Linear(obs, 8), keras.layers.ReLU(), Linear(8, actions))
            self.log_std = self.add_weight(shape=(actions,), initializer="zeros")

        def call(self, obs):
            mean = self.body(obs)
            noise = tf.random.normal(tf.shape(mean), dtype=mean.dtype)
            return squash(mean + tf.exp(self.log_std) * noise), tf.argmax(mean, -1)
    """


def test_random_numbers_are_shared_and_the_program_does_not_run(files) -> None:
    paths = files(NOISY, NOISY_TF)
    assert_equivalent(report_of(*paths, "Actor"))
    twice = "noise = tf.random.normal(tf.shape(mean), dtype=mean.dtype)\n            noise"
    report = report_of(*files(NOISY, NOISY_TF.replace("noise", twice, 1)), "Actor")
    assert report.first.phase is Phase.DRAWS
    assert report.first.text == "1 draws of random numbers expected, 2 found"


# -- wrong ports

ACTOR = """
    class Actor(nn.Module):
        def __init__(self, state_dim, action_dim):
            super().__init__()
            self.fc1 = nn.Linear(state_dim, 16)
            self.fc2 = nn.Linear(16, 16)
            self.out = nn.Linear(16, action_dim)

        def forward(self, state):
            x = F.relu(self.fc1(state))
            x = torch.tanh(F.relu(self.fc2(x)))
            return torch.tanh(self.out(x))
    """
ACTOR_TF = """
    class Transposed(Linear):
        def call(self, x):
            return x @ self.weight + self.bias

    class Actor(keras.Model):
        def __init__(self, state_dim, action_dim):
            super().__init__()
            self.fc1 = Linear(state_dim, 16)
            self.fc2 = Linear(16, 16)
            self.out = Linear(16, action_dim)

        def call(self, state):
            x = tf.nn.relu(self.fc1(state))
            x = tf.tanh(tf.nn.relu(self.fc2(x)))
            return tf.tanh(self.out(x))
    """
FIRST_RELU, SECOND = "tf.nn.relu(self.fc1(state))", "tf.tanh(tf.nn.relu(self.fc2(x)))"
FAULTS = {  # what is replaced by what: phase, mode, layer, in the text
    "transposed kernel": (
        ("self.fc2 = Linear", "self.fc2 = Transposed"),
        (Phase.FORWARD, "eager", "fc2", "layer fc2 has the same input and another output"),
    ),
    "tanh missing": (
        ("tf.tanh(self.out(x))", "self.out(x)"),
        (Phase.FORWARD, "eager", "", "every layer agrees; the outputs part after out"),
    ),
    "relu on the wrong layer": (
        (FIRST_RELU, "self.fc1(tf.nn.relu(state))"),
        (Phase.FORWARD, "eager", "fc1", "between the inputs, which agrees, and fc1"),
    ),
    "relu missing": (
        (FIRST_RELU, "self.fc1(state)"),
        (Phase.FORWARD, "eager", "fc2", "between fc1, which agrees, and fc2"),
    ),
    "activations in the wrong order": (
        (SECOND, "tf.nn.relu(tf.tanh(self.fc2(x) - 0.5))"),
        (Phase.FORWARD, "eager", "out", "between fc2, which agrees, and out"),
    ),
    "a layer is not called": (
        (SECOND, "tf.tanh(x)"),
        (Phase.FORWARD, "eager", "fc2", "the port does not call fc2 here, after fc1"),
    ),
    "dropped bias": (
        ("Linear(16, 16)", "Linear(16, 16, bias=False)"),
        (Phase.TRANSFER, "eager", "fc2", "fc2.bias: the port's Linear has no bias"),
    ),
    "frozen": (
        ("self.out =", "self.fc2.trainable = False; self.out ="),
        (Phase.TRANSFER, "eager", "fc2", "fc2.weight is trained in the original and frozen in"),
    ),
    "one more layer": (
        ("self.out =", "self.extra = Linear(2, 2); self.out ="),
        (Phase.TRANSFER, "eager", "extra", "extra.weight of the port has no partner"),
    ),
    "gradient stopped": (
        (SECOND, f"tf.stop_gradient({SECOND})"),
        (Phase.GRADIENTS, "eager", "", "fc2.bias is the first of 5 that differ"),
    ),
    "another shape": (
        ("tf.tanh(self.out(x))", "tf.squeeze(tf.tanh(self.out(x)), 1)"),
        (Phase.FORWARD, "eager", "", "every layer agrees"),
    ),
    "other in a graph": (
        ("tf.tanh(self.out(x))", "tf.tanh(self.out(x)) * (1 if tf.executing_eagerly() else 2)"),
        (Phase.FORWARD, "tf.function", "", "output is the first of 1 that differ"),
    ),
    "cannot be traced": (
        ("tf.tanh(self.out(x))", "tf.tanh(self.out(x)) + 0 * float(x[0, 0].numpy())"),
        (Phase.FORWARD, "tf.function", "", "the port runs eagerly and cannot be traced: "),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_port_is_caught_at_its_layer(fault, files) -> None:
    (right, wrong), expected = FAULTS[fault]
    assert right in ACTOR_TF
    report = report_of(
        *files(ACTOR, ACTOR_TF.replace(right, wrong)), "Actor", ["state_dim=3", "action_dim=1"]
    )
    first = report.first
    phase, mode, layer, text = expected
    assert (first.phase, first.mode, first.layer) == (phase, mode, layer)
    assert text in first.text
    with pytest.raises(ModulesDiffer, match=re.escape(text)):
        report.raise_if_different()


def test_a_difference_tells_its_size(files) -> None:
    wrong = ACTOR_TF.replace("tf.tanh(self.out(x))", "tf.tanh(self.out(x)) + 1e-6")
    report = report_of(*files(ACTOR, wrong), "Actor", ["state_dim=3", "action_dim=1"])
    difference = report.first.differences[-1]
    assert difference.path == "output"
    assert difference.absolute.size == pytest.approx(1e-6)
    assert difference.mismatches == 32
    loose = report_of(
        *files(ACTOR, wrong), "Actor", ["state_dim=3", "action_dim=1"], precision="float32"
    )
    assert_equivalent(loose)


# -- the library


def test_arrays_of_the_user_and_his_tolerance() -> None:
    ours, theirs = Linear(3, 2), torch.nn.Linear(3, 2)
    x = np.random.default_rng(0).normal(size=(4, 3)).astype("float32")
    assert_equivalent(check_module(theirs, ours, x))
    np.testing.assert_array_equal(ours.weight.numpy(), theirs.weight.detach().numpy())
    assert theirs.training
    assert theirs.weight.grad is None
    ours.call = lambda x: (x @ keras.ops.transpose(ours.weight) + ours.bias) * (1 + 1e-7)
    assert check_module(theirs, ours, x).outcome is Outcome.DIFFERENT
    assert check_module(theirs, ours, x, relative=1e-6).outcome is Outcome.EQUIVALENT


def test_mixed_precision_is_an_error() -> None:
    x = np.ones((4, 3))
    with pytest.raises(CannotCheck, match=r"is float32 and the port's .* is float64"):
        check_module(torch.nn.Linear(3, 2).float(), Linear(3, 2), x)
    both = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Linear(2, 2).float())
    with pytest.raises(CannotCheck, match="weights in float32, float64"):
        check_module(both, Linear(3, 2), x)


# -- what the program shows, and what has to be given


def test_arguments_from_all_over_a_program(files) -> None:
    original = """
        import argparse

        HIDDEN = 16

        class Encoder(nn.Module):
            def __init__(self, size, out):
                super().__init__()
                self.net = nn.Sequential(layer_init(nn.Linear(size, out)), nn.ReLU())

            def forward(self, x):
                return self.net(x)

        class Net(nn.Module):
            def __init__(self, obs, goal, hidden, depth=2, *, scale):
                super().__init__()
                width = obs + goal
                self.encoder = Encoder(width, hidden)
                self.gate = nn.Linear(in_features=2 * goal, out_features=hidden)

            def forward(self, observation, goal, flags, mask=None):
                both = torch.cat((observation.float(), goal), dim=-1)
                return self.encoder(both) * self.gate(flags)

        class Agent:
            def __init__(self, obs, goal=4, scale=1):
                self.hidden = HIDDEN // 2
                self.net = Net(obs, goal, self.hidden, scale=scale)

        def main():
            parser = argparse.ArgumentParser()
            parser.add_argument("--obs-size", "-o", type=int, default=3)
            args = parser.parse_args()
            obs, scale = args.obs_size, 0.5
            agent = Agent(obs, scale=scale)
        """
    orders = orders_for(*files(original, ""), "Net", [], [])
    assert orders["arguments"] == {"obs": 3, "goal": 4, "hidden": 8, "scale": 0.5}
    assert orders["inputs"] == ["32x3", "32x4", "32x8"]
    orders = orders_for(*files(original, ""), "Net", ["obs=7", "depth=1"], ["goal=2x4"])
    assert orders["arguments"]["obs"] == 7
    assert orders["inputs"] == ["32x7", "2x4", "32x8"]


def test_what_is_not_shown_is_asked_for(files) -> None:
    paths = files(ACTOR + "\n    Actor(unknown(), limits[0])\n", ACTOR_TF)
    with pytest.raises(CannotCheck) as error:
        orders_for(*paths, "Actor", [], [])
    assert str(error.value) == (
        f"{paths[0]} does not show all that Actor needs: give --arg state_dim=VALUE and "
        "--arg action_dim=VALUE and --input state=32x17 (with your own sizes; the first is the "
        "batch)"
    )


def problem(paths, name="Actor", args=("state_dim=3", "action_dim=1"), inputs=()) -> str:
    with pytest.raises(CannotCheck) as error:
        report_of(*paths, name, args, inputs)
    assert "Traceback" not in str(error.value)
    return str(error.value)


def test_bad_input_is_told_in_one_line(files) -> None:
    paths = files(ACTOR, ACTOR_TF)
    agent, port = paths
    assert problem(paths, "Critic") == f"{agent} has no class Critic; it has Actor"
    assert problem((agent, agent.parent / "none.py")).endswith(
        "none.py: no such file or directory; check the path and its permissions"
    )
    assert "Actor has no such argument; it has state_dim" in problem(paths, args=["size=3"])
    assert "give NAME=VALUE" in problem(paths, args=["state_dim"])
    assert "give sizes such as 32x17" in problem(paths, inputs=["32,3"])
    assert "forward takes state, give one" in problem(paths, inputs=["32x3", "32x1"])
    wrong_shape = problem(paths, inputs=["32x4"])
    assert wrong_shape.startswith("the original does not take state float64[32, 4]: ")
    assert f"{agent}:13: RuntimeError: mat1 and mat2" in wrong_shape
    nothing = files(ACTOR.replace("return torch", "torch"), ACTOR_TF)
    assert problem(nothing) == "the original's forward() returns nothing that could be compared"
    distribution = files(ACTOR.replace("torch.tanh(self.out(x))", "iter([x])"), ACTOR_TF)
    assert "output of the original is a list_iterator, and only tensors" in problem(distribution)
    files(ACTOR, ACTOR_TF)
    port.write_text(port.read_text().replace("class Actor", "class Policy"))
    text = "has no Actor at its top level; it has the classes Transposed, Policy"
    assert text in problem(paths)


def test_a_class_that_raises_is_told_with_its_line(files) -> None:
    paths = files(ACTOR, ACTOR_TF.replace("self.fc2 =", "raise OSError('no weights')\n        #"))
    text = "Actor(state_dim=3, action_dim=1) raised "
    assert problem(paths) == f"{text}{paths[1]}:13: OSError: no weights"
    paths = files(ACTOR, ACTOR_TF.replace("self.out(x)", "self.head(x)"))
    assert problem(paths).startswith(
        f"the port does not take state float64[32, 3]: {paths[1]}:19: "
    )
    paths = files(ACTOR.replace("(16, 16)", "(16, missing)"), ACTOR_TF)
    assert problem(paths).endswith("agent.py:9: NameError: name 'missing' is not defined")


def test_neighbours_of_the_same_name_are_told_apart(tmp_path) -> None:
    for folder, value in (("a", 1), ("b", 2)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sizes.py").write_text(f"SIZE = {value}\n")
        (tmp_path / folder / "agent.py").write_text(
            "from sizes import SIZE\n\nclass A:\n    size = SIZE\n"
        )
    assert load(tmp_path / "a" / "agent.py", "A").size == 1
    assert load(tmp_path / "b" / "agent.py", "A").size == 2


# -- the command


def test_the_command_prints_a_report(files, capfd) -> None:
    wrong = ACTOR_TF.replace(FIRST_RELU, "self.fc1(tf.cast(state, tf.float32))")
    paths = files(ACTOR.replace("self.fc1(state)", "self.fc1(state.float())"), wrong)
    arguments = ["state_dim=3", "action_dim=1"]
    code = run_module_check(*paths, "Actor", arguments, ["8x3"], as_json=True)
    output = capfd.readouterr()
    assert (code, output.err) == (1, "")
    content = json.loads(output.out)
    assert content["outcome"] == "different"
    assert content["name"] == "Actor(state_dim=3, action_dim=1)"
    assert content["inputs"] == {"state": "float64[8, 3]"}
    assert content["divergences"][0]["phase"] == "forward"
    assert content["divergences"][0]["layer"] == "fc2"


@pytest.mark.slow
def test_the_command_tells_what_went_wrong(files, capfd) -> None:
    paths = files(ACTOR, ACTOR_TF)
    assert run_module_check(*paths, "Critic", [], []) == 2
    assert capfd.readouterr().err == (
        f"porter: error: {paths[0]} has no class Critic; it has Actor\n"
    )
    paths = files(ACTOR, ACTOR_TF.replace("super()", "__import__('os')._exit(3)"))
    arguments = ["state_dim=3", "action_dim=1"]
    assert run_module_check(*paths, "Actor", arguments, []) == 2
    assert "the check of Actor crashed; its last lines" in capfd.readouterr().err
    assert run_module_check(*paths, "Actor", arguments, [], timeout=0.01) == 2
    assert "Actor: no answer after 0 s" in capfd.readouterr().err


# -- modes: evaluation, and training where layers keep a mode

NORMED = """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)
        self.drop = nn.Dropout(0.5)
        self.linear = nn.Linear(3, 2)

    def forward(self, x):
        return self.linear(self.drop(self.norm(x)))
"""
NORMED_TF = """
from rules.model import TorchModel
from rules.norm import BatchNorm1d
from rules.dropout import Dropout

class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.norm = BatchNorm1d(3)
        self.drop = Dropout(0.5)
        self.linear = Linear(3, 2)

    def call(self, x):
        return self.linear(self.drop(self.norm(x)))
"""


def test_a_port_that_keeps_its_mode_is_compared_in_both(files) -> None:
    report = report_of(*files(NORMED, NORMED_TF), "Net", inputs=["8x3"])
    assert report.outcome is Outcome.EQUIVALENT, str(report)
    done = {(c.phase, c.mode): c.tensors for c in report.compared}
    for mode in ("eager", "tf.function"):
        assert done[Phase.GRADIENTS, mode] == done[Phase.GRADIENTS, f"{mode}, training"] == 5
        assert done[Phase.WEIGHTS, f"{mode}, training"] == 2  # the running mean and variance
    assert not report.not_compared


def test_a_wrong_momentum_shows_in_training_alone(files) -> None:
    wrong = NORMED_TF.replace("BatchNorm1d(3)", "BatchNorm1d(3, momentum=0.2)")
    report = report_of(*files(NORMED, wrong), "Net", inputs=["8x3"])
    assert report.first.phase is Phase.WEIGHTS
    assert report.first.mode == "eager, training"


def test_a_batch_that_torch_refuses_in_training_is_compared_in_evaluation(files) -> None:
    report = report_of(*files(NORMED, NORMED_TF), "Net", inputs=["1x3"])
    assert report.outcome is Outcome.EQUIVALENT, str(report)
    assert "Expected more than 1 value per channel" in report.not_compared[0]
