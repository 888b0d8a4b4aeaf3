"""Optimizer state from torch to Keras and back in mid-training: the next update is the same."""

from __future__ import annotations

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf

from porter.equivalence.events import Event, Kind, Site
from porter.equivalence.verdict.construction import different_hyperparameters
from porter.equivalence.weights.bond import TransferError
from porter.equivalence.weights.hyperparameters import by_group
from porter.equivalence.weights.optimizers import pair_slots
from porter.equivalence.weights.pairing import pair
from porter.equivalence.weights.torch_slots import state_slots, torch_slots, write_torch_slots
from porter.equivalence.weights.torch_weights import torch_weights, write_torch
from rules import adam, adaptive, changing_options, containers, optim
from rules.linear import Linear

OURS = {**vars(adam), **vars(adaptive), **vars(optim)}

stock = keras.optimizers
pytestmark = pytest.mark.usefixtures("float64")


@pytest.fixture(autouse=True)
def numbers_for_options(monkeypatch) -> None:
    """Options are numbers, as in programs that change none: rules that change them are imported."""
    for name, value in [*vars(optim.TorchOptimizer).items()]:
        if isinstance(value, (changing_options.ChangingOption, changing_options.KeptBuffers)):
            monkeypatch.delattr(optim.TorchOptimizer, name)


class Training:
    """A network and its optimizer in either framework, trained on the same batches."""

    def __init__(self, theirs, ours) -> None:
        self.original = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Linear(4, 2))
        self.port = containers.Sequential(Linear(3, 4), Linear(4, 2))
        self.theirs = theirs(self.original.parameters())
        self.ours = ours(self.port.trainable_variables)
        if not self.ours.built:
            self.ours.build(self.port.trainable_variables)
        self.weights = pair(self.port, torch_weights(self.original))
        self.slots = pair_slots(self.ours, self.weights)
        self.paths = {p: path for path, p in self.original.named_parameters()}
        self.batches = iter(np.random.default_rng(0).normal(size=(20, 5, 3)))

    def train_theirs(self, updates: int, unused: int = 0) -> None:
        """`unused` is how many parameters, the last ones, get no gradient."""
        for _ in range(updates):
            self.theirs.zero_grad()
            self.original(torch.from_numpy(next(self.batches))).pow(2).sum().backward()
            for parameter in list(self.paths)[len(self.paths) - unused :]:
                parameter.grad = None
            self.theirs.step()

    def train_ours(self, updates: int) -> None:
        for _ in range(updates):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.square(self.port(next(self.batches))))
            variables = getattr(self.ours, "params", self.port.trainable_variables)
            gradients = tape.gradient(loss, variables)
            if hasattr(self.ours, "params"):
                self.ours.apply(gradients)
            else:
                self.ours.apply_gradients(zip(gradients, variables))

    def train_both(self, tolerance: float) -> None:
        """The next updates lead to the same weights."""
        batches = list(self.batches)[:3]
        before = torch_weights(self.original)
        self.batches = iter(batches)
        self.train_theirs(3)
        self.batches = iter(batches)
        self.train_ours(3)
        ours = self.weights.read()
        for path, array in torch_weights(self.original).items():
            moved = abs(array - before[path]).max()
            assert abs(ours[path] - array).max() < tolerance * moved, path

    def to_keras(self) -> None:
        self.weights.write(torch_weights(self.original))
        self.slots.write(torch_slots(self.theirs, self.paths))

    def to_torch(self) -> None:
        write_torch(self.original, self.weights.read())
        write_torch_slots(self.theirs, self.paths, self.slots.read())


BLOCKS = [
    ("Adam", {}),
    ("Adam", {"amsgrad": True, "weight_decay": 0.1}),
    ("AdamW", {"lr": 1e-2}),
    ("SGD", {"lr": 1e-2}),
    ("SGD", {"lr": 1e-2, "momentum": 0.9, "nesterov": True}),
    ("RMSprop", {}),
    ("RMSprop", {"momentum": 0.9, "centered": True}),
    ("Adagrad", {"lr_decay": 0.1, "initial_accumulator_value": 0.1}),
    ("Adadelta", {"weight_decay": 0.1}),
    ("Adamax", {}),
    ("NAdam", {"decoupled_weight_decay": True, "weight_decay": 0.1}),
    ("RAdam", {}),
    ("Rprop", {}),
]
# Keras computes with other epsilons, and with betas that were float32 once. 1e-5 of an update is
# what that leaves, a wrong moment or step count leaves 1e-2 and more.
STOCK = [
    (
        "Adam",
        lambda params: torch.optim.Adam(params, eps=1e-12),
        lambda params: stock.Adam(1e-3, epsilon=1e-12),
    ),
    (
        "Adam with amsgrad",
        lambda params: torch.optim.Adam(params, eps=1e-12, amsgrad=True),
        lambda params: stock.Adam(1e-3, epsilon=1e-12, amsgrad=True),
    ),
    (
        "AdamW",
        lambda params: torch.optim.AdamW(params, eps=1e-12),
        lambda params: stock.AdamW(1e-3, weight_decay=1e-2, epsilon=1e-12),
    ),
    (
        "SGD",
        lambda params: torch.optim.SGD(params, lr=1e-2, momentum=0.9),
        lambda params: stock.SGD(1e-2, momentum=0.9),
    ),
    (
        "RMSprop",
        lambda params: torch.optim.RMSprop(params, eps=1e-12, momentum=0.9, centered=True),
        lambda params: stock.RMSprop(
            1e-2, rho=0.99, epsilon=1e-24, momentum=0.9, centered=True
        ),
    ),
    (
        "Adagrad",
        lambda params: torch.optim.Adagrad(params, eps=1e-12),
        lambda params: stock.Adagrad(1e-2, initial_accumulator_value=0.0, epsilon=1e-24),
    ),
]  # fmt: skip


def of_block(name, options):
    return Training(
        lambda params: getattr(torch.optim, name)(params, **options),
        lambda params: OURS[name](params, **options),
    )


@pytest.fixture(
    params=[
        *[(of_block, block, 1e-12) for block in BLOCKS],
        *[(lambda _, *made: Training(*made), made, 1e-5) for made in STOCK],
    ],
    ids=[*[f"{name}{options}" for name, options in BLOCKS], *[f"stock {s[0]}" for s in STOCK]],
)
def training(request):
    make, arguments, tolerance = request.param
    made = make(*arguments)
    made.tolerance = tolerance
    return made


def test_torch_goes_on_in_keras(training) -> None:
    training.train_theirs(7)
    training.to_keras()
    training.train_both(training.tolerance)


def test_keras_goes_on_in_torch(training) -> None:
    training.train_ours(7)
    training.to_torch()
    training.train_both(training.tolerance)


def test_before_the_first_update(training) -> None:
    training.train_ours(3)
    training.to_keras()
    training.train_both(training.tolerance)


def test_slots_come_back_as_they_were(training) -> None:
    training.train_theirs(7)
    slots = torch_slots(training.theirs, training.paths)
    assert slots.keys() == {*training.slots.paths}
    assert not training.slots.unpaired_keras
    training.slots.write(slots)
    read = training.slots.read()
    write_torch_slots(training.theirs, training.paths, read)
    again = torch_slots(training.theirs, training.paths)
    for path, array in slots.items():
        assert read[path].dtype == array.dtype
        scaled = "momentum" in path and not hasattr(training.ours, "params")  # by Keras
        np.testing.assert_allclose(read[path], array, rtol=1e-15 * scaled, err_msg=path)
        np.testing.assert_array_equal(again[path], read[path], err_msg=path)


def test_each_parameter_has_its_own_step_count() -> None:
    training = of_block("Adam", {})
    training.train_theirs(4)
    training.train_theirs(3, unused=1)
    training.to_keras()
    assert training.ours.steps.numpy().tolist() == [7, 7, 7, 4]
    assert int(training.ours.iterations) == 7
    assert training.slots.read()["1.bias/step"] == 4
    training.train_both(1e-12)


def test_keras_counts_for_all_parameters_together() -> None:
    training = Training(torch.optim.Adam, lambda params: stock.Adam(1e-3))
    training.train_theirs(4, unused=2)
    with pytest.raises(TransferError, match="some parameters have made 0 and others 4"):
        training.to_keras()


def test_a_subclass_with_its_own_update_has_torchs_momentum() -> None:
    class SGD(stock.SGD):
        def update_step(self, gradient, variable, learning_rate):
            buffer = self.momentums[self._get_variable_index(variable)]
            buffer.assign(self.momentum * buffer + gradient)
            variable.assign_sub(tf.cast(learning_rate, variable.dtype) * buffer)

    training = Training(
        lambda params: torch.optim.SGD(params, lr=0.01, momentum=0.9),
        lambda params: SGD(0.01, momentum=0.9),
    )
    training.train_theirs(5)
    training.to_keras()
    training.train_both(1e-12)


def test_slots_lie_as_their_parameters_do() -> None:
    theirs = torch.nn.ModuleDict(
        {"gru": torch.nn.GRU(3, 4), "attention": torch.nn.MultiheadAttention(8, 2)}
    )
    gru, attention = keras.layers.GRU(4), keras.layers.MultiHeadAttention(2, 4)
    gru.build((None, None, 3))
    attention.build((None, 5, 8), (None, 5, 8))
    weights = pair({"gru": gru, "attention": attention}, torch_weights(theirs))
    optimizer = adam.Adam(weights.variables)
    slots = pair_slots(optimizer, weights)
    random = np.random.default_rng(0)
    arrays = {path: random.normal(size=v.shape) for path, v in torch_weights(theirs).items()}
    slots.write({f"{path}/exp_avg": array for path, array in arrays.items()})
    weights.write(arrays)
    for moment, variable in zip(optimizer.m, optimizer.params, strict=True):
        np.testing.assert_array_equal(moment.numpy(), variable.numpy(), err_msg=variable.path)
    slots.write({path: np.array(3) for path in slots.paths if path.endswith("/step")})
    assert set(optimizer.steps.numpy()) == {3}


def test_slots_of_a_sum_of_two_parameters_have_no_partner() -> None:
    lstm = keras.layers.LSTM(4)
    lstm.build((None, None, 3))
    weights = pair(lstm, torch_weights(torch.nn.LSTM(3, 4)))
    optimizer = optim.SGD(lstm.trainable_variables, momentum=0.9)
    slots = pair_slots(optimizer, weights)
    assert slots.paths == ("weight_ih_l0/momentum_buffer", "weight_hh_l0/momentum_buffer")
    assert [id(v) for v in slots.unpaired_keras.values()] == [id(optimizer.buffers[2])]


def test_an_optimizer_of_another_network_is_refused() -> None:
    linear = torch.nn.Linear(3, 2)
    optimizer = torch.optim.Adam(linear.parameters())
    linear(torch.ones(3)).sum().backward()
    optimizer.step()
    state, weights = optimizer.state_dict(), torch_weights(linear)
    with pytest.raises(TransferError, match="state is of 2 parameters, not of 1"):
        state_slots(state, {"weight": weights["weight"]})
    backwards = dict(reversed(weights.items()))
    with pytest.raises(TransferError, match=r"bias/exp_avg: shape \(2,\) expected, \(2, 3\) found"):
        state_slots(state, backwards)
    paths = {parameter: path for path, parameter in linear.named_parameters()}
    with pytest.raises(TransferError, match="the optimizer has no parameter gain"):
        write_torch_slots(optimizer, paths, {"gain/exp_avg": np.zeros(2)})


def test_each_group_has_its_slots() -> None:
    def split(make):
        def made(params):
            params = list(params)
            groups = [{"params": params[2:], "lr": 0.1}, {"params": params[:2], "amsgrad": True}]
            return make(groups, lr=0.01)

        return made

    training = Training(
        split(torch.optim.Adam), split(lambda *a, **k: optim.ParamGroups(adam.Adam, *a, **k))
    )
    training.train_theirs(7)
    training.to_keras()
    training.train_both(1e-12)
    slots = torch_slots(training.theirs, training.paths)
    assert slots.keys() == {*training.slots.paths}
    assert not training.slots.unpaired_keras


def test_hyperparameters_are_compared_group_by_group() -> None:
    def event(*groups):
        return Event(Kind.STEP, 0, Site("", 0), "optimizer", {}, by_group(groups))

    theirs = event({"lr": 0.1, "eps": 1e-8}, {"lr": 0.2, "weight_decay": 0.3})
    same = event({"lr": 0.1}, {"lr": 0.2, "weight_decay": 0.3})
    assert not different_hyperparameters(theirs, same)
    found = different_hyperparameters(theirs, event({"lr": 0.1, "eps": 1e-7}, {"lr": 0.25}))
    assert list(found) == ["eps", "lr[1]", "weight_decay[1]"]
    assert found["weight_decay[1]"] == (0.3, 0.0)
