"""Kinds of changes that make one statement of another: told by the syntax trees."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from porter.equivalence.causes.focus import Focus, Node, called, last

ATOMS = (ast.Name, ast.Attribute, ast.Constant)


@dataclass(frozen=True)
class Change:
    """A kind of change and how it is told."""

    name: str
    test: Callable[[Focus], bool]
    advice: str


def differ(*names: str) -> Callable[[Focus], bool]:
    """Calls of these functions came, went or became another of them, or have other arguments."""

    def test(focus: Focus) -> bool:
        around = {focus.call, called(focus.wanted), called(focus.found)}
        return replaced(*names)(focus) or bool(around & set(names))

    return test


def replaced(*names: str) -> Callable[[Focus], bool]:
    """Calls of these functions came, went or became another of them; arguments do not count."""

    def test(focus: Focus) -> bool:
        here = any(one != other for one, other in map(focus.counts, names))
        return here or bool({last(focus.wanted), last(focus.found)} & set(names))

    return test


def either(*tests: Callable[[Focus], bool]) -> Callable[[Focus], bool]:
    return lambda focus: any(test(focus) for test in tests)


def lost(name: str) -> Callable[[Focus], bool]:
    """A call of this function is gone."""

    def test(focus: Focus) -> bool:
        wanted, found = focus.counts(name)
        return wanted > found

    return test


def gained(name: str) -> Callable[[Focus], bool]:
    """A call of this function came."""
    return lambda focus: lost(name)(Focus(focus.found, focus.wanted))


def keyword(*names: str) -> Callable[[Focus], bool]:
    """One of these keyword arguments came, went or is another."""

    def test(focus: Focus) -> bool:
        if any(f"{name}=" in focus.within for name in names):
            return True
        parts = [list(ast.walk(part)) for part in (focus.wanted, focus.found)]
        wanted, found = (
            [ast.dump(n) for n in part if isinstance(n, ast.keyword) and n.arg in names]
            for part in parts
        )
        calls = [[called(n) for n in part if isinstance(n, ast.Call)] for part in parts]
        return wanted != found and calls[0] == calls[1]

    return test


def names(*words: str) -> Callable[[Focus], bool]:
    """The difference is in these words: one of them came or went, or stands for another thing."""
    pattern = re.compile(rf"(?<![a-z])({'|'.join(words)})")

    def test(focus: Focus) -> bool:
        wanted, found = ([*pattern.findall(text)] for text in focus.texts())
        alone = isinstance(focus.wanted, ATOMS)
        return wanted != found or (alone and bool(wanted))

    return test


def _complements(node: Node) -> list[ast.BinOp]:
    """Where 1 - x stands in it."""
    return [
        n
        for n in ast.walk(node)
        if isinstance(n, ast.BinOp)
        and isinstance(n.op, ast.Sub)
        and isinstance(n.left, ast.Constant)
        and n.left.value == 1
    ]


def _mask(focus: Focus) -> bool:
    inverted = len(_complements(focus.wanted)) != len(_complements(focus.found))
    parts = [ast.unparse(part).lower() for part in (focus.wanted, focus.found)]
    both = all(any(word in part for word in ("done", "term", "mask")) for part in parts)
    return both and (inverted or focus.counts("logical_not") != (0, 0))


def _boolean_factor(focus: Focus) -> bool:
    """A mask is multiplied as it is, without a cast."""
    wanted, found = (
        sum(
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Mult)
            and any(isinstance(side, ast.Compare) for side in (node.left, node.right))
            for node in ast.walk(part)
        )
        for part in (focus.wanted, focus.found)
    )
    return found > wanted


def _swapped_weights(focus: Focus) -> bool:
    """a * x + (1 - a) * y against (1 - a) * x + a * y: the same pieces in another order."""
    leaves = [
        Counter(ast.dump(n) for n in ast.walk(part) if isinstance(n, (ast.Name, ast.Constant)))
        for part in (focus.wanted, focus.found)
    ]
    weights = [ast.dump(node.right) for node in _complements(focus.wanted)]
    everything = [ast.dump(node) for node in ast.walk(focus.wanted)]
    both = any(everything.count(weight) > 1 for weight in weights)
    return both and leaves[0] == leaves[1] and len(_complements(focus.found)) == len(weights)


def _other_network(focus: Focus) -> bool:
    """The target network for the trained one, or the other way round."""
    one, other = last(focus.wanted), last(focus.found)
    return "target" in one + other and bool(one) and bool(other)


def _shape(focus: Focus) -> bool:
    slices = [
        sum(isinstance(n, ast.Slice) for n in ast.walk(part))
        for part in (focus.wanted, focus.found)
    ]
    return slices[0] != slices[1] or replaced("squeeze", "reshape", "expand_dims")(focus)


def _lost_operand(focus: Focus) -> bool:
    return focus.lost is not None


def _normalised(focus: Focus) -> bool:
    """A division of something by what is computed of it came or went: its deviation, its sum."""
    wanted, found = (
        sum(
            isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and _of_itself(node)
            for node in ast.walk(part)
        )
        for part in (focus.wanted, focus.found)
    )
    return wanted != found


def _of_itself(division: ast.BinOp) -> bool:
    """x / x.max(), (x - mean(x)) / std(x)."""
    above = division.left
    if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Sub):
        above = above.left
    below = [n for n in ast.walk(division.right) if isinstance(n, ast.Call)]
    return any(ast.dump(above) == ast.dump(n) for call in below for n in ast.walk(call))


def _reduction(focus: Focus) -> bool:
    """A mean became a sum or the reverse, or is gone from around its argument."""
    kinds = ("reduce_mean", "reduce_sum")
    mean, total = (focus.counts(kind) for kind in kinds)
    if (mean[0] - mean[1]) * (total[0] - total[1]) < 0:
        return True
    if {last(focus.wanted), last(focus.found)} == {*kinds}:
        return True
    pairs = (focus.wanted, focus.found), (focus.found, focus.wanted)
    return any(called(one) in kinds and _argument(one, other) for one, other in pairs)


def _argument(call: Node, other: Node) -> bool:
    """Whether one is the argument of the other."""
    return isinstance(call, ast.Call) and ast.dump(other) in map(ast.dump, call.args)


def _index(focus: Focus) -> bool:
    """What stands in an index is another, or an index came or went."""
    pairs = (focus.wanted, focus.found), (focus.found, focus.wanted)
    whole = any(
        isinstance(one, ast.Subscript) and ast.dump(one.value) == ast.dump(other)
        for one, other in pairs
    )
    return "[=" in focus.within or whole


def _loss(focus: Focus) -> bool:
    """In a loss, its function is another, or has another argument."""
    inside = any("loss" in name or name.startswith("reduce_") for name in focus.within)
    both = called(focus.wanted) in LOSSES and called(focus.found) in LOSSES
    return inside and (both or focus.call in LOSSES or replaced(*LOSSES)(focus))


def _lost_call(focus: Focus) -> bool:
    """The argument of a call is all that is left of it."""
    return _argument(focus.wanted, focus.found)


def _lost_argument(focus: Focus) -> bool:
    wanted, found = focus.wanted, focus.found
    if not isinstance(wanted, ast.Call) or not isinstance(found, ast.Call):
        return False
    given = [[ast.dump(n) for n in (*call.args, *call.keywords)] for call in (wanted, found)]
    same = ast.dump(wanted.func) == ast.dump(found.func)
    return same and Counter(given[0]) > Counter(given[1])


def _swapped_names(focus: Focus) -> bool:
    """The same with two variables in each other's place."""
    names = [
        [n.id for n in ast.walk(part) if isinstance(n, ast.Name)]
        for part in (focus.wanted, focus.found)
    ]
    moved = {(one, other) for one, other in zip(*names) if one != other}
    swapped = len(moved) == 2 and moved == {(other, one) for one, other in moved}
    return swapped and len(names[0]) == len(names[1])


def _other_name(focus: Focus) -> bool:
    names = ast.Name | ast.Attribute
    return isinstance(focus.wanted, names) and isinstance(focus.found, names)


def _other_function(focus: Focus) -> bool:
    return _other_name(focus) and bool(focus.within) and focus.within[-1] == last(focus.wanted)


def _comparison(focus: Focus) -> bool:
    return isinstance(focus.wanted, ast.cmpop) and isinstance(focus.found, ast.cmpop)


def _sign(focus: Focus) -> bool:
    """A minus came or went, or became a plus; a - b became b - a."""
    wanted, found = focus.wanted, focus.found
    if {type(wanted), type(found)} == {ast.Add, ast.Sub}:
        return True
    if isinstance(wanted, ast.BinOp) and isinstance(found, ast.BinOp):
        parts = [ast.dump(part) for part in (wanted.left, wanted.right, found.right, found.left)]
        if isinstance(wanted.op, ast.Sub) and isinstance(found.op, ast.Sub):
            return parts[:2] == parts[2:]
    return any(
        isinstance(one, ast.UnaryOp)
        and isinstance(one.op, ast.USub)
        and ast.dump(one.operand) == ast.dump(other)
        for one, other in ((wanted, found), (found, wanted))
    )


def _epsilon(focus: Focus) -> bool:
    """The difference has to do with a number that keeps a divisor, a root or a logarithm from 0."""
    tiny = any(
        isinstance(node, ast.Constant) and isinstance(node.value, float) and 0 < node.value < 1e-3
        for part in (focus.wanted, focus.found)
        for node in ast.walk(part)
    )
    return tiny or names("eps")(focus)


def _constant(focus: Focus) -> bool:
    """A number became another one."""
    return all(
        isinstance(node, ast.Constant) and isinstance(node.value, int | float)
        for node in (focus.wanted, focus.found)
    )


LOSSES = (
    "smooth_l1", "huber", "mse", "square", "abs", "sigmoid_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits", "sparse_softmax_cross_entropy_with_logits",
)  # fmt: skip
CHANGES = (
    Change(
        "float32 in a float64 run",
        lambda focus: "float32" in ast.unparse(focus.found) and "float32" not in ast.unparse(
            focus.wanted
        ),
        "name no dtype, or use that of the input",
    ),
    Change(
        "missing stop_gradient", lost("stop_gradient"), "wrap it in tf.stop_gradient",
    ),
    Change(
        "extra stop_gradient", gained("stop_gradient"), "let the gradient through as the original",
    ),
    Change(
        "normalisation", _normalised, "divide by what the original divides by",
    ),
    Change(
        "biased std", differ("reduce_std", "reduce_variance", "std", "var"),
        "torch's std divides by n - 1: porter's block does too",
    ),
    Change(
        "reduction", _reduction, "reduce as the original does",
    ),
    Change(
        "BatchNorm or dropout mode", keyword("training"), "pass the original's mode as `training`",
    ),
    Change("wrong index", _index, "take the original's index"),
    Change("(N, 1) against (N,)", _shape, "give both operands the same shape"),
    Change(
        "wrong axis", keyword("axis", "batch_dims", "keepdims"), "reduce over the original's dim",
    ),
    Change(
        "float times bool", _boolean_factor,
        "TensorFlow's product with a mask is a mask: tf.cast(mask, x.dtype)",
    ),
    Change(
        "terminal mask inverted", _mask, "nothing comes after a terminal state: 1 - done",
    ),
    Change(
        "discount", lambda focus: _lost_operand(focus) and names("gamma", "discount")(focus),
        "use the original's discount",
    ),
    Change(
        "epsilon", lambda focus: isinstance(focus.lost, ATOMS) and _epsilon(focus),
        "add epsilon where and as the original does",
    ),
    Change("missing term", _lost_operand, "keep all of the original's terms"),
    Change(
        "clipping", differ("clip_by_value", "clip_by_norm", "clip_by_global_norm", "clip_grad_norm",
                           "clip_grad_value"),
        "clip_by_value(x, low, high) is not torch's clamp where low > high",
    ),
    Change(
        "wrong index", differ("gather", "gather_nd", "take_along_axis", "one_hot"),
        "take the original's index: an index out of range is clamped or zero in TensorFlow",
    ),
    Change(
        "minimum or maximum",
        replaced("minimum", "maximum", "smaller", "larger", "reduce_min", "reduce_max", "argmin",
                 "argmax"),
        "take the original's",
    ),
    Change(
        "tau swapped", _swapped_weights, "tau belongs to the trained network",
    ),
    Change(
        "wrong network", _other_network, "take the network that the original takes",
    ),
    Change("discount", names("gamma", "discount"), "use the original's discount"),
    Change("another tau", names("tau", "polyak"), "use the original's tau"),
    Change("epsilon", _epsilon, "add epsilon where and as the original does"),
    Change("learning rate", names("lr", "learning_rate"), "use the original's learning rate"),
    Change(
        "activation",
        either(
            keyword("alpha", "negative_slope", "approximate"),
            replaced("relu", "relu6", "leaky_relu", "elu", "selu", "gelu", "silu", "softplus",
                     "tanh", "sigmoid", "softmax", "log_softmax"),
        ),
        "use the original's activation, with its slope: TensorFlow's defaults are others",
    ),
    Change("another loss", _loss, "use the original's loss, with its beta or delta"),
    Change("sign", _sign, "keep the original's sign"),
    Change("variables swapped", _swapped_names, "take them in the original's places"),
    Change("missing call", _lost_call, "call what the original calls"),
    Change("missing argument", _lost_argument, "give it all of the original's arguments"),
    Change("another comparison", _comparison, "compare as the original does"),
    Change("another function", _other_function, "call what the original calls"),
    Change("another variable", _other_name, "take what the original takes"),
    Change("another constant", _constant, "use the original's number"),
)  # fmt: skip
