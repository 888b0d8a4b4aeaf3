"""The catalogue of causes: each on a port that has it, and none on ports that have another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from porter.equivalence.causes import Case, Confidence, find_cause
from porter.equivalence.causes.formulas import Formula
from porter.equivalence.events import Kind
from porter.equivalence.verdict import Phase

from .synthetic import BATCH, Program, judged


def cause_of(port: Program, original: Program | None = None, precision: str = "float64"):
    judge = judged(port, original, precision)
    case = Case.of(judge)
    assert case is not None, "no divergence"
    return find_cause(case), judge.divergences[0]


@dataclass
class Optimizer(Program):
    """Adam with the usual mistakes; torch's where nothing is said. All are silent ones."""

    place: str = "outside"
    real_eps: float = 1e-8
    real_lr: float = 0.01
    corrected: tuple[bool, bool] = (True, True)
    frozen: bool = False
    offset: int = 0
    amsgrad: bool = False
    decay: str = "none"
    sign: float = 1.0
    real_betas: tuple[float, float] | None = None

    def apply(self, path: str, gradient: Any) -> None:
        if self.decay == "coupled":
            gradient = gradient + 0.1 * self.critic[path]
        if self.decay == "decoupled":
            self.critic[path] = self.critic[path] * (1 - self.real_lr * 0.1)
        told, self.betas = self.betas, self.real_betas or self.betas
        super().apply(path, gradient)
        self.betas = told

    def moved(self, weight: Any, m: Any, v: Any) -> Any:
        count = 1 if self.frozen else self.step + self.offset
        first, second = (1 - beta**count for beta in self.real_betas or self.betas)
        first = first if self.corrected[0] else 1.0
        second = second if self.corrected[1] else 1.0
        if self.amsgrad:
            key = f"v_max{weight.shape}"
            self.kept = getattr(self, "kept", {})
            v = self.kept[key] = np.maximum(self.kept.get(key, 0.0), v)
        if self.place == "inside":
            direction = m / first / np.sqrt(v / second + self.real_eps)
        elif self.place == "before":
            direction = m / first * np.sqrt(second) / (np.sqrt(v) + self.real_eps)
        else:
            direction = m / first / (np.sqrt(v / second) + self.real_eps)
        return weight - self.sign * self.real_lr * direction


ADAM = {"type": "Adam", "weight_decay": 0.0, "amsgrad": False}
DECAY = ADAM | {"weight_decay": 0.1}


@pytest.mark.parametrize(
    ("port", "told", "name", "text"),
    [
        (Optimizer(place="inside"), ADAM, "epsilon inside the root", "adds epsilon (1e-08)"),
        (Optimizer(place="before"), ADAM, "epsilon before the bias correction", "(1e-08)"),
        (Optimizer(place="before", eps=1e-7, real_eps=1e-7), ADAM, "another epsilon", "1e-07"),
        (Optimizer(real_eps=1e-5), ADAM, "another epsilon", "is 1e-05, the original's 1e-08"),
        (Optimizer(real_lr=0.01001), ADAM, "learning rate", "1.001 times as long"),
        (Optimizer(real_lr=float(np.float32(0.01))), ADAM, "float32 learning rate", "rounded"),
        (Optimizer(corrected=(False, False)), ADAM, "no bias correction", "both moments"),
        (Optimizer(corrected=(False, True)), ADAM, "no bias correction", "the first moment"),
        (Optimizer(corrected=(True, False)), ADAM, "no bias correction", "the second moment"),
        (Optimizer(frozen=True), ADAM, "frozen step counter", "as in the first update"),
        (Optimizer(offset=1), ADAM, "steps miscounted", "as in update 2"),
        (Optimizer(sign=-1.0), ADAM, "gradient sign", "the other way"),
        (Optimizer(), DECAY, "weight decay missing", "weight decay of 0.1"),
        (Optimizer(decay="decoupled"), DECAY, "weight decay of the other kind", "is decoupled"),
        (Optimizer(real_betas=(0.8, 0.999)), ADAM, "other betas", "beta1 is 0.8"),
        (Optimizer(real_betas=(0.9, 0.99)), ADAM, "other betas", "beta2 is 0.99"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_formulas_of_adam(port: Program, told: dict[str, Any], name: str, text: str) -> None:
    decay = "coupled" if told["weight_decay"] else "none"
    port.told = told
    cause, divergence = cause_of(port, Optimizer(told=told, decay=decay))
    assert divergence.phase in (Phase.CONSTRUCTION, Phase.STATE, Phase.WEIGHTS)
    assert cause is not None
    assert cause.name == name
    assert text in cause.text
    assert cause.confidence is Confidence.PROVEN
    assert cause.residual < 1e-6


class Scaled(Program):
    """Everything that comes of the loss is `factor` times as much."""

    factor = 1.0
    loss_too = True

    def emit(self, kind, line, name="", arrays=None, **info):
        if kind is Kind.LOSS and self.loss_too:
            arrays = {"loss": arrays["loss"] * self.factor}
        super().emit(kind, line, name, arrays, **info)

    def gradients(self, x, error):
        return {path: self.factor * g for path, g in super().gradients(x, error).items()}


class Sum(Scaled):
    factor = float(BATCH)


class Ascent(Scaled):
    factor = -1.0


class HalfGradient(Scaled):
    factor = 0.5
    loss_too = False


class NotReduced(Program):
    def emit(self, kind, line, name="", arrays=None, **info):
        if kind is Kind.LOSS:
            arrays = {"loss": np.full(BATCH, arrays["loss"])}
        super().emit(kind, line, name, arrays, **info)


class Broadcast(Program):
    """(N, 1) - (N,)."""

    def backward(self, x, reward, done, then):
        q, goal = self.q(self.critic, x), self.goal(reward, done, then)
        error = q[:, None] - goal
        self.emit(Kind.LOSS, 10, arrays={"loss": np.mean(error**2)})
        slope = 2 * error.sum(1) / BATCH**2
        gradients = {"fc.weight": (slope @ x)[None], "fc.bias": slope.sum(keepdims=True)}
        self.emit_gradients(gradients)
        return gradients


class NoStop(Program):
    """The goal's gradient goes back too, through the critic itself."""

    def goal(self, reward, done, then):
        self.then = then
        return reward + self.gamma * self.q(self.critic, then)

    def gradients(self, x, error):
        gradients = super().gradients(x, error)
        if self.path == "agent_tf.py":
            slope = -2 * self.gamma * error / BATCH
            gradients["fc.weight"] = gradients["fc.weight"] + (slope @ self.then)[None]
            gradients["fc.bias"] = gradients["fc.bias"] + slope.sum()
        return gradients


class Stale(Program):
    """.grad is never cleared."""

    def clip(self, gradients):
        kept = getattr(self, "kept", None)
        self.kept = {p: g + kept[p] for p, g in gradients.items()} if kept else gradients
        return self.kept


class NoBias(Program):
    def emit_gradients(self, gradients):
        super().emit_gradients({"fc.weight": gradients["fc.weight"]})

    def clip(self, gradients):
        return {"fc.weight": gradients["fc.weight"]}


@dataclass
class Clip(Program):
    way: str = "norm"
    limit: float = 0.5
    small: float = 1e-6

    def clip(self, gradients):
        norm = np.sqrt(sum(np.sum(g**2) for g in gradients.values()))
        if self.way == "norm":
            scale = min(self.limit / (norm + self.small), 1.0)
            return {path: g * scale for path, g in gradients.items()}
        if self.way == "value":
            return {path: np.clip(g, -self.limit, self.limit) for path, g in gradients.items()}
        if self.way == "each":
            return {
                path: g * min(self.limit / np.linalg.norm(g), 1.0) for path, g in gradients.items()
            }
        return gradients


class Early(Program):
    """The target follows before the step."""

    def optimize(self, gradients):
        super().soft_update()
        super().optimize(gradients)

    def soft_update(self):
        pass


class Earlier(Program):
    """The target follows after the step, but the critic as it was before."""

    def optimize(self, gradients):
        self.old = {path: array.copy() for path, array in self.critic.items()}
        super().optimize(gradients)

    def soft_update(self):
        for path, weight in self.old.items():
            self.target[path] = self.mixed(weight, self.target[path])


class Swapped(Program):
    def mixed(self, p, t):
        return (1 - self.tau) * p + self.tau * t


class Trained(Program):
    """The optimizer has the target's parameters too."""

    def emit(self, kind, line, name="", arrays=None, **info):
        if kind is Kind.OPTIMIZER:
            info["parameters"] = [*info["parameters"], "target.fc.weight"]
        super().emit(kind, line, name, arrays, **info)


class Shared(Program):
    """The step moves the target too: the networks share a variable."""

    def apply(self, path, gradient):
        super().apply(path, gradient)
        self.target[path] = self.critic[path].copy()


class Lacking(Program):
    def emit(self, kind, line, name="", arrays=None, **info):
        if kind is Kind.OPTIMIZER:
            info["parameters"] = ["critic.fc.weight"]
        super().emit(kind, line, name, arrays, **info)


class MoreDraws(Program):
    def before_update(self):
        self.draw("uniform", 3)


class OtherDraw(Program):
    def draw(self, distribution, *shape):
        super().draw("uniform", *shape)


class OtherShape(Program):
    def draw(self, distribution, *shape):
        super().draw(distribution, BATCH)


class SingleLoss(Program):
    def emit(self, kind, line, name="", arrays=None, **info):
        if kind is Kind.LOSS:
            arrays = {"loss": np.float64(np.float32(arrays["loss"]))}
        super().emit(kind, line, name, arrays, **info)


class SingleWeights(Program):
    def weights(self):
        return {path: a.astype(np.float32) for path, a in super().weights().items()}


class Counter(Program):
    def apply(self, path, gradient):
        super().apply(path, gradient)
        self.slots[f"critic.{path}/step"] = np.array(1.0)


@pytest.mark.parametrize(
    ("port", "original", "phase", "name", "text"),
    [
        (Sum(), Program(), Phase.LOSS, "reduction", "a sum for a mean, if 8 numbers"),
        (Program(), Sum(), Phase.LOSS, "reduction", "are 0.125 times"),
        (Ascent(), Program(), Phase.LOSS, "gradient sign", "have the other sign"),
        (HalfGradient(), Program(), Phase.GRADIENTS, "gradient scaled", "gradients are 0.5 times"),
        (NotReduced(), Program(), Phase.LOSS, "reduction", "shape (), the port's (8,)"),
        (Broadcast(), Program(), Phase.LOSS, "(N, 1) against (N,)", "only critic.fc.bias's"),
        (NoStop(), NoStop(), Phase.GRADIENTS, "missing stop_gradient", "the loss is the same"),
        (Program(), Stale(), Phase.CLIPPING, "stale gradient", "the original adds"),
        (Stale(), Program(), Phase.CLIPPING, "stale gradient", "the port adds"),
        (NoBias(), Program(), Phase.GRADIENTS, "gradient missing", "reaches critic.fc.bias"),
        (Program(), Clip(), Phase.CLIPPING, "clip missing", "by the global norm"),
        (Clip(), Program(), Phase.CLIPPING, "clip not in the original", "by the global norm (0.5)"),
        (Clip(way="value"), Clip(), Phase.CLIPPING, "clip by value or by norm", "by value (0.5)"),
        (Clip(way="each"), Clip(), Phase.CLIPPING, "clip by value or by norm", "its own norm"),
        (Clip(limit=0.4), Clip(), Phase.CLIPPING, "another clipping limit", "(0.4)"),
        (Clip(small=0.0), Clip(), Phase.CLIPPING, "1e-6 in the norm", "0.5"),
        (Swapped(), Program(), Phase.TARGETS, "tau swapped", "the port by 0.9"),
        (Program(tau=0.2), Program(), Phase.TARGETS, "another tau", "the port by 0.2"),
        (Program(tau=1.0), Program(), Phase.TARGETS, "hard target update", "the port by 1"),
        (Program(tau=0.0), Program(), Phase.TARGETS, "target not updated", "does not move it"),
        (Program(), Program(tau=0.0), Phase.TARGETS, "target updated at another time", ""),
        (Early(), Program(), Phase.LOSS, "target network in the loss", "until target moved"),
        (Earlier(), Program(), Phase.TARGETS, "target updated before the step", "before critic is"),
        (Trained(), Program(), Phase.CONSTRUCTION, "target network trained", "target.fc.weight"),
        (Shared(), Program(), Phase.TARGETS, "target network trained", "changes target.fc."),
        (Lacking(), Program(), Phase.CONSTRUCTION, "parameter missing from the optimizer", "s"),
        (MoreDraws(), Program(), Phase.DRAWS, "draw too many", "the port draws uniform(3)"),
        (Program(), MoreDraws(), Phase.DRAWS, "draw missing", "lacks a draw of uniform(3)"),
        (OtherDraw(), Program(), Phase.DRAWS, "draw of another distribution", "uniform(8, 1)"),
        (OtherShape(), Program(), Phase.DRAWS, "draw of another shape", "the port normal(8)"),
        (SingleLoss(), Program(), Phase.LOSS, "float32 in a float64 run", "no more digits"),
        (SingleWeights(), Program(), Phase.WEIGHTS, "float32 in a float64 run", "float64 expected"),
        (Counter(), Program(), Phase.STATE, "frozen step counter", "stays at 1"),
        (Program(lr=0.02), Program(), Phase.CONSTRUCTION, "learning rate", "2 times as much"),
        (Program(eps=1e-7), Program(), Phase.CONSTRUCTION, "another epsilon", "port's 1e-07"),
        (Program(betas=(0.999, 0.9)), Program(), Phase.CONSTRUCTION, "betas swapped", "0.999"),
        (
            Program(), Program(told={"weight_decay": 0.1}), Phase.CONSTRUCTION,
            "weight decay missing", "the port's 0.0",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else "",
)  # fmt: skip
def test_causes(port, original, phase: Phase, name: str, text: str) -> None:
    cause, divergence = cause_of(port, original)
    assert divergence.phase is phase
    assert cause is not None
    assert cause.name == name
    assert text in cause.text


# -- other optimizers: their formulas are proven in test_formulas.py ------------------------------


@dataclass
class Ruled(Program):
    """Updates by a formula of the catalogue, which may be a wrong one."""

    rule: Formula | None = None

    def apply(self, path: str, gradient: Any) -> None:
        assert self.rule is not None
        key, weight = f"critic.{path}", self.critic[path]
        own = {s.rpartition("/")[2]: a for s, a in self.slots.items() if s.startswith(f"{key}/")}
        self.critic[path] = self.rule(weight, gradient, own)
        rule, zero = self.rule, np.zeros_like(weight)
        if rule.kind == "rmsprop":
            square = rule.alpha * own.get("square_avg", zero) + (1 - rule.alpha) * gradient**2
            self.slots[f"{key}/square_avg"] = square
            mean = own.get("grad_avg", zero)
            self.slots[f"{key}/grad_avg"] = mean + (gradient - mean) * (1 - rule.alpha)
        if rule.kind == "sgd" and rule.momentum:
            share = 1 - rule.dampening if "momentum_buffer" in own else 1.0
            buffer = rule.momentum * own.get("momentum_buffer", zero) + share * gradient
            self.slots[f"{key}/momentum_buffer"] = buffer

    def numbers(self) -> dict[str, Any]:
        return self.told


SGD = Formula("sgd", lr=0.01, momentum=0.9)
RMSPROP = Formula("rmsprop", lr=0.01, eps=1e-3)


@pytest.mark.parametrize(
    ("right", "wrong", "name", "text"),
    [
        (SGD, SGD.but(nesterov=True), "another momentum formula", "nesterov=True"),
        (SGD, SGD.but(factor=1.001), "learning rate", "1.001 times"),
        (RMSPROP, RMSPROP.but(epsilon="inside"), "epsilon inside the root", "(0.001)"),
        (RMSPROP, RMSPROP.but(epsilon="inside", eps=1e-6), "epsilon inside the root", "(1e-06)"),
        (RMSPROP, RMSPROP.but(eps=1e-7), "another epsilon", "1e-07"),
        (RMSPROP, RMSPROP.but(centered=True), "centered differently", "centered=True"),
        (RMSPROP, RMSPROP.but(alpha=0.9), "other betas", "alpha is 0.9"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else "",
)
def test_formulas_of_other_optimizers(right, wrong, name, text) -> None:
    told = {"type": {"sgd": "SGD", "rmsprop": "RMSprop"}[right.kind]}
    told |= {key: getattr(right, key) for key in ("lr", "eps", "alpha", "momentum", "centered")}
    cause, _ = cause_of(Ruled(rule=wrong, told=told), Ruled(rule=right, told=told))
    assert cause is not None
    assert cause.name == name
    assert text in cause.text


def test_amsgrad_missing() -> None:
    told = ADAM | {"amsgrad": True}

    class Kept(Optimizer):
        """amsgrad, with the greatest second moments in the optimizer's state."""

        def moved(self, weight, m, v):
            path = next(p for p, w in self.critic.items() if w is weight)
            key = f"critic.{path}/max_exp_avg_sq"
            self.slots[key] = np.maximum(self.slots.get(key, 0.0), v)
            return super().moved(weight, m, self.slots[key])

    class Vanishing:
        """Gradients that become small, so that their greatest square matters."""

        def gradients(self, x, error):
            found = super().gradients(x, error)
            return {path: g * 0.1**self.step for path, g in found.items()}

    class Port(Vanishing, Optimizer):
        pass

    class Original(Vanishing, Kept):
        pass

    cause, _ = cause_of(Port(told=told), Original(told=told))
    assert cause is not None
    assert cause.name == "amsgrad missing"
    cause, _ = cause_of(Original(told=ADAM), Port(told=ADAM))
    assert cause is not None
    assert cause.name == "amsgrad not in the original"


# -- causes in the first weights, in layers, in actions --------------------------------------------


@dataclass
class Weights(Program):
    """A program whose networks are of these weights; it makes no updates."""

    weights_: Any = None
    initial: Any = None
    updates: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.critic = self.target = {"fc.weight": self.weights_}

    def network_info(self) -> dict[str, Any]:
        if self.initial is None:
            return {}
        return {"initial": {"fc.weight": self.initial}}


RNG = np.random.default_rng(0)
SQUARE = RNG.normal(size=(12, 12))


@pytest.mark.parametrize(
    ("original", "port", "name", "text"),
    [
        (SQUARE, SQUARE.T, "transposed kernel", "critic.fc.weight is transposed"),
        (SQUARE, np.roll(SQUARE, 3, 0), "gate order", "in the order o i f g instead of i f g o"),
        (SQUARE, SQUARE[[*range(4, 8), *range(4), *range(8, 12)]], "gate order", "z r n"),
    ],
    ids=["transposed", "lstm", "gru"],
)
def test_layouts(original, port, name, text) -> None:
    cause, divergence = cause_of(Weights(weights_=port), Weights(weights_=original))
    assert divergence.phase is Phase.TRANSFER
    assert cause is not None
    assert (cause.name, text in cause.text) == (name, True)


@pytest.mark.parametrize(
    ("initial", "text"),
    [
        (RNG.uniform(-1, 1, (64, 128)) * (6 / 192) ** 0.5, "Glorot's uniform distribution"),
        (RNG.uniform(-1, 1, (64, 128)) * (6 / 128) ** 0.5, "He's uniform distribution"),
        (np.zeros((64, 128)), "nothing: it is all zeros"),
        (RNG.normal(0, 0.05, (64, 128)), "with deviation 0.0498"),
    ],
    ids=["glorot", "he", "zeros", "normal"],
)
def test_initialisers(initial, text) -> None:
    right = RNG.uniform(-1, 1, (64, 128)) * 128**-0.5
    cause, _ = cause_of(Weights(weights_=right, initial=initial), Weights(weights_=right))
    assert cause is not None
    assert cause.name == "initialiser"
    assert text in cause.text


class Tied(Program):
    """Two equal critics: the gradient of the smaller of both values is shared or not."""

    share = 0.5

    def run(self):
        self.critic = {"one.w": np.ones(3), "two.w": np.ones(3)}
        self.target = dict(self.critic)
        return super().run()

    def q(self, net, x):
        return x[:, :3] @ np.minimum(net["one.w"], net["two.w"])

    def gradients(self, x, error):
        slope = 2 * error @ x[:, :3] / BATCH
        return {"one.w": self.share * slope, "two.w": (1 - self.share) * slope}


def test_tie_gradients() -> None:
    port = Tied()
    port.share = 1.0
    cause, divergence = cause_of(port, Tied())
    assert divergence.phase is Phase.GRADIENTS
    assert cause is not None
    assert cause.name == "tie gradients"
    assert cause.text.startswith("critic.one.w and critic.two.w share their gradient differently")


@dataclass
class Normalised(Program):
    """A layer with running statistics that move by `momentum`, or not at all."""

    momentum: float = 0.1
    training: bool = True
    unbiased: float = BATCH / (BATCH - 1)

    def run(self):
        self.statistics = {"bn.running_mean": np.zeros(3), "bn.running_var": np.ones(3),
                           "bn.bias": np.zeros(3)}  # fmt: skip
        return super().run()

    def before_update(self):
        if self.training:
            batch = np.random.default_rng(self.step).normal(2.0, 3.0, (BATCH, 3))
            mean, var = batch.mean(0), batch.var(0) * self.unbiased
            for name, value in (("bn.running_mean", mean), ("bn.running_var", var)):
                old = self.statistics[name]
                self.statistics[name] = (1 - self.momentum) * old + self.momentum * value

    def network_info(self):
        return {"type": "Critic"}

    def weights(self):
        return super().weights() | {f"critic.{p}": a.copy() for p, a in self.statistics.items()}

    def emit(self, kind, line, name="", arrays=None, **info):
        if kind is Kind.CONSTRUCT and name == "critic":
            arrays = arrays | self.statistics
        super().emit(kind, line, name, arrays, **info)


@pytest.mark.parametrize(
    ("port", "original", "name", "text"),
    [
        (Normalised(momentum=0.9), Normalised(), "BatchNorm momentum", "9 times as far"),
        (Normalised(training=False), Normalised(), "BatchNorm in evaluation mode", "not update"),
        (Normalised(), Normalised(training=False), "BatchNorm in training mode", "only the port"),
        (Normalised(unbiased=1.0), Normalised(), "biased running variance", "running_var"),
    ],
    ids=["momentum", "evaluation", "training", "biased"],
)
def test_running_statistics(port, original, name, text) -> None:
    cause, divergence = cause_of(port, original)
    assert divergence.phase is Phase.FORWARD
    assert cause is not None
    assert (cause.name, text in cause.text) == (name, True)


@dataclass
class Layer(Normalised):
    """Tells the layer's output too: normalised over the batch in training mode."""

    momentum: float = 0.0
    centre: bool = True

    def before_update(self):
        batch = np.random.default_rng(self.step).normal(2.0, 3.0, (BATCH, 3))
        output = batch - batch.mean(0) if self.centre else batch
        self.emit(Kind.FORWARD, 9, "critic.bn", {"output": output})


def test_the_mode_of_a_layer() -> None:
    cause, divergence = cause_of(Layer(centre=False), Layer())
    assert divergence.phase is Phase.FORWARD
    assert cause is not None
    assert cause.name == "BatchNorm in evaluation mode"
    cause, _ = cause_of(Layer(), Layer(centre=False))
    assert cause is not None
    assert cause.name == "BatchNorm in training mode"


@dataclass
class Dropping(Program):
    """Drops of what a ReLU gives to the next layer, then multiplies."""

    rate: float = 0.25
    factor: float | None = None  # None: what makes up for the rate

    def before_update(self):
        rng = np.random.default_rng(self.step)
        given = np.maximum(rng.normal(size=(BATCH, 20)), 0) * (rng.random((BATCH, 20)) > self.rate)
        given *= 1 / (1 - self.rate) if self.factor is None else self.factor
        arrays = {"output": given.sum(1), "input0": given}
        self.emit(Kind.FORWARD, 9, "critic.fc", arrays)


def test_the_rate_of_dropout() -> None:
    cause, divergence = cause_of(Dropping(rate=0.5), Dropping())
    assert divergence.phase is Phase.FORWARD
    assert cause is not None
    assert (cause.name, cause.text[:30]) == ("dropout rate", "what dropout keeps is 1.5 time")


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_factor_behind_a_relu_is_no_dropout(factor: float) -> None:
    cause, divergence = cause_of(Dropping(factor=factor), Dropping(factor=1.0))
    assert divergence.phase is Phase.FORWARD
    assert cause is None


@dataclass
class Greedy(Program):
    values: tuple[float, ...] = (1.0, 2.0, 2.0)
    last: bool = False

    def act(self, x: Any) -> Any:
        self.emit(Kind.FORWARD, 5, "critic", {"output": np.array([self.values])})
        best = np.flatnonzero(np.array(self.values) == max(self.values))
        return best[-1 if self.last else 0]


def test_an_argmax_tie() -> None:
    cause, divergence = cause_of(Greedy(last=True), Greedy())
    assert divergence.phase is Phase.ACTIONS
    assert cause is not None
    assert cause.name == "argmax tie"
    assert cause.text == "actions 1 and 2 have the same value in critic's output"


# -- no cause --------------------------------------------------------------------------------------


class Strange(Program):
    """An update that no formula of the catalogue explains."""

    def moved(self, weight, m, v):
        return super().moved(weight, m, v) + 1e-3 * np.sin(weight)


class StrangeLoss(Program):
    def goal(self, reward, done, then):
        return super().goal(reward, done, then) + 0.01 * np.sin(reward)


class StrangeTarget(Program):
    def mixed(self, p, t):
        return super().mixed(p, t) + 1e-3 * np.sin(t)


class StrangeClip(Program):
    def clip(self, gradients):
        return {path: np.tanh(g) for path, g in gradients.items()}


class StrangeAction(Program):
    def act(self, x):
        return super().act(x) + 1


@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize("port", [Strange, StrangeLoss, StrangeTarget, StrangeClip, StrangeAction])
def test_no_known_cause(port, precision: str) -> None:
    told = {"type": "Adam"}
    cause, _ = cause_of(port(told=told, dtype=precision), Program(told=told, dtype=precision))
    assert cause is None


def test_a_target_that_is_not_copied() -> None:
    class Fresh(Program):
        def __post_init__(self):
            super().__post_init__()
            self.target["fc.weight"] = np.ones((1, 5))

        def emit(self, kind, line, name="", arrays=None, **info):
            if kind is Kind.CONSTRUCT and name == "target":
                info["given"] = False
            super().emit(kind, line, name, arrays, **info)

    cause, divergence = cause_of(Fresh())
    assert divergence.phase is Phase.TARGETS
    assert [site.line for site in divergence.sites if site] == [2, 2]
    assert cause is not None
    assert cause.name == "target not copied"


def test_a_number_rounded_to_float32_somewhere() -> None:
    class Rounded(Program):
        def goal(self, reward, done, then):
            return super().goal(reward.astype(np.float32).astype(float), done, then)

    cause, divergence = cause_of(Rounded())
    assert divergence.phase is Phase.LOSS
    assert cause is not None
    assert (cause.name, cause.confidence) == ("float32 in a float64 run", Confidence.LIKELY)
