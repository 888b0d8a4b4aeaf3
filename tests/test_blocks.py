"""The building blocks against torch: same weights, same numbers.

float64 cases set Keras's floatx and dtype policy before anything is built: with either of the two
left at float32, Keras casts silently and the comparison would mean nothing.
"""

import copy
import gc
import random
import weakref

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf

from rules import containers
from rules.graph import graph, one_op
from rules.inplace import replaced
from rules.kept_outputs import KeptOutputs
from rules.linear import Linear
from rules.model import TorchModel


@pytest.fixture
def float64():
    keras.config.set_floatx("float64")
    keras.config.set_dtype_policy("float64")
    yield
    keras.config.set_floatx("float32")
    keras.config.set_dtype_policy("float32")


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def transfer(source, target):
    """Copy a torch network's weights, in order, into a Keras one."""
    target.set_weights([p.detach().numpy() for p in source.parameters()])


def pair():
    """One MLP in both frameworks, with equal weights in the current default dtype."""
    theirs = torch.nn.Sequential(
        torch.nn.Linear(3, 8),
        torch.nn.Tanh(),
        torch.nn.Sequential(torch.nn.Linear(8, 4, bias=False), torch.nn.ReLU()),
        torch.nn.Linear(4, 2),
    ).to(torch.float64 if keras.config.floatx() == "float64" else torch.float32)
    inner = containers.Sequential(Linear(8, 4, bias=False), tf.nn.relu)
    ours = containers.Sequential(Linear(3, 8), tf.tanh, inner, Linear(4, 2))
    transfer(theirs, ours)
    return theirs, ours


# Linear and Sequential


def test_linear_has_its_variables_at_once():
    assert [v.shape for v in Linear(3, 2).trainable_variables] == [(2, 3), (2,)]
    assert [v.shape for v in Linear(3, 2, bias=False).trainable_variables] == [(2, 3)]


@pytest.mark.parametrize("fan_in", [4, 400])
def test_linear_initialisation_is_uniform_in_torchs_bounds(fan_in):
    tf.random.set_seed(0)
    kernel, bias = Linear(fan_in, 4000).get_weights()
    for weights in (kernel, bias):
        assert 0.99 * fan_in**-0.5 < np.abs(weights).max() <= fan_in**-0.5
        np.testing.assert_allclose(weights.std(), (fan_in * 3) ** -0.5, rtol=0.05)
    assert abs(np.corrcoef(kernel[:, 0], bias)[0, 1]) < 0.1


def test_linear_initialisation_is_seeded_and_leaves_pythons_random_alone():
    def first():
        tf.random.set_seed(1)
        return Linear(3, 2).get_weights()

    random.seed(0)
    expected = random.random()
    random.seed(0)
    for one, other in zip(first(), first(), strict=True):
        np.testing.assert_array_equal(one, other)
    assert random.random() == expected


@pytest.mark.parametrize("shape", [(5, 3), (1, 3), (3,), (2, 5, 3)])
def test_forward_and_gradients(float64, rng, shape):
    theirs, ours = pair()
    x = rng.standard_normal(shape)
    expected = theirs(torch.from_numpy(x))
    expected.square().sum().backward()
    with tf.GradientTape() as tape:
        output = ours(tf.constant(x))
        loss = tf.reduce_sum(tf.square(output))
    assert output.dtype == tf.float64
    np.testing.assert_allclose(output, expected.detach(), rtol=1e-12)
    for gradient, parameter in zip(
        tape.gradient(loss, ours.trainable_variables), theirs.parameters(), strict=True
    ):
        np.testing.assert_allclose(gradient, parameter.grad, rtol=1e-10, atol=1e-14)


def test_sequential_is_a_sequence():
    layers = Linear(3, 2), Linear(2, 1)
    model = containers.Sequential(*layers)
    assert len(model) == 2
    assert list(model) == list(layers)
    assert model[-1] is layers[1]
    assert isinstance(model[:1], containers.Sequential)
    assert model[:1][0] is layers[0]


def test_deepcopy_is_independent(rng):
    _, ours = pair()
    x = rng.standard_normal((5, 3)).astype(np.float32)
    before = ours(x).numpy()
    twin = copy.deepcopy(ours)
    np.testing.assert_array_equal(twin(x), before)
    for variable in twin.variables:
        variable.assign(variable + 1.0)
    np.testing.assert_array_equal(ours(x), before)
    assert not {id(v) for v in twin.variables} & {id(v) for v in ours.variables}


class Nested(TorchModel):
    def __init__(self, width, body):
        super().__init__()
        self.body = body
        self.head = Linear(width, 1)

    def call(self, x):
        return self.head(self.body(x))


def test_a_copied_model_shares_nothing():
    model = Nested(1, body=Nested(4, Linear(3, 4)))
    twin = copy.deepcopy(model)
    assert not {id(v) for v in twin.variables} & {id(v) for v in model.variables}
    for one, other in zip(twin.get_weights(), model.get_weights(), strict=True):
        np.testing.assert_array_equal(one, other)


class Actor(keras.Model):
    def __init__(self):
        super().__init__()
        self.net = containers.Sequential(Linear(3, 4), tf.nn.relu)
        self.l2 = Linear(4, 2)

    def call(self, state):
        return self.l2(self.net(state))


@pytest.mark.parametrize("make", [Actor, lambda: pair()[1]], ids=["subclass", "Sequential"])
def test_set_weights_and_checkpoint_right_after_construction(make, tmp_path, rng):
    model, target, other = make(), make(), make()
    x = rng.standard_normal((5, 3)).astype(np.float32)
    target.set_weights(model.get_weights())
    np.testing.assert_array_equal(target(x), model(x))
    path = tf.train.Checkpoint(model).write(str(tmp_path / "model"))
    tf.train.Checkpoint(other).read(path).assert_consumed()
    np.testing.assert_array_equal(other(x), model(x))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_soft_update_is_bit_equal(dtype, rng, request):
    if dtype == "float64":
        request.getfixturevalue("float64")
    a, b = rng.standard_normal((2, 50, 50)).astype(dtype)
    param, target = keras.Variable(a), keras.Variable(b)
    tau = 0.005

    @tf.function
    def update():
        target.assign(tau * param + (1 - tau) * target)

    update()
    expected = tau * torch.from_numpy(a) + (1 - tau) * torch.from_numpy(b)
    np.testing.assert_array_equal(target.numpy(), expected)


# graph


def test_graph_traces_once_for_each_shape(rng):
    traced = []

    def double(x):
        traced.append(tuple(x.shape))
        return 2 * x

    for size in (1, 1, 4, 1):
        x = tf.constant(rng.standard_normal((size, 3)))
        np.testing.assert_array_equal(graph(double)(x), 2 * x)
    assert traced == [(1, 3), (4, 3)]


def test_graph_gives_back_what_the_network_returns():
    def heads(x, y):
        return {"sum": x + y, "rest": (x[0], None)}, 2 * y

    x, y = tf.constant([1.0, 2.0]), tf.constant(3.0)
    found, double = graph(heads)(x, y)
    np.testing.assert_array_equal(found["sum"], [4, 5])
    assert found["rest"][0].numpy() == 1
    assert found["rest"][1] is None
    assert double.numpy() == 6
    np.testing.assert_array_equal(graph(heads)(x, y=y)[0]["sum"], [4, 5])
    np.testing.assert_array_equal(graph(heads)(x, 3.0)[0]["sum"], [4, 5])


def test_graph_takes_states_in_tuples():
    traced = []

    def cell(x, state):
        traced.append(x)
        return x + state[0], (state[0] * 2, state[1] + x)

    x, state = tf.ones((1, 2)), (tf.constant([3.0]), tf.zeros((1, 2)))
    for _ in range(3):
        y, state = graph(cell)(x, state)
    np.testing.assert_array_equal(y, [[13, 13]])
    np.testing.assert_array_equal(state[0], [24])
    np.testing.assert_array_equal(state[1], [[3, 3]])
    assert len(traced) == 1


def test_graph_of_any_length_is_traced_twice():
    traced = []

    def double(x):
        traced.append(x)
        return 2 * x

    for rows in range(1, 9):
        x = tf.ones((rows, 3))
        np.testing.assert_array_equal(graph(double, any_length=True)(x), 2 * x)
    assert len(traced) == 2


def test_graph_draws_new_random_numbers_each_time():
    def noisy(x):
        return x + tf.random.normal([2])

    tf.random.set_seed(0)
    x = tf.zeros(2)
    drawn = [graph(noisy)(x).numpy().tolist() for _ in range(3)]
    tf.random.set_seed(0)
    function = tf.function(noisy)
    assert drawn == [function(x).numpy().tolist() for _ in range(3)]
    assert drawn[0] != drawn[1] != drawn[2]


def test_no_gradient_is_lost_in_silence_in_a_graph():
    actor, state = Actor(), tf.ones([1, 3])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(graph(actor)(state))
    with pytest.raises(LookupError, match="gradient"):
        tape.gradient(loss, actor.trainable_variables)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(graph(actor, taped=True)(state))
    assert None not in tape.gradient(loss, actor.trainable_variables)


def test_graph_of_a_bound_method_is_cached():
    class Agent:
        def __init__(self):
            self.actor = Actor()

        def act(self, state):
            return self.actor(state)

    one, other = Agent(), Agent()
    assert graph(one.act) is graph(one.act)
    assert graph(one.act) is not graph(other.act)
    state = tf.ones((1, 3))
    np.testing.assert_allclose(graph(one.act)(state), one.act(state), rtol=1e-6)


def test_graph_sees_new_weights():
    actor = Actor()
    state = tf.ones((1, 3))
    before = graph(actor)(state).numpy()
    actor.l2.bias.assign_add([1.0, 2.0])
    np.testing.assert_allclose(graph(actor)(state), before + np.array([1, 2]), rtol=1e-5)


# replaced


@pytest.mark.parametrize("value", [[[1.0, 2.0]], [[[3.0]]], [1.0, 2.0], 4.0], ids=str)
def test_a_row_is_replaced_as_torch_does_it(value):
    """Leading axes of size 1 that the place does not have are dropped."""
    expected = torch.zeros(3, 2)
    expected[1] = torch.tensor(value)
    found = replaced(tf.zeros([3, 2]), lambda x: x[1], tf.constant(value))
    np.testing.assert_array_equal(found, expected)


# one_op


def test_one_op_is_the_method_of_each_object():
    class Counter:
        def __init__(self):
            self.count = tf.Variable(0.0)

        @one_op
        @tf.function
        def add(self, x, twice):
            self.count.assign_add(2 * x if twice else x)
            return self.count + 0.0, x

    one, other = Counter(), Counter()
    for twice in (True, False, True):
        total, x = one.add(tf.constant(1.0), twice)
    other.add(tf.constant(10.0), False)
    assert (float(total), float(x), float(other.count)) == (5.0, 1.0, 10.0)
    assert one.add.experimental_get_tracing_count() == 2
    assert other.add.experimental_get_tracing_count() == 1


def test_one_op_steps_aside_in_functions():
    weight = tf.Variable(3.0)
    loss = one_op(tf.function(lambda x: weight * x))
    seen = tf.Variable(0.0)

    @one_op
    @tf.function
    def log(x):
        seen.assign(x)

    @tf.function
    def gradient(x):
        with tf.GradientTape() as tape:
            value = loss(x)
        log(value)
        return tape.gradient(value, weight)

    x = tf.constant(2.0)
    assert float(loss(x)) == 6
    assert (float(gradient(x)), float(seen)) == (2, 6)


def test_a_graph_lives_as_long_as_its_network():
    class Policy(keras.Model):
        def __init__(self):
            super().__init__()
            self.out = keras.layers.Dense(2)

        def call(self, x):
            return self.out(x)

        def greedy(self, x):
            return tf.argmax(self(x), -1)

    x, dropped = tf.ones([1, 3]), []
    for _ in range(3):
        policy = Policy()
        for taped in (False, True):
            np.testing.assert_allclose(graph(policy, (), taped)(x), policy(x), rtol=1e-6)
        np.testing.assert_array_equal(graph(policy.greedy)(x), policy.greedy(x))
        assert graph(policy.greedy) is graph(policy.greedy)
        dropped.append(weakref.ref(policy))
    del policy
    gc.collect()
    assert [alive() for alive in dropped[:-1]] == [None, None]  # Keras may hold the last


def test_one_op_takes_networks_states_and_numbers():
    @one_op
    @tf.function
    def run(network, state, scale):
        return [network(state[0]) * scale, None]

    for network in (keras.layers.ReLU(), keras.layers.Activation("tanh")):
        for scale in (tf.constant(2.0), 2.0):
            found, nothing = run(network, (tf.constant([-1.0, 3.0]), None), scale)
            np.testing.assert_allclose(found, 2 * network(tf.constant([-1.0, 3.0])), rtol=1e-6)
            assert nothing is None


def test_one_op_has_one_trace_for_arrays_of_a_shape():
    @one_op
    @tf.function
    def run(x, y):
        return x * y

    for values in (np.arange(3.0), np.ones(3)):
        np.testing.assert_array_equal(run(tf.constant(values), values), values**2)
    assert run.experimental_get_tracing_count() == 1
    assert len(run.traces) == 1


def test_one_op_knows_options_and_tuples_apart():
    @one_op
    @tf.function
    def run(x, state=(), twice=False):
        return (x * 2 if twice else x) + sum(sum(part) for part in state)

    one, two = tf.constant(1.0), tf.constant(2.0)
    assert [float(run(one)), float(run(one, twice=True)), float(run(one, twice=False))] == [1, 2, 1]
    nested = tf.function(lambda a, b: tf.stack([10.0 * sum(a), sum(b)]))
    apart = one_op(nested)
    np.testing.assert_array_equal(apart((one, two), (one,)), [30, 1])
    np.testing.assert_array_equal(apart((one,), (two, one)), [10, 3])


def test_one_op_has_few_traces_for_a_number_that_is_annealed():
    traced = []

    class Agent:
        factor = 2.0

        @one_op
        @tf.function
        def act(self, x, eps, shift=0):
            traced.append(tf.executing_eagerly())
            return x * eps * self.factor + shift

    agent, other, x = Agent(), Agent(), tf.ones([2])
    for step in range(40):
        eps = 0.5**step
        np.testing.assert_array_equal(agent.act(x, eps), x * eps * 2)
        np.testing.assert_array_equal(agent.act(x, eps=eps, shift=1), x * eps * 2 + 1)
    assert traced.count(False) <= 2 * one_op.many
    for _ in range(3):  # a value that comes again is worth a trace
        np.testing.assert_array_equal(agent.act(x, 7.0), x * 14)
    assert traced[-2:] == [True, False]
    np.testing.assert_array_equal(other.act(x, 3.0), x * 6)
    assert traced[-1] is False  # each object has its own
    for step in range(2000):
        agent.act(x, float(step))
    assert len(Agent.__dict__["act"].bound[agent].seen) <= 1000


def test_one_op_leaves_xla_its_functions():
    def python(x):
        return tf.py_function(lambda y: y + 1, [x], tf.float32), [None, x]

    found, (nothing, x) = one_op(tf.function(python))(tf.constant(1.0))
    assert (float(found), nothing, float(x)) == (2.0, None, 1.0)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"XLA|compile"):  # it knows no Python
        one_op(tf.function(python, jit_compile=True))(tf.constant(1.0))
    double = one_op(tf.function(lambda x, twice: [x * 2 if twice else x, None], jit_compile=True))
    doubled, nothing = double(tf.constant(2.0), True)
    assert (float(doubled), nothing) == (4.0, None)


def test_what_a_graph_keeps_is_what_its_last_run_computed():
    kept = KeptOutputs()
    squared = tf.function(lambda x: kept.__setitem__("x", x * x) or kept["x"] + 1.0)
    for value in (2.0, 3.0):
        assert squared(tf.constant(value)) == value * value + 1.0
        assert kept["x"] == value * value
    copied = copy.deepcopy(kept)
    kept["y"] = tf.constant(1.0)
    assert squared(tf.constant(4.0)) == 17.0
    assert (copied["x"], kept["x"], sorted(copied), sorted(kept)) == (9.0, 16.0, ["x"], ["x", "y"])
    with tf.GradientTape() as tape:
        x = tf.constant(5.0)
        tape.watch(x)
        found = squared(x)
    assert tape.gradient(found, x) == 10.0
    with tf.GradientTape() as tape:
        tape.watch(x)
        kept["x"] = x * 3.0
        found = kept["x"]
    assert tape.gradient(found, x) == 3.0
    assert (squared(tf.constant(2.0)), kept["x"]) == (5.0, 4.0)


def test_each_trace_may_keep_outputs_under_names_of_its_own() -> None:
    kept = KeptOutputs()

    @tf.function
    def keep(x, name):
        kept[name] = x * 2.0
        return x

    for value, name in enumerate("abab"):
        keep(tf.constant(float(value)), name)
        assert kept[name] == 2.0 * value
