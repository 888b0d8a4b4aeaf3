"""Recurrent layers, embeddings, attention and containers against torch: same weights, same numbers.

float64 throughout: with Keras's floatx or dtype policy left at float32, the layers would cast
silently. Weights are moved over as `porter check` does it.
"""

import torch  # before TensorFlow

# isort: split
import copy
from collections import OrderedDict

import keras
import numpy as np
import pytest
import tensorflow as tf

from porter.equivalence.weights.pairing import pair
from porter.equivalence.weights.torch_weights import torch_weights
from rules import adam, attention, containers, embedding, modules, recurrent, saving
from rules.linear import Linear
from rules.trained import is_trained


@pytest.fixture(autouse=True)
def float64():
    keras.config.set_floatx("float64")
    keras.config.set_dtype_policy("float64")
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)
    keras.config.set_floatx("float32")
    keras.config.set_dtype_policy("float32")


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def paired(theirs, ours):
    """Gives the port the original's weights; the pairing, in which nothing may be left over."""
    weights = torch_weights(theirs)
    pairing = pair(ours, weights)
    assert not pairing.unpaired_torch
    assert not pairing.unpaired_keras
    pairing.write(weights)
    return pairing


def flat(value):
    """The tensors in nested tuples."""
    if isinstance(value, (tuple, list)):
        return [part for item in value for part in flat(item)]
    return [value] if tf.is_tensor(value) or isinstance(value, torch.Tensor) else []


def nested(value, change):
    if isinstance(value, (tuple, list)):
        return tuple(nested(item, change) for item in value)
    return change(value) if isinstance(value, np.ndarray) else value


def agree(theirs, ours, *args, graph=False, **options):
    """Equal results, and equal gradients of all inputs and weights, of weighted sums of them."""
    pairing = paired(theirs, ours)
    theirs.zero_grad()
    inputs = nested(args, lambda a: torch.tensor(a, requires_grad=a.dtype == np.float64))
    expected = flat(theirs(*inputs, **nested_options(options, torch.tensor)))
    scale = [np.cos(np.arange(t.numel())).reshape(t.shape) for t in expected]
    sum((t * torch.tensor(s)).sum() for t, s in zip(expected, scale)).backward()

    given = nested(args, tf.constant)
    keywords = nested_options(options, tf.constant)
    run = tf.function(lambda *inputs: ours(*inputs, **keywords)) if graph else ours
    with tf.GradientTape() as tape:
        tape.watch([t for t in flat(given) if t.dtype.is_floating])
        found = flat(run(*given, **({} if graph else keywords)))
        loss = sum(tf.reduce_sum(t * s) for t, s in zip(found, scale, strict=True))
    for a, b in zip(expected, found, strict=True):
        assert b.dtype == tf.float64
        np.testing.assert_allclose(b, a.detach(), rtol=1e-10, atol=1e-12)
    watched = [t for t in flat(given) if t.dtype.is_floating]
    variables = [v.value for v in pairing.variables]
    gradients = tape.gradient(loss, watched + variables)
    differentiable = [t for t in flat(inputs) if t.requires_grad]
    for tensor, gradient in zip(differentiable, gradients):
        same(tensor.grad, gradient)
    parameters = dict(theirs.named_parameters())
    arrays = pairing.torch_arrays(
        np.zeros(v.shape) if g is None else np.array(tf.convert_to_tensor(g))
        for v, g in zip(variables, gradients[len(watched) :], strict=True)
    )
    for path, parameter in parameters.items():
        same(parameter.grad, arrays[path])


def nested_options(options, change):
    return {k: nested(v, change) for k, v in options.items()}


def same(expected, found):
    if expected is None:
        assert found is None or not np.any(found)
        return
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


# Recurrent layers

RECURRENT = ["RNN", "LSTM", "GRU"]


def longer(options):
    """What `make test-slow` runs: the gate has a case of all of these together."""
    return pytest.param(options, marks=pytest.mark.slow)


SETTINGS = [
    longer({}),
    longer({"num_layers": 3}),
    longer({"bidirectional": True}),
    {"num_layers": 2, "bidirectional": True, "batch_first": True},
    {"bias": False, "num_layers": 2},
]


def state(rng, name, *shape):
    h, c = rng.standard_normal((2, *shape))
    return (h, c) if name.startswith("LSTM") else h


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("name", RECURRENT)
def test_recurrent_layers(rng, name, settings):
    theirs = getattr(torch.nn, name)(3, 5, **settings)
    ours = getattr(recurrent, name)(3, 5, **settings)
    layers = settings.get("num_layers", 1) * (2 if settings.get("bidirectional") else 1)
    agree(theirs, ours, rng.standard_normal((7, 4, 3)))
    batch = 7 if settings.get("batch_first") else 4
    x = rng.standard_normal((7, 4, 3))
    agree(theirs, ours, x, state(rng, name, layers, batch, 5))


@pytest.mark.parametrize("name", RECURRENT)
@pytest.mark.parametrize("batch_first", [True, False])
def test_recurrent_layers_unbatched_and_short(rng, name, batch_first):
    settings = {"num_layers": 2, "bidirectional": True, "batch_first": batch_first}
    theirs, ours = (
        getattr(torch.nn, name)(3, 5, **settings),
        getattr(recurrent, name)(3, 5, **settings),
    )
    agree(theirs, ours, rng.standard_normal((7, 3)))
    agree(theirs, ours, rng.standard_normal((7, 3)), state(rng, name, 4, 5))
    agree(theirs, ours, rng.standard_normal((1, 1, 3)), state(rng, name, 4, 1, 5))
    agree(theirs, ours, rng.standard_normal((4, 2, 3)), graph=True)


def test_rnn_with_relu(rng):
    agree(
        torch.nn.RNN(3, 5, 2, nonlinearity="relu"),
        recurrent.RNN(3, 5, 2, nonlinearity="relu"),
        rng.standard_normal((4, 2, 3)),
    )


@pytest.mark.parametrize("name", RECURRENT)
def test_recurrent_dropout_is_between_layers_in_training_only(rng, name):
    theirs = getattr(torch.nn, name)(3, 5, 2, dropout=0.5).eval()
    ours = getattr(recurrent, name)(3, 5, 2, dropout=0.5)
    ours.training = False
    agree(theirs, ours, rng.standard_normal((7, 4, 3)))
    x = tf.constant(rng.standard_normal((7, 4, 3)))
    calm = ours(x)[0]
    ours.training = True
    assert np.abs(ours(x)[0] - calm).max() > 1e-3
    single = getattr(recurrent, name)(3, 5, 1, dropout=0.5)
    np.testing.assert_array_equal(single(x)[0], single(x)[0])


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("name", ["RNNCell", "LSTMCell", "GRUCell"])
def test_cells(rng, name, bias):
    theirs, ours = getattr(torch.nn, name)(3, 5, bias), getattr(recurrent, name)(3, 5, bias)
    for batch in [(), (1,), (4,)]:
        x = rng.standard_normal((*batch, 3))
        agree(theirs, ours, x)
        agree(theirs, ours, x, state(rng, name, *batch, 5), graph=True)


def test_rnn_cell_with_relu(rng):
    theirs, ours = torch.nn.RNNCell(3, 5, True, "relu"), recurrent.RNNCell(3, 5, True, "relu")
    agree(theirs, ours, rng.standard_normal((4, 3)), rng.standard_normal((4, 5)))


@pytest.mark.parametrize("name", [*RECURRENT, "RNNCell", "LSTMCell", "GRUCell"])
def test_recurrent_weights_are_there_at_once_and_drawn_as_torchs(name):
    tf.random.set_seed(0)
    theirs, ours = getattr(torch.nn, name)(3, 400), getattr(recurrent, name)(3, 400)
    names = [key for key, _ in theirs.named_parameters()]
    assert [v.name for v in ours.trainable_variables] == names
    for key in names:
        values = getattr(ours, key).numpy()
        assert values.shape == tuple(getattr(theirs, key).shape)
        assert 0.99 / 20 < np.abs(values).max() <= 1 / 20
        np.testing.assert_allclose(values.std(), (3 * 400) ** -0.5, rtol=0.05)


# Embedding


@pytest.mark.parametrize("padding_idx", [None, 0, -2])
@pytest.mark.parametrize("dtype", [np.int64, np.int32])
def test_embedding(rng, padding_idx, dtype):
    theirs = torch.nn.Embedding(5, 3, padding_idx=padding_idx)
    ours = embedding.Embedding(5, 3, padding_idx=padding_idx)
    for shape in [(4,), (1,), (), (2, 7)]:
        agree(theirs, ours, np.array(rng.integers(0, 5, shape), dtype))


def test_embedding_is_drawn_from_a_normal_distribution():
    tf.random.set_seed(0)
    table = embedding.Embedding(300, 50, padding_idx=7).weight.numpy()
    assert not table[7].any()
    assert table.max() > 3
    np.testing.assert_allclose(table.std(), 1, rtol=0.05)


def test_embedding_has_second_derivatives(rng):
    table = rng.standard_normal((4, 2))
    with tf.GradientTape() as outer:
        x = tf.constant(table)
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(embedding.embedding(tf.constant([1, 1, 3]), x) ** 3)
        gradient = inner.gradient(y, x)
    times = np.array([[0], [2], [0], [1]])
    np.testing.assert_allclose(outer.gradient(gradient, x), times * 6 * table)


@pytest.mark.parametrize("mode", ["mean", "sum", "max"])
def test_embedding_bag(rng, mode):
    theirs = torch.nn.EmbeddingBag(7, 3, mode=mode)
    ours = embedding.EmbeddingBag(7, 3, mode=mode)
    agree(theirs, ours, np.array([[1, 2, 6], [0, 3, 5]]))
    with pytest.raises(NotImplementedError, match="offsets"):
        ours(tf.constant([1, 2]))


@pytest.mark.parametrize("freeze", [True, False])
def test_pretrained_embedding(rng, freeze):
    rows = rng.standard_normal((4, 3))
    ours = embedding.pretrained(tf.constant(rows), freeze, None)
    np.testing.assert_array_equal(ours.weight, rows)
    [weight] = ours.trainable_variables  # torch counts what is frozen among the parameters
    assert is_trained(weight) is not freeze


# Attention


def masks(rng, n, length, source, heads):
    """Attention masks and padding masks; each row keeps something."""
    keep = np.eye(length, source, dtype=bool)
    hidden = (rng.random((length, source)) < 0.5) & ~keep
    padding = np.zeros((n, source), bool)
    padding[0, -1] = True
    hidden[:, 0] = False
    numbers = rng.standard_normal((n * heads, length, source))
    return hidden, padding, numbers


@pytest.mark.parametrize("batch_first", [True, False])
@pytest.mark.parametrize("bias", [True, False])
def test_multihead_attention(rng, bias, batch_first):
    options = {"bias": bias, "batch_first": batch_first}
    theirs = torch.nn.MultiheadAttention(6, 3, **options)
    ours = attention.MultiheadAttention(6, 3, **options)
    n, length, source = 2, 5, 4
    query, key = rng.standard_normal((n, length, 6)), rng.standard_normal((n, source, 6))
    if not batch_first:
        query, key = query.swapaxes(0, 1), key.swapaxes(0, 1)
    hidden, padding, numbers = masks(rng, n, length, source, 3)
    agree(theirs, ours, query, key, key)
    agree(theirs, ours, query, key, key * 2, graph=True)
    agree(theirs, ours, query, key, key, need_weights=False)
    agree(theirs, ours, query, key, key, padding, True, hidden)
    agree(theirs, ours, query, key, key, padding, False, hidden)
    agree(theirs, ours, query, key, key, attn_mask=numbers, average_attn_weights=False)
    agree(theirs, ours, query, key, key, np.where(padding, -1.5, 0.0), attn_mask=numbers)


def test_multihead_attention_unbatched_and_with_other_sizes(rng):
    theirs = torch.nn.MultiheadAttention(6, 2, kdim=3, vdim=5)
    ours = attention.MultiheadAttention(6, 2, kdim=3, vdim=5)
    query, key, value = (
        rng.standard_normal((length, size)) for length, size in [(7, 6), (4, 3), (4, 5)]
    )
    padding = np.array([False, True, False, False])
    agree(theirs, ours, query, key, value)
    agree(theirs, ours, query, key, value, padding, average_attn_weights=False)
    agree(theirs, ours, query[:, None], key[:, None], value[:, None])


def test_attention_where_all_is_masked(rng):
    theirs, ours = torch.nn.MultiheadAttention(4, 2), attention.MultiheadAttention(4, 2)
    x = rng.standard_normal((3, 4))
    agree(theirs, ours, x, x, x, np.ones(3, bool), need_weights=False)
    paired(theirs, ours)
    assert np.isnan(ours(x, x, x, tf.constant(np.ones(3, bool)))[0]).all()


def test_attention_drops_weights_in_training_only(rng):
    theirs = torch.nn.MultiheadAttention(6, 2, dropout=0.5).eval()
    ours = attention.MultiheadAttention(6, 2, dropout=0.5)
    x = rng.standard_normal((5, 2, 6))
    given = tf.constant(x)
    assert np.abs(ours(given, given, given)[0] - ours(given, given, given)[0]).max() > 1e-3
    ours.training = False
    agree(theirs, ours, x, x, x)


def test_attention_is_initialised_as_torchs():
    tf.random.set_seed(0)
    theirs, ours = torch.nn.MultiheadAttention(300, 3), attention.MultiheadAttention(300, 3)
    assert [v.shape for v in ours.trainable_variables] == [(900, 300), (900,), (300, 300), (300,)]
    for key in ("in_proj_weight", "in_proj_bias"):
        expected, found = getattr(theirs, key).detach().numpy(), getattr(ours, key).numpy()
        np.testing.assert_allclose(found.std(), expected.std(), rtol=0.05)
        np.testing.assert_allclose(np.abs(found).max(), np.abs(expected).max(), rtol=0.01)
    assert not ours.out_proj.bias.numpy().any()
    weight = ours.out_proj.weight.numpy()
    np.testing.assert_allclose(weight.std(), theirs.out_proj.weight.detach().std(), rtol=0.05)


@pytest.mark.parametrize("mask", [None, "hidden", "numbers", "causal"])
def test_scaled_dot_product_attention(rng, mask):
    q, k, v = (rng.standard_normal((2, 3, 5, 4)) for _ in range(3))
    hidden, _, numbers = masks(rng, 2, 5, 5, 3)
    hidden[2] = True
    options = {
        "hidden": {"attn_mask": ~hidden},
        "numbers": {"attn_mask": numbers.reshape(2, 3, 5, 5), "scale": 0.7},
        "causal": {"is_causal": True},
    }.get(mask, {})
    a = [torch.tensor(x, requires_grad=True) for x in (q, k, v)]
    expected = torch.nn.functional.scaled_dot_product_attention(
        *a, **nested_options(options, torch.tensor)
    )
    expected.square().sum().backward()
    b = [tf.constant(x) for x in (q, k, v)]
    with tf.GradientTape() as tape:
        tape.watch(b)
        found = attention.attend(*b, **nested_options(options, tf.constant))
        loss = tf.reduce_sum(tf.square(found))
    np.testing.assert_allclose(found, expected.detach(), rtol=1e-10, atol=1e-12)
    for one, gradient in zip(a, tape.gradient(loss, b), strict=True):
        same(one.grad, gradient)


LAYER = [
    longer({}),
    longer({"norm_first": True, "batch_first": True}),
    {"activation": "gelu", "bias": False, "layer_norm_eps": 1e-3},
]


@pytest.mark.parametrize("options", LAYER, ids=str)
def test_transformer_layers(rng, options):
    options = {"dropout": 0.0, "dim_feedforward": 7, **options}
    n, length = (2, 5) if options.get("batch_first") else (5, 2)
    theirs = torch.nn.TransformerEncoderLayer(6, 2, **options)
    ours = attention.TransformerEncoderLayer(6, 2, **options)
    x, memory = rng.standard_normal((2, n, length, 6))
    hidden, padding, _ = masks(rng, 2, 5, 5, 2)
    agree(theirs, ours, x)
    agree(theirs, ours, x, hidden, padding, graph=True)
    agree(theirs, ours, x[0])
    theirs = torch.nn.TransformerDecoderLayer(6, 2, **options)
    ours = attention.TransformerDecoderLayer(6, 2, **options)
    agree(theirs, ours, x, memory)
    agree(
        theirs,
        ours,
        x,
        memory,
        hidden,
        hidden.T & (np.arange(5) > 0),
        padding,
        padding[::-1].copy(),
        graph=True,
    )


@pytest.mark.parametrize("kind", ["Encoder", "Decoder"])
def test_transformer_stacks(rng, kind):
    options = {"dim_feedforward": 7, "dropout": 0.1, "batch_first": True}
    layer = getattr(torch.nn, f"Transformer{kind}Layer")(6, 2, **options)
    stack = getattr(torch.nn, f"Transformer{kind}")
    theirs = stack(layer, 3, torch.nn.LayerNorm(6)).eval()
    ours = getattr(attention, f"Transformer{kind}Layer")(6, 2, **options)
    norm = keras.layers.LayerNormalization(epsilon=1e-5)
    norm.build((None, 6))
    ours = getattr(attention, f"Transformer{kind}")(ours, 3, norm)
    kernels = [layer.linear1.weight.numpy() for layer in ours.layers]
    np.testing.assert_array_equal(kernels[0], kernels[2])
    assert len(ours.trainable_variables) == len(list(theirs.parameters()))
    inputs = rng.standard_normal((2, 2, 5, 6))[: 1 if kind == "Encoder" else 2]
    assert np.abs(ours(*inputs) - ours(*inputs)).max() > 1e-3
    for part in ours._flatten_layers():
        part.training = False
    hidden, _, _ = masks(rng, 2, 5, 5, 2)
    agree(theirs, ours, *inputs)
    agree(theirs, ours, *inputs, hidden)


# Containers


def test_named_sequential(rng):
    theirs = torch.nn.Sequential(
        OrderedDict(fc=torch.nn.Linear(3, 4), act=torch.nn.Tanh(), output=torch.nn.Linear(4, 2))
    )
    ours = containers.Sequential(OrderedDict(fc=Linear(3, 4), act=tf.tanh, output=Linear(4, 2)))
    agree(theirs, ours, rng.standard_normal((5, 3)))
    assert ours.fc is ours[0]
    assert len(ours[1:]) == 2
    assert ours[1:].act is tf.tanh
    ours.append(tf.nn.relu)
    theirs.append(torch.nn.ReLU())
    agree(theirs, ours, rng.standard_normal((5, 3)))


class Lists(keras.Model):
    def __init__(self):
        super().__init__()
        self.layers_ = containers.ModuleList([Linear(3, 4), Linear(4, 4)])
        self.layers_.append(Linear(4, 4)).extend([Linear(4, 2)])
        self.heads = containers.ModuleDict({"output": Linear(2, 1), "7": Linear(2, 1)})
        self.scales = containers.ParameterList([tf.ones(2, tf.float64), keras.Variable([1.0, 2.0])])
        self.offsets = containers.ParameterDict({"a": tf.zeros(1, tf.float64)})

    def call(self, x):
        for layer in self.layers_:
            x = tf.tanh(layer(x))
        return sum(self.heads[name](x * self.scales[0]) + self.offsets["a"] for name in self.heads)


class TorchLists(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Linear(3, 4), torch.nn.Linear(4, 4)])
        self.layers.append(torch.nn.Linear(4, 4)).extend([torch.nn.Linear(4, 2)])
        self.heads = torch.nn.ModuleDict(
            {"output": torch.nn.Linear(2, 1), "7": torch.nn.Linear(2, 1)}
        )
        self.scales = torch.nn.ParameterList(
            [torch.ones(2), torch.nn.Parameter(torch.tensor([1.0, 2.0]))]
        )
        self.offsets = torch.nn.ParameterDict({"a": torch.zeros(1)})

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return sum(self.heads[name](x * self.scales[0]) + self.offsets["a"] for name in self.heads)


def test_lists_and_dicts_of_layers(rng, tmp_path):
    ours = Lists()
    agree(TorchLists(), ours, rng.standard_normal((5, 3)))
    assert len(ours.layers_) == 4
    assert ours.layers_[-1] is list(ours.layers_)[3]
    assert [part.out_features for part in ours.layers_[2:]] == [4, 2]
    assert list(ours.heads.items())[1] == ("7", ours.heads["7"])
    path = tf.train.Checkpoint(ours).write(str(tmp_path / "lists"))
    other = Lists()
    tf.train.Checkpoint(other).read(path).assert_consumed()
    for one, two in zip(ours.variables, other.variables, strict=True):
        np.testing.assert_array_equal(one, two)


# What networks hold


class Torch(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(2))
        self.lstm = torch.nn.LSTM(3, 2)
        self.register_buffer("mean", torch.zeros(2))
        self.output = torch.nn.Sequential(
            OrderedDict(fc=torch.nn.Linear(2, 2), act=torch.nn.ReLU())
        )
        self.beta = torch.nn.Parameter(torch.zeros(1))
        self.rows = torch.nn.ModuleList([torch.nn.Linear(2, 2), torch.nn.GRUCell(2, 2)])
        self.heads = torch.nn.ModuleDict({"input": torch.nn.Linear(2, 1), "7": self.rows[0]})
        self.attention = torch.nn.MultiheadAttention(2, 1)


class Keras(keras.Model):
    def __init__(self):
        super().__init__()
        self.scale = keras.Variable(tf.ones(2, tf.float64))
        self.lstm = recurrent.LSTM(3, 2)
        self.mean = keras.Variable(tf.zeros(2, tf.float64), trainable=False)
        self.output_ = containers.Sequential(OrderedDict(fc=Linear(2, 2), act=keras.layers.ReLU()))
        self.beta = keras.Variable(tf.zeros(1, tf.float64))
        self.rows = containers.ModuleList([Linear(2, 2), recurrent.GRUCell(2, 2)])
        self.heads = containers.ModuleDict({"input": Linear(2, 1), "7": self.rows[0]})
        self.attention = attention.MultiheadAttention(2, 1)


def test_names_are_torchs():
    theirs, ours = Torch(), Keras()
    assert list(saving.variables_of(ours)) == list(theirs.state_dict())
    expected = [name for name, _ in theirs.named_parameters()]
    assert [name for name, _ in modules.variables_once(ours, True)] == expected
    assert [name for name, _ in modules.variables_once(ours, False)] == ["mean"]
    for ports, original in [
        (modules.named_children(ours), theirs.named_children()),
        (modules.named_layers(ours), theirs.named_modules()),
    ]:
        torchs = [name for name, _ in original if "out_proj" not in name]
        assert [name for name, _ in ports if "out_proj" not in name] == torchs
    variables = [v for _, v in modules.variables_once(ours, True)]
    assert [v.shape for v in variables] == [tuple(p.shape) for p in theirs.parameters()]
    assert [id(v) for v in variables] == [id(v) for v in ours.trainable_variables]


def test_apply_goes_from_the_inside_to_the_outside():
    theirs, ours = [], []
    Torch().apply(lambda m: theirs.append(type(m).__name__))
    network = Keras()
    assert modules.apply_to(network, lambda m: ours.append(type(m).__name__)) is network
    other = {"Torch": "Keras", "NonDynamicallyQuantizableLinear": "Linear"}
    assert ours == [other.get(name, name) for name in theirs]


def test_a_mode_is_that_of_all_layers():
    network = Keras()
    assert modules.set_mode(network, False) is network
    assert not any(layer.training for _, layer in modules.named_layers(network))
    modules.set_mode(network.rows, True)
    assert network.rows[1].training
    assert not network.lstm.training


# Saving


def trained(network, optimizer, steps=3):
    rng = np.random.default_rng(1)
    for _ in range(steps):
        optimizer.apply([tf.constant(rng.standard_normal(v.shape)) for v in optimizer.params])


def values(*owners):
    return [v.numpy() for owner in owners for v in saving.variables_of(owner).values()]


def test_dictionaries_of_states_are_saved_and_read(tmp_path):
    network, other = Keras(), Keras()
    optimizers = [adam.Adam(n.trainable_variables, lr=0.1) for n in (network, other)]
    trained(network, optimizers[0])
    path = str(tmp_path / "all.pt")
    state = {"net": saving.variables_of(network), "optimizer": saving.variables_of(optimizers[0])}
    saving.write_pickle({**state, "step": 3, "more": [tf.ones(2), np.zeros(1), "a", None]}, path)
    assert any(np.any(a != b) for a, b in zip(values(network), values(other)))

    read = saving.read_pickle(path)
    saving.set_variables(other, read["net"])
    saving.set_variables(optimizers[1], read["optimizer"])
    assert read["step"] == 3
    assert tf.is_tensor(read["more"][0])
    assert isinstance(read["more"][1], np.ndarray)
    assert read["more"][2:] == ["a", None]
    for n, o in zip((network, other), optimizers):
        trained(n, o)
    for a, b in zip(values(network, optimizers[0]), values(other, optimizers[1]), strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_state_is_that_of_now_and_a_copy_is_not():
    network = Linear(2, 2)
    state = saving.variables_of(network)
    before = copy.deepcopy(state)
    network.bias.assign([7.0, 7.0])
    np.testing.assert_array_equal(state["bias"], [7, 7])
    saving.set_variables(network, before)
    assert not np.any(network.bias.numpy() == 7)


def test_a_state_has_to_fit():
    network = Linear(2, 2)
    weight = network.weight.numpy()
    with pytest.raises(RuntimeError, match="bias"):
        saving.set_variables(network, {"weight": weight + 1})
    np.testing.assert_array_equal(network.weight, weight)
    saving.set_variables(network, {"weight": weight + 1, "other": 3}, strict=False)
    np.testing.assert_array_equal(network.weight, weight + 1)
    with pytest.raises(ValueError, match="shape"):
        saving.set_variables(network, {"weight": weight[0], "bias": network.bias})


def test_a_checkpoint_is_read_as_well(tmp_path):
    network, other = Keras(), Keras()
    path = tf.train.Checkpoint(network).write(str(tmp_path / "net.pt"))
    saving.set_variables(other, saving.read_pickle(path))
    for a, b in zip(values(network), values(other), strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_network_is_saved_whole(tmp_path):
    network, path = Linear(2, 3), str(tmp_path / "all.pt")
    saving.write_pickle({"net": network, "step": 3}, path)
    before = values(network)
    network.bias.assign([7.0, 7.0, 7.0])
    read = saving.read_pickle(path)
    assert (type(read["net"]), read["net"].given(), read["step"]) == (Linear, network.given(), 3)
    for a, b in zip(before, values(read["net"]), strict=True):
        np.testing.assert_array_equal(a, b)
