"""Causes that the source text tells: what somebody changed in a port that porter wrote.

The numbers say that something is different; where porter's own port of the original has another
statement, that statement is the likely place. The kind of change is told by the syntax trees.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from porter.equivalence.causes.model import Case, Cause, Confidence
from porter.equivalence.causes.sources import Otherwise

Node = ast.AST


@dataclass(frozen=True)
class Focus:
    """The smallest parts of two statements that hold all of the difference.

    `within` names the calls and keywords around them, the outermost first.
    """

    wanted: Node
    found: Node
    within: tuple[str, ...] = ()

    @staticmethod
    def of(wanted: Node, found: Node) -> Focus:
        focus = Focus(wanted, found)
        while inner := focus._inner():
            focus = inner
        return focus

    def _inner(self) -> Focus | None:
        """The child that differs, if it is just one."""
        if type(self.wanted) is not type(self.found):
            return None
        children = [list(ast.iter_child_nodes(node)) for node in (self.wanted, self.found)]
        if len(children[0]) != len(children[1]) or _own(self.wanted) != _own(self.found):
            return None
        pairs = [pair for pair in zip(*children) if ast.dump(pair[0]) != ast.dump(pair[1])]
        if len(pairs) != 1:
            return None
        wanted, found = pairs[0]
        name = _called(self.wanted)
        if isinstance(self.wanted, ast.keyword):
            name = f"{self.wanted.arg}="
        return Focus(wanted, found, (*self.within, name))

    @property
    def call(self) -> str:
        """The innermost call that the difference is an argument of, or the function of."""
        return next((name for name in self.within[::-1][:2] if not name.endswith("=")), "")

    def text(self) -> str:
        return f"{ast.unparse(self.wanted)} {ast.unparse(self.found)}".lower()

    def counts(self, *names: str) -> tuple[int, int]:
        """How often functions of these names are called, in either part."""
        wanted, found = (
            sum(_called(node) in names for node in ast.walk(part))
            for part in (self.wanted, self.found)
        )
        return wanted, found


def _own(node: Node) -> list[object]:
    """A node's own fields, which are no nodes: a name, a constant, an operator's kind."""
    return [value for _, value in ast.iter_fields(node) if not isinstance(value, (ast.AST, list))]


def _called(node: Node) -> str:
    """The name of the function that is called; "" if the node is no call."""
    return _last(node.func) if isinstance(node, ast.Call) else ""


def _last(node: Node) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


# -- kinds of changes ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """A kind of change and how it is told."""

    name: str
    test: Callable[[Focus], bool]
    advice: str


def differ(*names: str) -> Callable[[Focus], bool]:
    """Calls of these functions came, went or became another of them, or have other arguments."""

    def test(focus: Focus) -> bool:
        wanted, found = focus.counts(*names)
        around = {focus.call, _called(focus.wanted), _called(focus.found)}
        return wanted != found or bool(around & set(names))

    return test


def replaced(*names: str) -> Callable[[Focus], bool]:
    """Calls of these functions came, went or became another of them; arguments do not count."""

    def test(focus: Focus) -> bool:
        wanted, found = focus.counts(*names)
        return wanted != found or bool({_last(focus.wanted), _last(focus.found)} & set(names))

    return test


def lost(*names: str) -> Callable[[Focus], bool]:
    """A call of one of these functions is gone."""

    def test(focus: Focus) -> bool:
        wanted, found = focus.counts(*names)
        return wanted > found

    return test


def keyword(*names: str) -> Callable[[Focus], bool]:
    """One of these keyword arguments came, went or is another."""

    def test(focus: Focus) -> bool:
        if any(f"{name}=" in focus.within for name in names):
            return True
        wanted, found = (
            [ast.dump(n) for n in ast.walk(part) if isinstance(n, ast.keyword) and n.arg in names]
            for part in (focus.wanted, focus.found)
        )
        return wanted != found

    return test


def names(*words: str) -> Callable[[Focus], bool]:
    """The difference is in an expression with one of these words."""
    return lambda focus: any(word in focus.text() for word in words)


def _complements(node: Node) -> int:
    """How often 1 - x stands in it."""
    return sum(
        isinstance(n, ast.BinOp)
        and isinstance(n.op, ast.Sub)
        and isinstance(n.left, ast.Constant)
        and n.left.value == 1
        for n in ast.walk(node)
    )


def _mask(focus: Focus) -> bool:
    inverted = _complements(focus.wanted) != _complements(focus.found)
    words = names("done", "term", "mask")
    both = words(Focus(focus.wanted, focus.wanted)) and words(Focus(focus.found, focus.found))
    return both and (inverted or "logical_not" in focus.text())


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
    return leaves[0] == leaves[1] and _complements(focus.wanted) == _complements(focus.found) > 0


def _other_network(focus: Focus) -> bool:
    """The target network for the trained one, or the other way round."""
    one, other = _last(focus.wanted), _last(focus.found)
    return "target" in one + other and bool(one) and bool(other)


def _shape(focus: Focus) -> bool:
    slices = [
        sum(isinstance(n, ast.Slice) for n in ast.walk(part))
        for part in (focus.wanted, focus.found)
    ]
    return slices[0] != slices[1] or replaced("squeeze", "reshape", "expand_dims")(focus)


def _lost_operand(focus: Focus) -> bool:
    """One operand is all that is left of a sum, a product or the like."""
    if not isinstance(focus.wanted, ast.BinOp):
        return False
    operands = ast.dump(focus.wanted.left), ast.dump(focus.wanted.right)
    return ast.dump(focus.found) in operands


def _sign(focus: Focus) -> bool:
    """A minus came or went, or became a plus."""
    wanted, found = focus.wanted, focus.found
    if {type(wanted), type(found)} == {ast.Add, ast.Sub}:
        return True
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
        "biased std", differ("reduce_std", "reduce_variance", "std", "var"),
        "torch's std divides by n - 1: porter's block does too",
    ),
    Change(
        "reduction", replaced("reduce_mean", "reduce_sum"), "reduce as the original does",
    ),
    Change(
        "BatchNorm or dropout mode", keyword("training"), "pass the original's mode as `training`",
    ),
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
        replaced("minimum", "maximum", "reduce_min", "reduce_max", "argmin", "argmax"),
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
        differ("relu", "relu6", "leaky_relu", "elu", "selu", "gelu", "silu", "softplus", "tanh",
               "sigmoid", "softmax", "log_softmax"),
        "use the original's activation, with its slope: TensorFlow's defaults are others",
    ),
    Change("another loss", differ(*LOSSES), "use the original's loss, with its beta or delta"),
    Change("missing term", _lost_operand, "keep all of the original's terms"),
    Change("sign", _sign, "keep the original's sign"),
    Change("another constant", _constant, "use the original's number"),
)  # fmt: skip


def edits(case: Case) -> list[Cause]:
    """The statements that somebody changed, those of the divergence's functions first."""
    port = case.divergence.port
    places = {case.sources.place(site) for site in (port.site, *port.stack)} if port else set()
    every = list(case.sources.edits())
    near = [edit for edit in every if edit.port and case.sources.place(edit.port) in places]
    far = [edit for edit in every if edit not in near]
    return [_cause(edit, every, alone=len(every) == 1) for edit in (*near, *far)]


def _cause(edit: Otherwise, every: list[Otherwise], alone: bool) -> Cause:
    """What kind of change it is. Without a kind it is likely only if it stands alone."""
    name, advice = "edited statement", "compare it with what porter writes"
    confidence = Confidence.LIKELY if alone else Confidence.POSSIBLE
    change = _change(edit)
    if _moved(edit, every):
        name, advice = "order of statements", "keep the original's order"
        if "target" in _text(edit.wanted or edit.found):
            name = "target updated before the step"
    elif change:
        name, advice, confidence = change.name, change.advice, Confidence.LIKELY
    if edit.found is None:
        text = f"the port lacks: {_text(edit.wanted)}"
    elif edit.wanted is None:
        text = f"the port has what porter does not write: {_text(edit.found)}"
    else:
        text = f"porter writes: {_text(edit.wanted)}; in the port it is: {_text(edit.found)}"
    return Cause(name, text, advice, confidence, original=edit.original, port=edit.port)


def _change(edit: Otherwise) -> Change | None:
    focus = Focus.of(edit.wanted or ast.Pass(), edit.found or ast.Pass())
    return next((change for change in CHANGES if change.test(focus)), None)


def _moved(edit: Otherwise, every: list[Otherwise]) -> bool:
    """Whether the statement stands elsewhere in the port."""
    if (edit.wanted is None) == (edit.found is None):
        return False
    text = _text(edit.wanted or edit.found)
    others = [other.found if edit.found is None else other.wanted for other in every]
    return text in [_text(other) for other in others if other]


def _text(statement: ast.stmt | None) -> str:
    return ast.unparse(statement).splitlines()[0] if statement else ""
