"""Paths of torch's are followed through a port; what has no partner is told."""

from __future__ import annotations

from types import SimpleNamespace

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf

from porter.equivalence.weights.bond import TransferError
from porter.equivalence.weights.pairing import joined, pair
from porter.equivalence.weights.torch_weights import torch_weights, write_torch
from rules import containers
from rules.linear import Linear


class Actor(keras.Model):
    """A port with all the ways in which a network can hold weights."""

    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 2)
        self.net = containers.Sequential(Linear(3, 2), tf.tanh, containers.Sequential(Linear(2, 1)))
        self.heads = [Linear(2, 1), Linear(2, 1)]
        self.named = {"left": Linear(2, 1)}
        self.log_std = tf.Variable(np.zeros(2, np.float32))
        self.path_ = Linear(1, 1)  # Keras has set `path`


class Original(torch.nn.Module):
    def __init__(self):
        super().__init__()
        linear = torch.nn.Linear
        self.fc = linear(3, 2)
        self.net = torch.nn.Sequential(
            linear(3, 2), torch.nn.Tanh(), torch.nn.Sequential(linear(2, 1))
        )
        self.heads = torch.nn.ModuleList([linear(2, 1), linear(2, 1)])
        self.named = torch.nn.ModuleDict({"left": linear(2, 1)})
        self.log_std = torch.nn.Parameter(torch.zeros(2))
        self.path = linear(1, 1)


def test_every_way_to_hold_weights() -> None:
    port, original = Actor(), Original()
    arrays = torch_weights(original)
    pairing = pair(port, arrays)
    assert not pairing.unpaired_torch
    assert not pairing.unpaired_keras
    assert list(pairing.paths) == list(arrays)
    pairing.write(arrays)
    np.testing.assert_array_equal(port.net[2][0].weight, arrays["net.2.0.weight"])
    np.testing.assert_array_equal(port.heads[1].bias, arrays["heads.1.bias"])
    read = pairing.read()
    for path, array in arrays.items():
        np.testing.assert_array_equal(read[path], array, err_msg=path)


@pytest.mark.parametrize(
    "root",
    [
        {"actor": Actor(), "temperature": tf.Variable(1.0)},
        SimpleNamespace(actor=Actor(), temperature=tf.Variable(1.0), name="agent"),
    ],
    ids=["dict", "object"],
)
def test_the_root_may_be_a_dict_or_any_object(root) -> None:
    paths = [f"actor.{path}" for path in Original().state_dict()]
    assert pair(root, [*paths, "temperature"]).paths == (*paths, "temperature")
    assert [*pair(root, paths).unpaired_keras] == ["temperature"]


def test_keras_sequential_counts_its_layers() -> None:
    layers = keras.layers
    port = keras.Sequential([layers.Dense(4), layers.ReLU(), layers.Dense(2)])
    port(np.zeros((1, 3)))
    pairing = pair(port, ["0.weight", "0.bias", "2.weight", "2.bias"])
    assert [tuple(v.shape) for v in pairing.variables] == [(3, 4), (4,), (4, 2), (2,)]


def test_variables_are_named_as_the_port_names_them() -> None:
    names = set(pair(Actor(), []).unpaired_keras)
    assert names >= {"fc.weight", "net.2.0.bias", "heads.1.weight", "named.left.bias", "log_std"}
    assert len(names) == 2 * 7 + 1
    attention = keras.layers.MultiHeadAttention(2, 4)
    attention.build((None, 5, 8), (None, 5, 8))
    assert len(pair({"attention": attention}, []).unpaired_keras) == 8


def test_what_has_no_partner_is_told() -> None:
    network = keras.Sequential([Linear(3, 2), Linear(2, 1, bias=False)])
    pairing = pair(network, ["0.weight", "1.bias", "1.weight", "2.weight", "0.gain", "1"])
    assert pairing.paths == ("0.weight", "1.weight")
    assert [*pairing.unpaired_keras] == ["0.bias"]
    assert pairing.unpaired_torch == {
        "1.bias": "the port's Linear has no bias",
        "2.weight": "the port's Sequential has no 2",
        "0.gain": "the port's Linear has no gain",
        "1": "in the port it is a Linear, no variable",
    }


def test_a_leaf_is_no_weight_of_its_network() -> None:
    net = keras.layers.Dense(1)
    net.build((None, 2))
    net.log_alpha = tf.Variable(0.0)  # torch.tensor(0.0, requires_grad=True), no nn.Parameter
    assert not pair(net, {"weight": np.ones((1, 2)), "bias": np.ones(1)}).extra


def test_a_layer_that_was_never_called_has_no_variables() -> None:
    found = pair(keras.layers.Dense(2), ["weight"]).unpaired_torch
    assert found == {"weight": "the port's Dense is not built: call the network once before"}


def test_two_biases_need_each_other() -> None:
    port = keras.layers.LSTM(4)
    port.build((None, None, 3))
    paths = ["weight_ih_l0", "weight_hh_l0", "bias_ih_l0"]
    assert pair(port, paths).unpaired_torch == {
        "bias_ih_l0": "the port's variable is also bias_hh_l0"
    }


def test_a_gru_of_another_formula_has_no_partner() -> None:
    port = keras.layers.GRU(4, reset_after=False)
    port.build((None, None, 3))
    why = "reset_after=False is another formula than torch's GRU"
    assert pair(port, ["weight_ih_l0"]).unpaired_torch == {"weight_ih_l0": why}


def test_layers_in_a_list_are_torchs_numbered_layers() -> None:
    theirs = torch.nn.LSTM(3, 4, num_layers=2)
    ours = [keras.layers.LSTM(4), keras.layers.LSTM(4)]
    for layer, size in zip(ours, (3, 4), strict=True):
        layer.build((None, None, size))
    pairing = pair({"lstm": ours}, [f"lstm.{path}" for path in theirs.state_dict()])
    assert not pairing.unpaired_torch
    assert not pairing.unpaired_keras
    pairing.write({f"lstm.{path}": array for path, array in torch_weights(theirs).items()})
    weight = theirs.weight_ih_l1.detach().numpy()
    np.testing.assert_array_equal(ours[1].cell.kernel, weight.T)


def test_a_variable_of_torchs_own_name_wins() -> None:
    class BatchNorm(keras.layers.BatchNormalization):
        def build(self, shape):
            super().build(shape)
            self.num_batches_tracked = self.add_weight(shape=(), name="count")

    port = BatchNorm()
    port.build((None, 3))
    pairing = pair(port, ["num_batches_tracked"])
    assert pairing.variables[0] is port.num_batches_tracked
    assert not pairing.torch_only


def test_errors_name_the_path_and_change_nothing() -> None:
    port = containers.Sequential(Linear(3, 2))
    pairing = pair(port, ["0.weight", "0.bias"])
    before = pairing.read()
    ones = np.ones((2, 3), np.float32)
    for given, text in (
        ({"0.weight": ones.T}, r"0.weight: shape \(2, 3\) expected, \(3, 2\) found"),
        ({"0.weight": ones, "0.gain": ones}, "the port has no partner for 0.gain"),
        ({"0.weight": np.full((2, 3), 0.1)}, "0.weight: float64 values don't fit into float32"),
    ):
        with pytest.raises(TransferError, match=text):
            pairing.write(given)
    for path, array in pairing.read().items():
        np.testing.assert_array_equal(array, before[path])


def test_tied_weights_can_have_one_value_only() -> None:
    layer = Linear(2, 2)
    pairing = pair({"a": layer, "b": layer}, ["a.bias", "b.bias"])
    one = np.ones(2, np.float32)
    pairing.write({"a.bias": one, "b.bias": one})
    with pytest.raises(TransferError, match=r"b\.bias: one variable would get two values"):
        pairing.write({"a.bias": one, "b.bias": 2 * one})


def test_gradients_have_torchs_paths_and_layout() -> None:
    port = containers.Sequential(Linear(3, 2), Linear(2, 1))
    pairing = pair(port, ["0.weight", "0.bias", "1.weight", "1.bias"])
    some = pairing.among([port[1].weight, port[0].weight, tf.Variable(0.0)])
    assert some.paths == ("0.weight", "1.weight")
    assert [*some.unpaired_keras] == ["[2]"]
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(port(tf.ones((1, 3))) ** 2)
    gradients = some.torch_arrays([g.numpy() for g in tape.gradient(loss, some.variables)])
    assert {path: g.shape for path, g in gradients.items()} == {
        "0.weight": (2, 3), "1.weight": (1, 2),
    }  # fmt: skip


def test_pairings_join() -> None:
    one, other = Linear(3, 2), Linear(2, 1)
    both = joined([pair({"a": one}, ["a.weight"]), pair({"b": other}, ["b.weight", "b.x"])])
    assert both.paths == ("a.weight", "b.weight")
    assert [*both.unpaired_torch] == ["b.x"]
    assert [*both.unpaired_keras] == ["a.bias", "b.bias"]


def test_bfloat16_keeps_its_values() -> None:
    module = torch.nn.Linear(2, 1).bfloat16()
    arrays = torch_weights(module)
    assert arrays["weight"].dtype == np.float32
    before = module.weight.clone()
    module.weight.data.zero_()
    write_torch(module, arrays)
    assert torch.equal(module.weight, before)


def test_torch_is_written_whole_or_not_at_all() -> None:
    module = torch.nn.Linear(2, 1)
    before = torch_weights(module)
    new = np.ones((1, 2), np.float32)
    for given, text in (
        ({"weight": new, "bias": new}, r"bias: shape \(1,\) expected, \(1, 2\) found"),
        ({"weight": new, "gain": new}, "gain: PyTorch.s network has no such weight"),
        ({"weight": np.full((1, 2), 0.1)}, "weight: float64 values don't fit into torch.float32"),
    ):
        with pytest.raises(TransferError, match=text):
            write_torch(module, given)
    np.testing.assert_array_equal(torch_weights(module)["weight"], before["weight"])
