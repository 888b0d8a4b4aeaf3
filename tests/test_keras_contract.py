"""What a Keras user does with a model works with the networks of ports."""

from __future__ import annotations

import copy
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf
from sampled import each

from porter.findings import Severity
from porter.pipeline import Converted, convert

NETWORKS = Path(__file__).parent / "keras_contract_networks.py"
# How each is constructed, and the shapes of what it gets: batches of 5
SHAPES: dict[str, tuple[tuple[int, ...], list[tuple[int, ...]]]] = {
    "Mlp": ((4, 2), [(4,)]),
    "Policy": ((4, 2), [(4,)]),
    "Pixels": ((3, 2), [(3, 8, 8)]),
    "Critic": ((4, 2), [(4,), (2,)]),
    "Recurrent": ((4, 2), [(6, 4)]),
    "Noisy": ((4, 2), [(4,)]),
    "Ensemble": ((4, 2), [(4,)]),
    "Dueling": ((4, 2), [(4,)]),
    "Normed": ((4, 2), [(4,)]),
    "Attending": ((4, 2), [(6, 4)]),
    "DoubleCritic": ((4, 2), [(4,), (2,)]),
    "Distributional": ((4, 2), [(4,)]),
    "Stepping": ((4, 2), [(4,), (8,)]),
    "Encoder": ((4, 2), [(6, 4)]),
    "Quantiles": ((4, 2), [(6, 4)]),
    "ZeroState": ((4, 2), [(6, 4)]),
    "Sized": ((4, 2), [(4,)]),
}


def close(one: Any, other: Any) -> None:
    """Whether two results are the same, tensor by tensor."""
    pairs = zip(tf.nest.flatten(one), tf.nest.flatten(other), strict=True)
    for x, y in pairs:
        np.testing.assert_allclose(x, y, rtol=1e-5, atol=1e-6)


class Network:
    """A network of the port, what it gets, and the port itself."""

    def __init__(self, port: types.ModuleType, name: str) -> None:
        self.port, self.cls = port, getattr(port, name)
        self.args, shapes = SHAPES[name]
        self.inputs = [tf.random.normal([5, *shape]) for shape in shapes]
        self.open = [tf.TensorSpec([None, *shape]) for shape in shapes]

    def made(self) -> Any:
        """One in evaluation mode."""
        network = self.cls(*self.args)
        return self.port.with_modes(network, [False] * len(self.port.modes(network)))

    def gradients(self, network: Any) -> Any:
        with tf.GradientTape() as tape:
            outputs = tf.nest.flatten(network(*self.inputs))
            loss = tf.add_n([tf.reduce_sum(x**2) for x in outputs])
        return tape.gradient(loss, network.trainable_variables)

    def same(self, one: Any, other: Any) -> None:
        close(one(*self.inputs), other(*self.inputs))


@pytest.fixture(scope="module")
def port() -> Iterator[types.ModuleType]:
    found = convert(NETWORKS.read_text(), NETWORKS.name)
    assert isinstance(found, Converted)
    assert all(finding.severity is Severity.NOTE for finding in found.findings)
    module = types.ModuleType("contract_port")
    sys.modules["contract_port"] = module  # as Keras looks for the classes of what it loads
    exec(compile(found.output, "contract_port.py", "exec"), module.__dict__)
    yield module
    del sys.modules["contract_port"]


@pytest.fixture(params=SHAPES)
def network(port: types.ModuleType, request: pytest.FixtureRequest) -> Network:
    return Network(port, request.param)


# h5py asks Keras's variables for arrays in a way that NumPy deprecates
SAVES = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")


@SAVES
def test_weights_are_saved_and_loaded_before_any_call(network: Network, tmp_path: Path) -> None:
    one, other = network.made(), network.made()
    one.save_weights(tmp_path / "net.weights.h5")
    other.load_weights(tmp_path / "net.weights.h5")
    network.same(one, other)


@SAVES
def test_a_model_is_saved_and_loaded_whole(network: Network, tmp_path: Path) -> None:
    one = network.made()
    one.save(tmp_path / "net.keras")
    other = keras.saving.load_model(tmp_path / "net.keras")
    modes = network.port.modes
    network.same(one, network.port.with_modes(other, modes(one)))


def test_clones_and_copies(network: Network) -> None:
    one = network.made()
    clone, twin = keras.models.clone_model(one), copy.deepcopy(one)
    network.same(one, twin)
    clone.set_weights(one.get_weights())
    network.same(one, network.port.with_modes(clone, network.port.modes(one)))
    network.port.graph(one)(*network.inputs)
    before = copy.deepcopy(one)
    one.set_weights([weight + 1 for weight in one.get_weights()])
    network.same(before, twin)


def test_training_in_a_call_is_its_mode(network: Network) -> None:
    one, other = network.cls(*network.args), network.made()
    other.set_weights(one.get_weights())
    modes = network.port.modes(one)
    close(one(*network.inputs, training=False), other(*network.inputs))
    one(*network.inputs, training=True)
    assert network.port.modes(one) == modes


def test_fit_and_predict(network: Network) -> None:
    one = network.cls(*network.args)
    one.compile(optimizer=network.port.Adam(one.trainable_variables, lr=1e-2), loss="mse")
    if len(network.inputs) > 1:
        pytest.skip("Keras gives a subclassed model its inputs as one list")
    states = network.inputs[0]
    before = one.get_weights()
    one.fit(states, tf.zeros_like(one(states)), epochs=1, verbose=0)
    after = one.get_weights()
    assert any((a != b).any() for a, b in zip(before, after))
    predicted = one.predict(states, verbose=0)
    np.testing.assert_allclose(predicted, one(states, training=False), rtol=1e-5, atol=1e-6)


def test_gradients_are_applied_as_keras_does(network: Network) -> None:
    one, other = network.made(), network.made()
    other.set_weights(one.get_weights())
    adams = [network.port.Adam(net.trainable_variables, lr=1e-2) for net in (one, other)]
    gradients = network.gradients(one)
    turned = list(zip(gradients, one.trainable_variables))[::-1]
    adams[0].apply_gradients(turned)
    adams[1].apply(gradients)
    network.same(one, other)
    assert [int(adam.iterations) for adam in adams] == [1, 1]


def test_checkpoints_hold_networks_and_optimizers(network: Network, tmp_path: Path) -> None:
    one, other = network.made(), network.made()
    adam, second = (network.port.Adam(net.trainable_variables) for net in (one, other))
    adam.apply(network.gradients(one))
    path = tf.train.Checkpoint(net=one, optimizer=adam).save(tmp_path / "checkpoint")
    tf.train.Checkpoint(net=other, optimizer=second).restore(path).assert_consumed()
    network.same(one, other)
    assert int(second.iterations) == 1


def test_exports_with_a_free_batch_size(network: Network, tmp_path: Path) -> None:
    one = network.made()
    one.export(str(tmp_path), verbose=False, input_signature=network.open)
    loaded = tf.saved_model.load(str(tmp_path))
    network.same(one, loaded.serve)
    rows = [x[:2] for x in network.inputs]
    close(loaded.serve(*rows), one(*rows))


@pytest.mark.filterwarnings("ignore:.*tf.lite.Interpreter is deprecated:UserWarning")
@pytest.mark.parametrize(
    "name", each(3, ["Mlp", "Pixels", "Noisy", "Attending", "Quantiles", "Sized"])
)
def test_tflite_takes_any_batch(port: types.ModuleType, name: str, tmp_path: Path) -> None:
    network = Network(port, name)
    one = network.made()
    path = tmp_path / "net.tflite"
    one.export(str(path), format="litert", verbose=False, input_signature=network.open)
    lite = tf.lite.Interpreter(model_path=str(path))
    (given,), (found,) = lite.get_input_details(), lite.get_output_details()
    for rows in (2, 5):
        states = network.inputs[0][:rows]
        lite.resize_tensor_input(given["index"], states.shape)
        lite.allocate_tensors()
        lite.set_tensor(given["index"], states.numpy())
        lite.invoke()
        close(lite.get_tensor(found["index"]), one(states))


@pytest.mark.parametrize("name", sorted(SHAPES.keys() - {"Noisy", "Ensemble"}))  # no rows, a list
def test_the_summary_has_the_shapes_of_the_first_call(port: types.ModuleType, name: str) -> None:
    network = Network(port, name)
    one, lines = network.made(), list[str]()
    one.summary(print_fn=lines.append)
    assert "Total params" in lines[-1]
    assert "(5, " not in lines[-1]
    before = tf.random.get_global_generator().state.numpy()
    outputs = tf.nest.flatten(one(*network.inputs))
    for _ in range(2):
        one.summary(print_fn=lines.append, expand_nested=True)
        assert lines[-1].count("(5, ") + lines[-1].count("(30, ") >= 1
    assert len(outputs) == len(tf.nest.flatten(one(*network.inputs)))
    assert (tf.random.get_global_generator().state.numpy() == before).all()


def test_a_trace_for_the_profiler(port: types.ModuleType, tmp_path: Path) -> None:
    network = Network(port, "Mlp")
    one = network.made()
    tf.profiler.experimental.start(str(tmp_path))
    port.graph(one)(*network.inputs)
    tf.profiler.experimental.stop()
    assert [*tmp_path.rglob("*.xplane.pb")]


@pytest.mark.parametrize("name", ["Pixels", "Attending"])
def test_mixed_precision_and_strategies(port: types.ModuleType, name: str) -> None:
    network = Network(port, name)
    keras.config.set_dtype_policy("mixed_bfloat16")
    try:
        one = network.made()
        assert one(*network.inputs).dtype == tf.bfloat16
        assert {v.dtype for v in one.trainable_variables} == {"float32"}
        network.port.Adam(one.trainable_variables).apply(network.gradients(one))
    finally:
        keras.config.set_dtype_policy("float32")
    for strategy in (
        tf.distribute.OneDeviceStrategy("/cpu:0"),
        tf.distribute.MirroredStrategy(["/cpu:0"]),
    ):
        with strategy.scope():
            one = network.made()
            adam = network.port.Adam(one.trainable_variables, lr=1e-2)
        before = one.get_weights()
        strategy.run(tf.function(lambda net, opt: opt.apply(network.gradients(net))), (one, adam))
        assert any((a != b).any() for a, b in zip(before, one.get_weights()))


def test_a_schedule_and_clipping(port: types.ModuleType) -> None:
    network = Network(port, "Mlp")
    one = network.made()
    rates = keras.optimizers.schedules.ExponentialDecay(0.1, decay_steps=1, decay_rate=0.5)
    sgd = port.SGD(one.trainable_variables, lr=rates)
    sgd.clipvalue = 1.0
    before = [v.numpy() for v in sgd.params]
    for _ in range(2):  # with 0.1, then 0.05
        sgd.apply([tf.fill(v.shape, 7.0) for v in sgd.params])
    for old, new in zip(before, sgd.params):
        np.testing.assert_allclose(new, old - 0.15, rtol=1e-5, atol=1e-6)
    assert float(sgd.learning_rate) == pytest.approx(0.025)
