"""torch.distributions against their ports: densities, entropies, samples of one tape, gradients.

Each distribution of the table is built from the same numbers on both sides, in float64 and in
float32; the port runs inside a tf.function that does not know the size of the batch.
"""

import torch  # before TensorFlow

# isort: split
import math

import keras
import numpy as np
import pytest
import tensorflow as tf

from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on
from rules import continuous, discrete, distributions, divergence, relaxed, transforms

MODULES = (distributions, discrete, continuous, relaxed, transforms)
TOLERANCE = {"float64": 1e-10, "float32": 1e-5}
PROPERTIES = ("mean", "mode", "stddev", "variance", "probs", "logits", "loc", "scale")
SHAPES = ("batch_shape", "event_shape", "param_shape")


def ours(name):
    return next(getattr(module, name) for module in MODULES if hasattr(module, name))


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


A, B, POSITIVE = numbers(4, 3), numbers(4, 3, seed=1), np.exp(numbers(4, 3, seed=2))
MORE = np.exp(numbers(4, 3, seed=3))
UNIT = 1 / (1 + np.exp(-B))
SIMPLEX = POSITIVE / POSITIVE.sum(-1, keepdims=True)
ACTIONS = np.array([2, 0, 1, 1])
WHOLE = np.floor(MORE)
ONE_HOT = np.eye(3)[ACTIONS]
MATRIX = np.eye(3) + 0.3 * np.tril(np.abs(numbers(3, 3)))
COVARIANCE = MATRIX @ MATRIX.T
SURE = np.array([[0.0, 0.0, 1.0], [0.5, 0.5, 0.0], [0.2, 0.3, 0.5], [1.0, 0.0, 0.0]])
MASKED = np.where(SURE == 0, -np.inf, B)
ODDS = {"probs": np.where(SURE > 0.5, 1.0, SURE)}  # with zeros and ones among them

# class, its arguments, a value, what else it can do
TABLE = [
    ("Normal", {"loc": A, "scale": POSITIVE}, B, "entropy cdf icdf rsample"),
    ("Normal", {"loc": A, "scale": 0.5}, B, "entropy rsample"),
    ("Normal", {"loc": 1, "scale": POSITIVE[0]}, B, "entropy rsample"),
    ("Normal", {"loc": A[0], "scale": POSITIVE}, B[0], "entropy rsample"),
    ("LogNormal", {"loc": A, "scale": POSITIVE}, MORE, "entropy rsample"),
    ("Categorical", {"logits": A}, ACTIONS, "entropy"),
    ("Categorical", {"probs": POSITIVE}, ACTIONS, "entropy"),
    ("Categorical", {"probs": SURE}, ACTIONS, "entropy"),
    ("Categorical", {"logits": MASKED}, np.array([2, 0, 1, 0]), "entropy"),
    ("Categorical", {"logits": A[0]}, ACTIONS, "entropy"),
    ("Categorical", {"logits": A.reshape(2, 2, 3)}, ACTIONS[:2], "entropy"),
    ("OneHotCategorical", {"logits": A}, ONE_HOT, "entropy"),
    ("OneHotCategorical", {"probs": SURE}, ONE_HOT, "entropy"),
    ("OneHotCategoricalStraightThrough", {"logits": A}, ONE_HOT, "entropy rsample"),
    ("Bernoulli", {"logits": A}, ONE_HOT, "entropy"),
    ("Bernoulli", {"probs": UNIT}, ONE_HOT, "entropy"),
    ("Bernoulli", ODDS, ONE_HOT, "entropy"),
    ("Geometric", {"probs": UNIT}, WHOLE, "entropy"),
    ("Geometric", {"logits": A}, WHOLE, "entropy"),
    ("Binomial", {"total_count": 7, "probs": UNIT}, WHOLE, ""),
    ("Binomial", {"total_count": WHOLE + 3, "logits": A}, WHOLE, ""),
    ("Poisson", {"rate": POSITIVE}, WHOLE, ""),
    ("Uniform", {"low": A, "high": A + POSITIVE}, A + UNIT * POSITIVE, "entropy cdf icdf rsample"),
    ("Uniform", {"low": A, "high": A + POSITIVE}, B, "entropy"),
    ("Exponential", {"rate": POSITIVE}, MORE, "entropy cdf icdf rsample"),
    ("Laplace", {"loc": A, "scale": POSITIVE}, B, "entropy cdf icdf rsample"),
    ("Cauchy", {"loc": A, "scale": POSITIVE}, B, "entropy cdf icdf rsample"),
    ("Gumbel", {"loc": A, "scale": POSITIVE}, B, "entropy rsample"),
    ("Gamma", {"concentration": POSITIVE, "rate": MORE}, MORE, "entropy cdf"),
    ("Beta", {"concentration1": POSITIVE, "concentration0": 2.0}, UNIT, "entropy"),
    ("Dirichlet", {"concentration": POSITIVE}, SIMPLEX, "entropy"),
    ("StudentT", {"df": POSITIVE + 1, "loc": A, "scale": MORE}, B, "entropy"),
    ("MultivariateNormal", {"loc": A, "covariance_matrix": COVARIANCE}, B, "entropy rsample"),
    ("MultivariateNormal", {"loc": A[0], "precision_matrix": COVARIANCE}, B, "entropy rsample"),
    ("MultivariateNormal", {"loc": A, "scale_tril": MATRIX}, B, "entropy rsample"),
    ("RelaxedOneHotCategorical", {"temperature": np.array(0.7), "logits": A}, SIMPLEX, "rsample"),
    ("RelaxedOneHotCategorical", {"temperature": np.array(0.7), "probs": SURE}, SIMPLEX, "rsample"),
    ("RelaxedBernoulli", {"temperature": np.array(0.7), "probs": UNIT}, POSITIVE / 9, "rsample"),
    ("RelaxedBernoulli", {"temperature": np.array(0.7), "logits": A}, UNIT, "rsample"),
]
IDS = [f"{name}-{'-'.join(args)}-{index}" for index, (name, args, _, _) in enumerate(TABLE)]
each = pytest.mark.parametrize("entry", TABLE, ids=IDS)
precisely = pytest.mark.parametrize("dtype", ["float64", "float32"])
drawn = pytest.mark.parametrize(("dtype", "shape"), [("float64", (2, 3)), ("float32", ())])


def both(args, dtype):
    """The arguments as leaves of torch and as a dict of TensorFlow's tensors; numbers stay."""
    arrays = {k: np.asarray(v, dtype) for k, v in args.items() if isinstance(v, np.ndarray)}
    rest = {k: v for k, v in args.items() if k not in arrays}
    theirs = {k: torch.tensor(v, requires_grad=True) for k, v in arrays.items()}
    return theirs, {k: tf.constant(v) for k, v in arrays.items()}, rest


def value_of(value, dtype):
    value = value if value.dtype == np.int64 else value.astype(dtype)
    return torch.tensor(value), tf.constant(value)


def traced(function, *args):
    """The function in a graph where the first axis of everything is unknown."""

    def spec(x):
        return tf.TensorSpec([None, *x.shape[1:]] if x.shape.rank > 1 else x.shape, x.dtype)

    return tf.function(function, input_signature=tf.nest.map_structure(spec, list(args)))(*args)


def assert_close(found, expected, dtype, scale=1):
    tolerance = scale * TOLERANCE[dtype]
    expected = expected.detach().numpy() if torch.is_tensor(expected) else expected
    found = found.numpy()
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


def gradients(function, tensors, *args):
    """What a traced function gives, and the gradients of its sum."""

    def run(tensors, *args):
        with tf.GradientTape() as tape:
            tape.watch(tensors)
            found = function(tensors, *args)
        return found, tape.gradient(found, tensors)

    return traced(run, tensors, *args)


def assert_same_gradients(found, leaves, expected, dtype):
    """Those that torch has; where it has none, there is none or only zeros."""
    finite = torch.where(torch.isfinite(expected), expected, 0).sum()
    if finite.requires_grad:
        finite.backward(retain_graph=True)  # methods share the normalised logits
    for name, leaf in leaves.items():
        grad = torch.zeros_like(leaf) if leaf.grad is None else leaf.grad
        mine = tf.zeros_like(leaf.detach().numpy()) if found[name] is None else found[name]
        assert_close(tf.convert_to_tensor(mine), grad, dtype, scale=10)
        leaf.grad = None


def densities(dist, value, unit, abilities):
    found = {"log_prob": dist.log_prob(value)}
    if "entropy" in abilities:
        found["entropy"] = dist.entropy()
    if " cdf" in abilities:
        found["cdf"] = dist.cdf(value)
    if "icdf" in abilities:
        found["icdf"] = dist.icdf(unit)
    return found


@precisely
@each
def test_densities(entry, dtype):
    """log_prob, entropy, cdf and icdf with their gradients."""
    name, args, value, abilities = entry
    leaves, tensors, rest = both(args, dtype)
    theirs, mine = zip(value_of(value, dtype), value_of(UNIT, dtype))
    dist = getattr(torch.distributions, name)(**leaves, **rest, validate_args=False)
    expected = densities(dist, *theirs, abilities)

    def run(tensors, *given):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(tensors)
            found = densities(ours(name)(**tensors, **rest), *given, abilities)
        return found, {k: tape.gradient(v, tensors) for k, v in found.items() if smooth(k)}

    def smooth(method):
        finite = np.isfinite(expected[method].detach().numpy()).all()
        return finite and (method != "cdf" or name != "Gamma")  # torch has no gradient of it

    found, grads = traced(run, tensors, *mine)
    for method in expected:
        assert_close(found[method], expected[method], dtype)
        if smooth(method):
            assert_same_gradients(grads[method], leaves, expected[method], dtype)


@precisely
@each
def test_properties(entry, dtype):
    name, args, _, _ = entry
    leaves, tensors, rest = both(args, dtype)
    theirs = getattr(torch.distributions, name)(**leaves, **rest, validate_args=False)
    mine = ours(name)(**tensors, **rest)
    compared = 0
    for what in PROPERTIES:
        if hasattr(mine, what):
            assert_close(getattr(mine, what), getattr(theirs, what), dtype)
            compared += 1
    for what in SHAPES:
        if hasattr(mine, what) and hasattr(theirs, what):
            assert tuple(getattr(mine, what)) == tuple(getattr(theirs, what)), what
    assert compared or name.startswith("Relaxed")


def sampled(entry, dtype, method, shape):
    """Two draws in a row of both sides, and the gradients of the port's."""
    name, args, _, _ = entry
    leaves, tensors, rest = both(args, dtype)
    with torch_on(Tape(0)):
        theirs = getattr(torch.distributions, name)(**leaves, **rest, validate_args=False)
        expected = [getattr(theirs, method)(shape) for _ in range(2)]
    tape = Tape(0)
    with tf_on(tape):
        found = gradients(
            lambda tensors: tf.stack(
                [getattr(ours(name)(**tensors, **rest), method)(shape) for _ in range(2)]
            ),
            tensors,
        )
    assert tape.draws in (2, 4)
    return leaves, torch.stack(expected), found


@drawn
@each
def test_sample(entry, dtype, shape):
    _, expected, (found, grads) = sampled(entry, dtype, "sample", shape)
    assert_close(found, expected, dtype)
    assert not expected.requires_grad
    assert all(grad is None for grad in grads.values()) or all(
        not np.any(grad) for grad in grads.values() if grad is not None
    )


@drawn
@pytest.mark.parametrize("entry", [e for e in TABLE if "rsample" in e[3]], ids=lambda e: e[0])
def test_rsample(entry, dtype, shape):
    leaves, expected, (found, grads) = sampled(entry, dtype, "rsample", shape)
    assert_close(found, expected, dtype)
    assert expected.requires_grad
    assert any(grad is not None for grad in grads.values())
    assert_same_gradients(grads, leaves, expected, dtype)


def test_eager_and_unbatched():
    normal = distributions.Normal(0, 2.0)
    assert normal.sample().shape == ()
    assert normal.sample((3,)).shape == (3,)
    assert_close(normal.entropy(), torch.distributions.Normal(0, 2.0).entropy(), "float32")
    categorical = discrete.Categorical(tf.constant([0.2, 0.3, 0.5]))
    assert categorical.sample().shape == ()
    assert categorical.sample().dtype == tf.int64
    expected = torch.distributions.Categorical(torch.tensor([0.2, 0.3, 0.5]))
    value = expected.log_prob(torch.tensor(1))
    assert_close(categorical.log_prob(tf.constant(1)), value, "float32")
    assert_close(categorical.log_prob(tf.constant(1.0)), value, "float32")


@pytest.mark.parametrize(
    ("name", "args"),
    [("Poisson", {"rate": 2.5}), ("Geometric", {"probs": 0.4}), ("Bernoulli", {"probs": 0.4}),
     ("Binomial", {"total_count": 3, "logits": 0.5})],
)  # fmt: skip
def test_counts_may_be_integers(name, args):
    counts = np.array([0, 1, 1])
    theirs, mine = {**args}, {**args}
    if name == "Binomial":
        theirs["logits"], mine["logits"] = torch.tensor([0.5]), tf.constant([0.5])
    dist = getattr(torch.distributions, name)(**theirs)
    value = torch.tensor(counts).float() if name == "Bernoulli" else torch.tensor(counts)
    found = ours(name)(**mine).log_prob(tf.constant(counts))
    assert_close(found, dist.log_prob(value), "float32")


def test_parameters_may_be_variables():
    log_std = keras.Variable([0.5, 0.1])
    with tf.GradientTape() as tape:
        dist = distributions.Normal(0.0, tf.exp(log_std))
        found = dist.log_prob(tf.ones([3, 2])) + distributions.Normal(log_std, 1).entropy()
    assert found.shape == (3, 2)
    assert tape.gradient(found, log_std.value) is not None


def test_a_probability_of_zero_is_never_drawn():
    tf.random.set_seed(0)
    drawn = discrete.Categorical(probs=tf.constant([0.0, 1e-3, 0.0])).sample((2000,))
    assert set(drawn.numpy()) == {1}
    logits = tf.constant([-math.inf, 0.0, -math.inf])
    assert set(discrete.Categorical(logits=logits).sample((2000,)).numpy()) == {1}


def test_samples_follow_the_seed():
    def first():
        tf.random.set_seed(3)
        return distributions.Normal(tf.zeros(5), 1.0).sample().numpy()

    np.testing.assert_array_equal(first(), first())


# kl_divergence

OTHER = np.exp(numbers(4, 3, seed=4))
PAIRS = [
    ("Normal", "normal", {"loc": A, "scale": POSITIVE}, {"loc": B, "scale": MORE}),
    ("Categorical", "categorical", {"logits": A}, {"logits": B}),
    ("Categorical", "categorical", {"logits": MASKED}, {"probs": SURE[::-1].copy()}),
    ("OneHotCategorical", "categorical", {"probs": SURE}, {"logits": B}),
    ("Bernoulli", "bernoulli", {"logits": A}, {"probs": UNIT}),
    ("Bernoulli", "bernoulli", ODDS, {"probs": ODDS["probs"][::-1].copy()}),
    ("MultivariateNormal", "multivariate_normal", {"loc": A, "covariance_matrix": COVARIANCE},
     {"loc": B, "scale_tril": MATRIX.T @ np.diag([1.0, 2, 3]) * np.tri(3)}),
    ("Beta", "beta", {"concentration1": POSITIVE, "concentration0": MORE},
     {"concentration1": OTHER, "concentration0": 2.0}),
    ("Gamma", "gamma", {"concentration": POSITIVE, "rate": MORE},
     {"concentration": OTHER, "rate": 2.0}),
    ("Dirichlet", "dirichlet", {"concentration": POSITIVE}, {"concentration": MORE}),
    ("Exponential", "exponential", {"rate": POSITIVE}, {"rate": MORE}),
    ("Laplace", "laplace", {"loc": A, "scale": POSITIVE}, {"loc": B, "scale": MORE}),
    ("Poisson", "poisson", {"rate": POSITIVE}, {"rate": MORE}),
    ("Geometric", "geometric", {"probs": UNIT}, {"logits": A}),
    ("Uniform", "uniform", {"low": A, "high": A + 1}, {"low": A - POSITIVE, "high": A + MORE}),
]  # fmt: skip


@precisely
@pytest.mark.parametrize(("name", "block", "first", "second"), PAIRS, ids=lambda v: str(v)[:12])
def test_kl_divergence(name, block, first, second, dtype):
    kind = getattr(torch.distributions, name)
    one, other = both(first, dtype), both(second, dtype)
    expected = torch.distributions.kl_divergence(
        kind(**one[0], **one[2], validate_args=False),
        kind(**other[0], **other[2], validate_args=False),
    )
    function = getattr(divergence, f"kl_{block}")
    found, grads = gradients(
        lambda both: function(ours(name)(**both[0], **one[2]), ours(name)(**both[1], **other[2])),
        [one[1], other[1]],
    )
    assert_close(found, expected, dtype)
    if np.isfinite(expected.detach().numpy()).all():
        leaves = {f"{i} {k}": v for i, side in enumerate((one, other)) for k, v in side[0].items()}
        mine = {f"{i} {k}": v for i, side in enumerate(grads) for k, v in side.items()}
        assert_same_gradients(mine, leaves, expected, dtype)


def test_kl_of_independents():
    def made(module, tensors, make):
        return make.Independent(module.Normal(*tensors), 1)

    arrays = [np.float32(x) for x in (A, POSITIVE, B, MORE)]
    theirs = [
        made(torch.distributions, pair, torch.distributions)
        for pair in (map(torch.tensor, arrays[:2]), map(torch.tensor, arrays[2:]))
    ]
    mine = [made(distributions, pair, distributions)
            for pair in (map(tf.constant, arrays[:2]), map(tf.constant, arrays[2:]))]  # fmt: skip
    found = divergence.kl_independent(*mine)
    assert_close(found, torch.distributions.kl_divergence(*theirs), "float32")
    laplace = distributions.Independent(continuous.Laplace(tf.zeros(3), 1.0), 1)
    with pytest.raises(NotImplementedError, match="another class"):
        divergence.kl_independent(laplace, laplace)


# Independent and transformed distributions


def independent(d, loc, scale):
    return d["Independent"](d["Normal"](loc, scale), 1)


def squashed(d, loc, scale):
    return d["TransformedDistribution"](d["Normal"](loc, scale), [d["TanhTransform"]()])


def squashed_action(d, loc, scale):
    """SAC's: of independent axes, from -2 to 2."""
    parts = [d["TanhTransform"](cache_size=1), d["AffineTransform"](0.0, 2.0, cache_size=1)]
    return d["TransformedDistribution"](d["Independent"](d["Normal"](loc, scale), 1), parts)


def composed(d, loc, scale):
    parts = [d["SigmoidTransform"](), d["AffineTransform"](loc, scale, event_dim=1)]
    whole = d["ComposeTransform"](parts)
    return d["TransformedDistribution"](d["Normal"](loc, 1.0), whole)


def inverted(d, loc, scale):
    parts = [d["AffineTransform"](0.5, 2.0).inv, d["SoftplusTransform"]()]
    return d["TransformedDistribution"](d["Laplace"](loc, scale), parts)


def all_names(owner):
    return {name: owner(name) for name in (
        "Independent", "Normal", "Laplace", "TransformedDistribution", "TanhTransform",
        "AffineTransform", "SigmoidTransform", "ComposeTransform", "SoftplusTransform",
    )}  # fmt: skip


TORCH = all_names(
    lambda name: (
        getattr(torch.distributions, name, None) or getattr(torch.distributions.transforms, name)
    )
)
OURS = all_names(ours)


@precisely
@pytest.mark.parametrize("make", [independent, squashed, squashed_action, composed, inverted])
def test_transformed(make, dtype):
    """A reparametrised draw, its density, and the gradients of both; the density of a value."""
    leaves, tensors, _ = both({"loc": A, "scale": POSITIVE}, dtype)
    inside = {"squashed": UNIT, "composed": A + UNIT * POSITIVE, "inverted": MORE}
    theirs, mine = value_of(inside.get(make.__name__, A / 2), dtype)
    with torch_on(Tape(0)):
        dist = make(TORCH, *leaves.values())
        action = dist.rsample((2,))
        expected = {
            "action": action,
            "log_prob": dist.log_prob(action),
            "of_value": make(TORCH, *leaves.values()).log_prob(theirs),
        }

    def run(tensors, value):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(tensors)
            dist = make(OURS, *tensors.values())
            action = dist.rsample((2,))
            found = {
                "action": action,
                "log_prob": dist.log_prob(action),
                "of_value": make(OURS, *tensors.values()).log_prob(value),
            }
        return found, {k: tape.gradient(v, tensors) for k, v in found.items()}

    with tf_on(Tape(0)):
        found, grads = traced(run, tensors, mine)
    for what, value in expected.items():
        assert_close(found[what], value, dtype, scale=10)
        assert_same_gradients(grads[what], leaves, value, dtype)
    mine = make(OURS, *tensors.values())
    assert tuple(mine.batch_shape) == tuple(dist.batch_shape)
    assert tuple(mine.event_shape) == tuple(dist.event_shape)


def test_a_cached_draw_is_inverted_exactly():
    """Where tanh is 1 in float32, its inverse is infinite."""
    loc = tf.constant([9.5, 20.0])
    for method in ("sample", "rsample"):
        dist = squashed_action(OURS, loc, tf.constant([0.01, 0.01]))
        assert np.isfinite(dist.log_prob(getattr(dist, method)()).numpy())
    with tf.GradientTape() as tape:
        tape.watch(loc)
        dist = squashed_action(OURS, loc, tf.constant([0.01, 0.01]))
        drawn = dist.sample()
    assert tape.gradient(drawn, loc) is None


def test_parameters_that_broadcast_the_base_are_refused():
    shift = transforms.AffineTransform(tf.zeros([4, 1]), 1.0)
    with pytest.raises(NotImplementedError, match="broadcast"):
        transforms.TransformedDistribution(distributions.Normal(tf.zeros(3), 1.0), [shift])
