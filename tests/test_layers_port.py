"""The layers that porter pastes against torch's: same weights, same numbers, in float64.

The weights are moved over as porter.equivalence does it, which knows no class of these: their
parameters have torch's names and layout.
"""

import copy
import os
import subprocess
import sys
from pathlib import Path

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf

from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on
from porter.equivalence.weights.pairing import pair
from rules import (
    containers,
    conv,
    distances,
    dropout,
    graph,
    linear,
    modules,
    norm,
    padding,
    pool,
    response_norm,
    unfold,
    upsample,
)

MODULES = (conv, distances, dropout, linear, norm, padding, pool, response_norm, unfold, upsample)


@pytest.fixture(autouse=True)
def float64():
    keras.config.set_floatx("float64")
    keras.config.set_dtype_policy("float64")
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)
    keras.config.set_floatx("float32")
    keras.config.set_dtype_policy("float32")


def block(name):
    return next(getattr(module, name) for module in MODULES if hasattr(module, name))


def both(name, *args, **options):
    """The layer in both frameworks, with torch's weights in both; not only zeros and ones."""
    torch.manual_seed(0)
    theirs = getattr(torch.nn, name)(*args, **options)
    ours = block(name)(*args, **options)
    with torch.no_grad():
        for parameter in theirs.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    transfer(theirs, ours)
    return theirs, ours


def transfer(theirs, ours):
    state = {name: value.numpy() for name, value in theirs.state_dict().items()}
    pairing = pair(ours, state)
    assert (pairing.unpaired_torch, pairing.unpaired_keras) == ({}, {})
    pairing.write(state)


def assert_same_state(theirs, ours):
    state = theirs.state_dict()
    for name, array in pair(ours, state).read().items():
        np.testing.assert_allclose(array, state[name], rtol=1e-10, atol=1e-12, err_msg=name)


def assert_same(theirs, ours, *shapes, graph=False):
    """Equal outputs and equal gradients of the inputs and of the parameters."""
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(shape) for shape in shapes]
    inputs = [torch.tensor(array, requires_grad=True) for array in arrays]
    with torch_on(Tape(0)):
        expected = theirs(*inputs)
    factors = rng.standard_normal(tuple(expected.shape))
    (expected * torch.tensor(factors)).sum().backward()
    weights = list(ours.trainable_variables)
    tensors = [tf.constant(array) for array in arrays]
    with tf_on(Tape(0)), tf.GradientTape() as tape:
        tape.watch(tensors)
        found = (tf.function(ours) if graph else ours)(*tensors)
        loss = tf.reduce_sum(found * factors)
    assert found.dtype == tf.float64
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected.detach(), rtol=1e-10, atol=1e-12)
    gradients = tape.gradient(loss, tensors + weights)
    for gradient, parameter in zip(gradients, [*inputs, *theirs.parameters()], strict=True):
        wanted = parameter.grad
        if gradient is None:
            assert not wanted.any()
            continue
        gradient = tf.convert_to_tensor(gradient)
        np.testing.assert_allclose(gradient, wanted, rtol=1e-10, atol=1e-12)


def image(dims, channels=4, batch=(2,), sizes=(9, 7, 6)):
    return (*batch, channels, *sizes[:dims])


CASES = [
    ("Linear", (3, 2), {}, [(4, 3)]),
    ("Linear", (3, 2), {"bias": False}, [(2, 4, 3)]),
    ("Linear", (3, 2), {}, [(3,)]),
    ("Bilinear", (3, 4, 2), {}, [(5, 3), (5, 4)]),
    ("Bilinear", (3, 4, 2), {"bias": False}, [(2, 5, 3), (2, 5, 4)]),
]
CONVOLUTIONS = [
    ((2,), {}),
    ((3,), {"stride": 2, "padding": 1}),
    ((2,), {"padding": "same", "bias": False}),
    ((4,), {"padding": "same", "dilation": 2}),
    ((2,), {"padding": "valid", "groups": 2}),
    ((2,), {"stride": 2, "dilation": 2, "groups": 4}),
    ((3,), {"padding": 2, "padding_mode": "reflect"}),
    ((3,), {"padding": "same", "padding_mode": "circular"}),
    ((2,), {"padding": 1, "stride": 3, "padding_mode": "replicate"}),
]
TRANSPOSED = [
    ((2,), {}),
    ((3,), {"stride": 2, "padding": 1, "output_padding": 1}),
    ((4,), {"stride": 2, "padding": 1, "bias": False}),
    ((1,), {"stride": 3, "output_padding": 2}),
    ((2,), {"stride": 2, "groups": 2, "padding": 1}),
    ((3,), {"dilation": 2, "padding": 2, "stride": 2, "output_padding": 1}),
]
POOLS = [
    ("MaxPool", [((2,), {}), ((3, 2, 1), {}), ((3, 2), {"ceil_mode": True}),
                 ((2, 3, 1), {"ceil_mode": True}), ((3,), {"stride": 1, "padding": 1})]),
    ("AvgPool", [((2,), {}), ((3, 2, 1), {}), ((3, 2), {"ceil_mode": True}),
                 ((2, 3, 1), {"ceil_mode": True}), ((3, 2, 1), {"count_include_pad": False}),
                 ((4, 3, 2, True, False), {}), ((4, 3, 2, True, True), {})]),
    ("AdaptiveAvgPool", [((1,), {}), ((3,), {}), ((5,), {})]),
    ("AdaptiveMaxPool", [((1,), {}), ((3,), {}), ((4,), {})]),
    ("LPPool", [((2, 2), {}), ((3, 2, 1), {}), ((2, 3), {"ceil_mode": True})]),
]  # fmt: skip
PADS = {"ZeroPad": True, "ReflectionPad": False, "ReplicationPad": False, "CircularPad": False}

for dims in (1, 2, 3):
    for args, options in CONVOLUTIONS:
        if dims < 3 or options.get("padding_mode") != "reflect":
            CASES.append((f"Conv{dims}d", (4, 8, *args), options, [image(dims)]))
    sizes = [(3, 2, 1)[:dims]]
    CASES.append((f"Conv{dims}d", (4, 3, *sizes), {}, [image(dims, batch=())]))
    CASES.append((f"Conv{dims}d", (4, 3, *sizes), {"padding": sizes[0]}, [image(dims, batch=(1,))]))
    for args, options in TRANSPOSED:
        CASES.append((f"ConvTranspose{dims}d", (4, 6, *args), options, [image(dims)]))
    CASES.append((f"ConvTranspose{dims}d", (4, 3, *sizes), {}, [image(dims, batch=())]))
    for name, calls in POOLS:
        for args, options in calls:
            CASES.append((f"{name}{dims}d", args, options, [image(dims)]))
        if name != "LPPool":
            CASES.append((f"{name}{dims}d", calls[1][0], {}, [image(dims, batch=())]))
    for name in PADS:
        CASES.append((f"{name}{dims}d", (2,), {}, [image(dims)]))
        CASES.append((f"{name}{dims}d", ((1, 2, 0, 3, 2, 1)[: 2 * dims],), {}, [image(dims)]))
    CASES.append(
        (f"ConstantPad{dims}d", ((1, -2, 0, 3, -1, 1)[: 2 * dims], 1.5), {}, [image(dims)])
    )
    CASES.append((f"BatchNorm{dims}d", (4,), {}, [image(dims)]))
    CASES.append((f"BatchNorm{dims}d", (4,), {"affine": False, "eps": 0.1}, [image(dims)]))
    CASES.append((f"BatchNorm{dims}d", (4,), {"track_running_stats": False}, [image(dims)]))
    CASES.append((f"InstanceNorm{dims}d", (4,), {}, [image(dims)]))
    CASES.append((f"InstanceNorm{dims}d", (4,), {"affine": True}, [image(dims, batch=())]))
    options = {"track_running_stats": True, "momentum": 0.3}
    CASES.append((f"InstanceNorm{dims}d", (4,), options, [image(dims)]))
    CASES.append((f"Dropout{dims}d", (0.4,), {}, [image(dims)]))
for dims, mode in ((1, "linear"), (2, "bilinear"), (2, "bicubic"), (3, "trilinear")):
    targets = (
        {"scale_factor": 2},
        {"size": (5, 8, 7)[:dims]},
        {"scale_factor": (1.7, 0.6, 2.3)[:dims]},
        {"size": (1, 4, 9)[:dims], "align_corners": True},
    )
    CASES += [("Upsample", (), {**options, "mode": mode}, [image(dims)]) for options in targets]
for mode in ("nearest", "nearest-exact", "area"):
    CASES.append(("Upsample", (), {"scale_factor": 1.7, "mode": mode}, [image(1)]))
    CASES.append(("Upsample", ((4, 13),), {"mode": mode}, [image(2)]))
    CASES.append(("Upsample", (), {"scale_factor": 2, "mode": mode}, [image(3, 2)]))
CASES += [
    ("PixelShuffle", (2,), {}, [image(2, 8)]),
    ("PixelShuffle", (2,), {}, [image(2, 8, batch=())]),
    ("PixelUnshuffle", (3,), {}, [(2, 2, 6, 9)]),
    ("PixelUnshuffle", (3,), {}, [(4, 2, 2, 6, 9)]),
    ("Unfold", (2,), {}, [image(2)]),
    ("Unfold", ((3, 2), 2, 1, 2), {}, [image(2)]),
    ("Unfold", ((3, 2),), {"padding": (2, 1)}, [image(2, batch=())]),
    ("Fold", ((4, 5), 2), {}, [(2, 12, 12)]),
    ("Fold", ((6, 7), (3, 2), 2, 1, 2), {}, [(2, 18, 8)]),
    ("Fold", ((5, 6), 2), {"stride": 2}, [(8, 6)]),
    ("CosineSimilarity", (), {}, [(4, 3), (4, 3)]),
    ("CosineSimilarity", (-1, 0.5), {}, [(2, 4, 3), (2, 4, 3)]),
    ("PairwiseDistance", (), {}, [(4, 3), (4, 3)]),
    ("PairwiseDistance", (1.0,), {"keepdim": True}, [(4, 3), (4, 3)]),
    ("PairwiseDistance", (float("inf"), 0.1), {}, [(4, 3), (3,)]),
    ("AdaptiveAvgPool2d", ((3, None),), {}, [image(2)]),
    ("AdaptiveMaxPool2d", ((None, 2),), {}, [image(2)]),
    ("AvgPool2d", (3,), {"divisor_override": 5}, [image(2)]),
    ("MaxPool1d", (2, 3, 1, 2), {"ceil_mode": True}, [image(1)]),
    ("MaxPool2d", (2, None, 1, (2, 3)), {}, [image(2)]),
    ("MaxPool3d", (2, 1, 0, 2), {}, [image(3)]),
    ("ChannelShuffle", (2,), {}, [image(2)]),
    ("BatchNorm1d", (4,), {}, [(5, 4)]),
    ("LayerNorm", (7,), {}, [(2, 3, 7)]),
    ("LayerNorm", ((3, 7),), {"bias": False}, [(2, 3, 7)]),
    ("LayerNorm", ([3, 7],), {"elementwise_affine": False, "eps": 0.1}, [(3, 7)]),
    ("RMSNorm", (7,), {}, [(2, 3, 7)]),
    ("RMSNorm", ((3, 7),), {"eps": 0.1, "elementwise_affine": False}, [(2, 3, 7)]),
    ("GroupNorm", (2, 4), {}, [image(2)]),
    ("GroupNorm", (4, 4), {"affine": False}, [(3, 4)]),
    ("LocalResponseNorm", (2,), {}, [image(2)]),
    ("LocalResponseNorm", (3, 0.5, 0.5, 2.0), {}, [image(1)]),
    ("Dropout", (0.4,), {}, [(5, 4)]),
    ("Dropout", (), {"p": 0.0}, [(5, 4)]),
    ("Dropout", (1.0,), {}, [(5, 4)]),
    ("Dropout1d", (0.4,), {}, [(5, 4)]),
    ("Dropout2d", (0.4,), {}, [(5, 4, 3)]),
    ("Dropout3d", (0.4,), {}, [(5, 4, 3, 2)]),
    ("AlphaDropout", (0.4,), {}, [(5, 4)]),
]


@pytest.mark.filterwarnings("ignore:Using padding='same' with even kernel:UserWarning")
@pytest.mark.filterwarnings("ignore:dropout2d. Received a 3D input:UserWarning")
@pytest.mark.parametrize(("name", "args", "options", "shapes"), CASES, ids=str)
def test_layer(name, args, options, shapes):
    graph = CASES.index((name, args, options, shapes)) % 2 == 1  # each kind in both modes
    theirs, ours = both(name, *args, **options)
    assert_same(theirs, ours, *shapes, graph=graph)
    assert_same_state(theirs, ours)
    theirs.eval()
    theirs.zero_grad()
    ours.training = False
    assert_same(theirs, ours, *shapes, graph=graph)
    assert_same_state(theirs, ours)


@pytest.mark.parametrize("momentum", [0.1, 0.0, 1.0, None])
@pytest.mark.parametrize("name", ["BatchNorm2d", "InstanceNorm2d"])
def test_running_statistics_after_several_steps(name, momentum):
    theirs, ours = both(name, 3, momentum=momentum, track_running_stats=True)
    rng = np.random.default_rng(1)
    run = tf.function(ours)
    for _ in range(4):
        x = rng.normal(3, 2, (2, 3, 2, 5))
        np.testing.assert_allclose(run(tf.constant(x)), theirs(torch.tensor(x)).detach(), rtol=1e-9)
    assert int(ours.num_batches_tracked) == (4 if name == "BatchNorm2d" else 0)
    assert_same_state(theirs, ours)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("Linear", (400, 300)),
        ("Conv2d", (8, 64, 5)),
        ("Conv1d", (8, 300, (4,))),
        ("ConvTranspose2d", (64, 200, 5)),
    ],
)
def test_initialisation_is_torchs(name, args):
    tf.random.set_seed(0)
    torch.manual_seed(0)
    ours, theirs = block(name)(*args), getattr(torch.nn, name)(*args)
    for mine, its in ((ours.weight, theirs.weight), (ours.bias, theirs.bias)):
        values, wanted = mine.numpy(), its.detach().numpy()
        assert values.shape == wanted.shape
        np.testing.assert_allclose(np.abs(values).max(), np.abs(wanted).max(), rtol=0.3)
        np.testing.assert_allclose(values.std(), wanted.std(), rtol=0.3)
    bound = np.abs(theirs.weight.detach().numpy()).max()
    np.testing.assert_allclose(np.abs(ours.weight.numpy()).max(), bound, rtol=0.01)


@pytest.mark.parametrize("name", ["Conv2d", "BatchNorm2d", "Dropout"])
def test_copies_are_independent(name):
    args = {"Conv2d": (3, 2, 2), "BatchNorm2d": (3,), "Dropout": (0.5,)}[name]
    ours = block(name)(*args)
    if name != "Conv2d":
        ours.training = False
    x = np.random.default_rng(0).normal(size=(2, 3, 5, 5))
    before = ours(x).numpy()
    twin = copy.deepcopy(ours)
    assert getattr(twin, "training", True) is (name == "Conv2d")
    np.testing.assert_array_equal(twin(x), before)
    for variable in twin.variables:
        variable.assign(variable + 1)
    np.testing.assert_array_equal(ours(x), before)


def test_floats_follow_keras():
    keras.config.set_floatx("float32")
    keras.config.set_dtype_policy("float32")
    layer = block("Conv2d")(np.int64(3), np.int64(2), 2)
    assert {v.dtype for v in layer.variables} == {"float32"}
    assert layer(tf.zeros((1, 3, 4, 4))).dtype == tf.float32


def network():
    return containers.Sequential(block("Linear")(3, 3), block("Dropout")(0.5))


def test_a_traced_network_follows_its_mode():
    net, x = network(), tf.ones((1, 3))
    linear = net[0](x).numpy()
    for _ in range(3):
        modules.set_mode(net, True)
        assert not np.allclose(graph.graph_by_mode(net)(tf.repeat(x, 50, 0)), linear)
        modules.set_mode(net, False)
        np.testing.assert_allclose(graph.graph_by_mode(net)(x), linear)
    assert graph.graph_by_mode(net) is graph.graph_by_mode(net)
    net[1].training = True  # of one layer only
    assert graph.graph_by_mode(net) is not graph.graph(net, graph.modes(network()))
    assert not np.allclose(graph.graph_by_mode(net)(tf.repeat(x, 50, 0)), linear)


def test_a_train_body_has_a_trace_for_each_mode():
    one, other = network(), network()
    traces = []

    @tf.function
    def body(x, modes):
        traces.append(modes)
        return one(x) + other(x)

    x = tf.ones((50, 3))
    expected = (one[0](x) + other[0](x)).numpy()
    for training in (True, False, True, False):
        modules.set_mode(one, training)
        modules.set_mode(other, False)
        found = body(x, graph.modes(one, other)).numpy()
        assert np.allclose(found, expected) == (not training)
    assert len(traces) == 2


@pytest.mark.slow
def test_a_convolutional_agent_is_equivalent(tmp_path):
    """Batches, dropout, both modes, target networks: the whole program, as the case shows it."""
    case = Path(__file__).parent / "cases" / "modules" / "convolutional.py"
    (tmp_path / "agent.py").write_text(case.read_text().partition("# output\n")[0])
    for command in (
        ["convert", "agent.py", "-o", "agent_tf.py"],
        ["check", "agent.py", "agent_tf.py"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "porter", *command],
            cwd=tmp_path, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
