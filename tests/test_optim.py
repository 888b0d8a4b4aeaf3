"""The optimizers and the schedules of their learning rates against torch: the same numbers."""

import torch  # before TensorFlow

# isort: split
import keras
import numpy as np
import pytest
import tensorflow as tf

from rules import adam, adaptive, lr_cycles, lr_scheduler, optim

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


# Learning rates

SCHEDULES = [
    ("StepLR", {"step_size": 7}),
    ("StepLR", {"step_size": 3, "gamma": 0.9, "last_epoch": -1}),
    ("MultiStepLR", {"milestones": [3, 10, 10, 30], "gamma": 0.5}),
    ("ConstantLR", {}),
    ("ConstantLR", {"factor": 0.2, "total_iters": 20}),
    ("LinearLR", {}),
    ("LinearLR", {"start_factor": 0.9, "end_factor": 0.1, "total_iters": 30}),
    ("ExponentialLR", {"gamma": 0.97}),
    ("PolynomialLR", {}),
    ("PolynomialLR", {"total_iters": 40, "power": 0.9}),
    ("LambdaLR", {"lr_lambda": lambda step: 0.95**step}),
    ("LambdaLR", {"lr_lambda": [lambda step: 1 / (step + 1), lambda step: 1 - step / 100]}),
    ("MultiplicativeLR", {"lr_lambda": lambda step: 1 - 1 / (step + 9)}),
    ("CosineAnnealingLR", {"T_max": 12}),
    ("CosineAnnealingLR", {"T_max": 100, "eta_min": 1e-4}),
    ("CosineAnnealingWarmRestarts", {"T_0": 7}),
    ("CosineAnnealingWarmRestarts", {"T_0": 4, "T_mult": 2, "eta_min": 1e-4}),
    ("OneCycleLR", {"max_lr": 0.1, "total_steps": 50, "cycle_momentum": False}),
    (
        "OneCycleLR",
        {
            "max_lr": [0.1, 0.2], "epochs": 5, "steps_per_epoch": 10, "three_phase": True,
            "anneal_strategy": "linear", "cycle_momentum": False,
        },
    ),
    ("CyclicLR", {"base_lr": 1e-4, "max_lr": 1e-2, "step_size_up": 7, "cycle_momentum": False}),
    (
        "CyclicLR",
        {
            "base_lr": [1e-4, 1e-3], "max_lr": 1e-2, "step_size_up": 5, "step_size_down": 11,
            "mode": "triangular2", "cycle_momentum": False,
        },
    ),
    (
        "CyclicLR",
        {
            "base_lr": 1e-4, "max_lr": 1e-2, "step_size_up": 5, "mode": "exp_range", "gamma": 0.99,
            "cycle_momentum": False,
        },
    ),
    (
        "CyclicLR",
        {
            "base_lr": 1e-4, "max_lr": 1e-2, "step_size_up": 4, "scale_fn": lambda x: 1 / (x + 1),
            "scale_mode": "iterations", "cycle_momentum": False,
        },
    ),
]  # fmt: skip


def both(name, options, lr=0.02):
    """A schedule on both sides, of an optimizer with two groups, as {side: (optimizer, class)}."""
    torch_groups = [{"params": [torch.zeros(1, requires_grad=True)]} for _ in range(2)]
    groups = [{"params": [keras.Variable(np.zeros(1))]} for _ in range(2)]
    torch_groups[1]["lr"] = groups[1]["lr"] = 0.005
    theirs = torch.optim.Adam(torch_groups, lr=lr)
    ours = optim.ParamGroups(adam.Adam, groups, lr=lr)
    return (theirs, torchs(name)(theirs, **options)), (ours, schedule(name)(ours, **options))


def torchs(name):
    return getattr(torch.optim.lr_scheduler, name)


def schedule(name):
    """What porter makes of it: without the arguments that are refused at another value."""
    made = {**vars(lr_scheduler), **vars(lr_cycles)}[name]
    harmless = ("cycle_momentum", "last_epoch")
    return lambda *a, **k: made(*a, **{n: v for n, v in k.items() if n not in harmless})


def rates(optimizer, scheduler):
    if isinstance(optimizer, torch.optim.Optimizer):
        return [group["lr"] for group in optimizer.param_groups]
    return [float(group.learning_rate) for group in optimizer.param_groups]


def same_rates(theirs, ours, step):
    np.testing.assert_allclose(
        rates(*ours), rates(*theirs), rtol=1e-12, atol=1e-17, err_msg=f"step {step}"
    )
    np.testing.assert_allclose(
        ours[1].get_last_lr(), theirs[1].get_last_lr(), rtol=1e-12, atol=1e-17
    )
    assert ours[1].last_epoch == theirs[1].last_epoch


@pytest.mark.filterwarnings("ignore:Detected call of `lr_scheduler.step")
@pytest.mark.parametrize(("name", "options"), SCHEDULES)
def test_schedules(name, options):
    theirs, ours = both(name, options)
    for step in range(50):
        same_rates(theirs, ours, step)
        if step == 25:  # by hand; most go on from there
            theirs[0].param_groups[0]["lr"] *= 0.5
            group = ours[0].param_groups[0]
            group.learning_rate.assign(float(group.learning_rate) * 0.5)
        if step == 30:  # from a checkpoint
            state = ours[1].state_dict()
            ours[1].load_state_dict(dict(state))
        theirs[1].step()
        ours[1].step()
    same_rates(theirs, ours, 50)


@pytest.mark.filterwarnings("ignore:Detected call of `lr_scheduler.step")
@pytest.mark.filterwarnings("ignore:The epoch parameter")
@pytest.mark.parametrize(("name", "options"), SCHEDULES)
def test_schedules_at_an_epoch(name, options):
    theirs, ours = both(name, options)
    for epoch in (0, 3, 4, None, 12, None, 2, 40):
        theirs[1].step(epoch)
        ours[1].step(epoch)
        same_rates(theirs, ours, epoch)


@pytest.mark.filterwarnings("ignore:Detected call of `lr_scheduler.step")
@pytest.mark.parametrize("options", [{"T_0": 7}, {"T_0": 4, "T_mult": 3}])
def test_warm_restarts_take_fractions_of_epochs(options):
    theirs, ours = both("CosineAnnealingWarmRestarts", options)
    for step in range(100):
        epoch = step / 4 if step % 3 else None
        theirs[1].step(epoch)
        ours[1].step(epoch)
        same_rates(theirs, ours, step)


@pytest.mark.parametrize(
    "options",
    [
        {"patience": 2},
        {"mode": "max", "factor": 0.5, "patience": 0, "cooldown": 3, "threshold": 0.05},
        {"patience": 1, "threshold_mode": "abs", "threshold": 0.1, "min_lr": [1e-3, 1e-4]},
        {"mode": "max", "patience": 1, "threshold_mode": "abs", "min_lr": 1e-4, "eps": 1e-3},
    ],
)
def test_plateau(rng, options):
    theirs, ours = both("ReduceLROnPlateau", options)
    seen = set()
    for step, metric in enumerate(rng.standard_normal(60)):
        theirs[1].step(float(metric))
        ours[1].step(tf.constant(metric))
        same_rates(theirs, ours, step)
        seen.add(tuple(rates(*ours)))
    assert len(seen) > 2


def test_a_schedule_of_an_optimizer_without_groups():
    theirs = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)
    ours = optim.SGD([keras.Variable(np.zeros(1))], lr=0.1)
    pair = (
        (theirs, torchs("ExponentialLR")(theirs, 0.9)),
        (ours, schedule("ExponentialLR")(ours, 0.9)),
    )
    theirs.step()
    for step in range(5):
        pair[0][1].step()
        pair[1][1].step()
        same_rates(*pair, step)


SEQUENCES = [
    [("LinearLR", {"total_iters": 4}), ("ExponentialLR", {"gamma": 0.9})],
    [
        ("ConstantLR", {"factor": 0.1, "total_iters": 3}),
        ("CosineAnnealingLR", {"T_max": 9}),
        ("StepLR", {"step_size": 2}),
    ],
    [
        ("LambdaLR", {"lr_lambda": lambda step: 1 / (step + 1)}),
        ("MultiplicativeLR", {"lr_lambda": lambda step: 0.95}),
        ("CosineAnnealingWarmRestarts", {"T_0": 3}),
    ],
    [("MultiStepLR", {"milestones": [2, 5]}), ("PolynomialLR", {"total_iters": 10})],
]


@pytest.mark.filterwarnings("ignore:Detected call of `lr_scheduler.step")
@pytest.mark.filterwarnings("ignore:The epoch parameter in")
@pytest.mark.parametrize("parts", SEQUENCES)
@pytest.mark.parametrize("name", ["SequentialLR", "ChainedScheduler"])
def test_schedules_of_schedules(name, parts):
    (theirs, _), (ours, _) = both("ConstantLR", {"factor": 1.0})
    pairs = []
    for optimizer, of in ((theirs, torchs), (ours, schedule)):
        inner = [of(part)(optimizer, **options) for part, options in parts]
        if name == "SequentialLR":
            milestones = [6, 14][: len(parts) - 1]
            pairs.append((optimizer, of(name)(optimizer, inner, milestones=milestones)))
        else:
            pairs.append((optimizer, of(name)(inner)))
            pairs[-1][1].last_epoch = 0  # torch's has none
    for step in range(30):
        same_rates(*pairs, step)
        for _, scheduler in pairs:
            scheduler.step()
