"""The optimizers and the schedules of their learning rates against torch: the same numbers."""

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf

from rules import adam, adaptive, optim

OURS = {**vars(adam), **vars(adaptive), **vars(optim)}
OPTIMIZERS = [
    ("Adam", {}),
    ("Adam", {"lr": 3e-4, "eps": 1e-5}),
    ("Adam", {"betas": (0.5, 0.9), "amsgrad": True}),
    ("Adam", {"weight_decay": 0.1}),
    ("Adam", {"weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True}),
    ("AdamW", {}),
    ("AdamW", {"lr": 1e-2, "weight_decay": 0.3}),
    ("AdamW", {"amsgrad": True, "maximize": True}),
    ("Adamax", {}),
    ("Adamax", {"lr": 1e-2, "betas": (0.5, 0.9), "weight_decay": 0.1, "maximize": True}),
    ("NAdam", {}),
    ("NAdam", {"lr": 1e-2, "weight_decay": 0.1, "momentum_decay": 0.1}),
    ("NAdam", {"weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True}),
    ("RAdam", {}),
    ("RAdam", {"betas": (0.5, 0.9), "weight_decay": 0.1, "eps": 1e-5}),
    ("RAdam", {"weight_decay": 0.1, "decoupled_weight_decay": True, "maximize": True}),
    ("SGD", {"lr": 0.1}),
    ("SGD", {"lr": 0.1, "momentum": 0.9}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.3}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.1}),
    ("SGD", {"lr": 0.1, "weight_decay": 0.1, "maximize": True}),
    ("RMSprop", {}),
    ("RMSprop", {"lr": 7e-4, "eps": 1e-5, "weight_decay": 0.1, "maximize": True}),
    ("RMSprop", {"lr": 2.5e-4, "alpha": 0.95, "eps": 0.01, "momentum": 0.95, "centered": True}),
    ("Adagrad", {}),
    ("Adagrad", {"lr_decay": 0.1, "initial_accumulator_value": 0.1, "weight_decay": 0.1}),
    ("Adagrad", {"eps": 1e-3, "maximize": True}),
    ("Adadelta", {}),
    ("Adadelta", {"lr": 0.1, "rho": 0.7, "weight_decay": 0.1, "maximize": True}),
    ("Rprop", {}),
    ("Rprop", {"etas": (0.7, 1.3), "step_sizes": (1e-3, 0.1), "maximize": True}),
]
SHAPES = [(4, 3), (3,), (3, 2)]


@pytest.fixture
def rng():
    return np.random.default_rng(0)


class Pair:
    """An optimizer of torch's and the port's, on the same start values and gradients."""

    def __init__(self, name, options, dtype, rng, groups=()):
        self.rng, self.dtype = rng, dtype
        self.start = [rng.standard_normal(shape).astype(dtype) for shape in SHAPES]
        self.theirs = [torch.tensor(value, requires_grad=True) for value in self.start]
        self.ours = [keras.Variable(value, dtype=dtype) for value in self.start]
        if groups:
            make = lambda params: [  # noqa: E731
                {"params": [params[i] for i in which], **own} for which, own in groups
            ]
            self.torch = getattr(torch.optim, name)(make(self.theirs), **options)
            self.port = optim.ParamGroups(OURS[name], make(self.ours), **options)
        else:
            self.torch = getattr(torch.optim, name)(self.theirs, **options)
            self.port = OURS[name](self.ours, **options)
        self.order = [next(i for i, v in enumerate(self.ours) if v is p) for p in self.port.params]
        self.apply = tf.function(self.port.apply)

    def step(self, skip=(False, False, False)):
        grads = [(1e-3 * self.rng.standard_normal(s)).astype(self.dtype) for s in SHAPES]
        for parameter, grad, none in zip(self.theirs, grads, skip):
            parameter.grad = None if none else torch.tensor(grad)
        self.torch.step()
        self.apply([None if skip[i] else tf.constant(grads[i]) for i in self.order])

    def set_rates(self, factor):
        for theirs, ours in zip(self.torch.param_groups, self.port.param_groups, strict=True):
            theirs["lr"] *= factor
            ours.learning_rate.assign(float(ours.learning_rate) * factor)

    def difference(self):
        """The largest of the weights, relative to how far they have moved."""
        return max(
            np.abs(a.detach().numpy() - b.numpy()).max() / np.abs(a.detach().numpy() - s).max()
            for a, b, s in zip(self.theirs, self.ours, self.start)
        )


def compare(name, options, dtype, rng, groups=()):
    """100 updates on both sides.

    The learning rate falls to a tenth halfway, and the second parameter has no gradient at the
    first and at every third step.
    """
    pair = Pair(name, options, dtype, rng, groups)
    for step in range(100):
        if step == 50:
            pair.set_rates(0.1)
        pair.step((False, step % 3 == 0, False))
    assert pair.apply.experimental_get_tracing_count() == 2  # with and without that gradient
    return pair.difference()


@pytest.mark.parametrize(("name", "options"), OPTIMIZERS)
def test_optimizers_float64(float64, rng, name, options):
    assert compare(name, options, "float64", rng) < 1e-12


@pytest.mark.parametrize(("name", "options"), OPTIMIZERS)
def test_optimizers_float32(rng, name, options):
    assert compare(name, options, "float32", rng) < 1e-4


GROUPS = [((2,), {"lr": 0.05}), ((0, 1), {"weight_decay": 0.1})]


@pytest.mark.parametrize("name", ["Adam", "AdamW", "SGD", "RMSprop", "Adagrad"])
def test_parameter_groups(float64, rng, name):
    assert compare(name, {"lr": 0.01}, "float64", rng, GROUPS) < 1e-12


def test_a_group_has_torchs_options():
    params = [keras.Variable(np.ones(shape)) for shape in SHAPES]
    groups = [{"params": params[:1], "lr": 0.5, "eps": 1e-3}, {"params": iter(params[1:])}]
    optimizer = optim.ParamGroups(adam.Adam, groups, lr=0.1, betas=(0.5, 0.9))
    assert [float(group.learning_rate) for group in optimizer.param_groups] == [0.5, 0.1]
    assert [group.eps for group in optimizer.param_groups] == [1e-3, 1e-8]
    assert [group.beta1 for group in optimizer.param_groups] == [0.5, 0.5]
    assert [id(p) for p in optimizer.params] == [id(p) for p in params]


def test_the_learning_rate_is_what_was_set():
    optimizer = adam.Adam([keras.Variable(1.0)], lr=3e-4)
    assert float(optimizer.learning_rate) == 3e-4
    optimizer.learning_rate = 0.1
    assert float(optimizer.learning_rate) == 0.1
    assert optimizer.param_groups == [optimizer]


def test_optimizers_take_sparse_gradients():
    table = keras.Variable(np.ones((5, 2), np.float32))
    optimizer = optim.SGD([table], lr=1.0)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.gather(table.value, [1, 1]))
    optimizer.apply(tape.gradient(loss, optimizer.params))
    np.testing.assert_array_equal(table.numpy()[:, 0], [1, -1, 1, 1, 1])


def make(name, options, groups=False):
    params = [keras.Variable(tf.ones(shape)) for shape in SHAPES]
    if not groups:
        return OURS[name](params, **options)
    split = [{"params": params[:1], "lr": 0.5}, {"params": params[1:]}]
    return optim.ParamGroups(OURS[name], split, **options)


@pytest.mark.parametrize("groups", [False, True])
@pytest.mark.parametrize(
    ("name", "options"),
    [o for o in OPTIMIZERS if o[1].get("maximize") or "momentum" in o[1]],
)
def test_checkpoint(tmp_path, rng, name, options, groups):
    grads = [tf.constant(rng.standard_normal(s), tf.float32) for s in SHAPES]
    optimizer, other = make(name, options, groups), make(name, options, groups)
    optimizer.param_groups[-1].learning_rate = 0.125
    for _ in range(3):
        optimizer.apply(grads)
    path = tf.train.Checkpoint(optimizer).write(str(tmp_path / "optimizer"))
    tf.train.Checkpoint(other).read(path).assert_consumed()
    assert int(other.iterations) == 3
    for one, its in zip(other.param_groups, optimizer.param_groups, strict=True):
        assert one.variables
        for mine, theirs in zip(one.variables, its.variables, strict=True):
            np.testing.assert_array_equal(mine.numpy(), theirs.numpy())
