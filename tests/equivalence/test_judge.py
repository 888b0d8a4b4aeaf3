"""The judge: what is paired, what is compared, which divergence is the first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from porter.equivalence.events import Array, Kind
from porter.equivalence.verdict import Judge, Outcome, Phase, Tolerances
from porter.equivalence.verdict.construction import other_distribution

from .synthetic import BATCH, Program, feed, judged


def first(judge: Judge):
    assert judge.outcome is Outcome.DIFFERENT
    return judge.divergences[0]


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_a_right_port_is_equivalent(precision: str) -> None:
    judge = judged(Program(dtype=precision), Program(dtype=precision), precision)
    assert judge.outcome is Outcome.EQUIVALENT
    assert judge.divergences == judge.notes == []
    assert [(update.index, update.optimizer) for update in judge.updates] == [
        (i, "optimizer") for i in range(4)
    ]
    counts = {phase: tally.compared for phase, tally in judge.tallies.items()}
    assert counts == {
        Phase.CONSTRUCTION: 5, Phase.TRANSFER: 4, Phase.DRAWS: 4, Phase.FORWARD: 0, Phase.LOSS: 4,
        Phase.GRADIENTS: 16, Phase.CLIPPING: 8, Phase.STATE: 42, Phase.WEIGHTS: 18,
        Phase.TARGETS: 18, Phase.ACTIONS: 4, Phase.RETURNS: 0,
        Phase.TRACES: 0,
    }  # fmt: skip


def test_rounding_is_no_difference() -> None:
    class Rounding(Program):
        def moved(self, weight, m, v):
            return np.nextafter(super().moved(weight, m, v), np.inf)

    judge = judged(Rounding(updates=50), Program(updates=50))
    assert judge.outcome is Outcome.EQUIVALENT
    assert 0 < judge.tallies[Phase.WEIGHTS].worst < 1e-13


@pytest.mark.parametrize(("size", "outcome"), [(1e-18, "EQUIVALENT"), (1e-13, "DIFFERENT")])
def test_a_gradient_whose_terms_cancel_is_rounding(size: float, outcome: str) -> None:
    """The loss is about 1, and so are they; the gradient of equal logits is 0."""

    class Cancelling(Program):
        def __init__(self, sign: float) -> None:
            super().__init__()
            self.sign = sign

        def gradients(self, x, error):
            found = super().gradients(x, error)
            return {path: self.sign * size * np.sign(array) for path, array in found.items()}

    judge = judged(Cancelling(-1.0), Cancelling(1.0))
    assert judge.outcome is Outcome[outcome], judge.divergences[0].text


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_drift_of_what_no_optimizer_moves_is_measured_where_it_moves(precision: str) -> None:
    """The next update leaves it alone: there it is not off by a share of no movement at all."""

    class Drifting(Program):
        def soft_update(self):
            super().soft_update()
            ulps = 2 * np.finfo(self.dtype).eps
            self.target = {path: array * (1 + ulps) for path, array in self.target.items()}

    judge = judged(Drifting(dtype=precision, tau=0.5), Program(dtype=precision, tau=0.5), precision)
    assert judge.outcome is Outcome.EQUIVALENT, judge.divergences[0].text


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_an_update_that_moves_weights_of_no_optimizer(precision: str) -> None:
    class Foreign(Program):
        def apply(self, path, gradient):
            super().apply(path, gradient)
            self.target[path] = self.target[path] + self.dtype(1e-5)

    found = first(
        judged(Foreign(dtype=np.dtype(precision).type), Program(dtype=precision), precision)
    )
    assert found.phase is Phase.TARGETS
    assert found.text.startswith("update 1 (optimizer) moves what is not its own: target.fc.")


def test_nothing_compared_is_no_pass() -> None:
    assert judged(Program(updates=0), Program(updates=0)).outcome is Outcome.COULD_NOT_RUN
    assert Judge().outcome is Outcome.COULD_NOT_RUN


def test_precision_is_one_of_two() -> None:
    with pytest.raises(ValueError, match="not 'float16'"):
        Judge("float16")


class Loss(Program):
    def goal(self, reward, done, then):
        return reward + self.gamma * done * self.q(self.target, then)


class Gradient(Program):
    def gradients(self, x, error):
        return {path: 1.01 * g for path, g in super().gradients(x, error).items()}


class Clip(Program):
    def clip(self, gradients):
        return {path: np.clip(g, -0.1, 0.1) for path, g in gradients.items()}


class State(Program):
    def apply(self, path, gradient):
        super().apply(path, gradient)
        self.slots[f"critic.{path}/exp_avg"] *= 1.01


class Weights(Program):
    def moved(self, weight, m, v):
        return super().moved(weight, m, v) + 1e-6


class Action(Program):
    def act(self, x):
        return super().act(x) + 1


class Shape(Program):
    def draw(self, distribution, *shape):
        super().draw(distribution, BATCH)


class Transfer(Program):
    def run(self):
        self.critic["fc.weight"] = self.critic["fc.weight"] + 1e-6
        return super().run()


@pytest.mark.parametrize(
    ("port", "phase", "line", "tensor"),
    [
        (Transfer(), Phase.TRANSFER, 1, "critic.fc.weight"),
        (Shape(), Phase.DRAWS, 7, ""),
        (Loss(), Phase.LOSS, 10, "the loss of line 10"),
        (Gradient(), Phase.GRADIENTS, 10, "critic.fc.weight"),
        (Clip(), Phase.CLIPPING, 11, "critic.fc.weight"),
        (State(), Phase.STATE, 11, "critic.fc.bias/exp_avg"),
        (Weights(), Phase.WEIGHTS, 11, "critic.fc.bias"),
        (Program(tau=0.2), Phase.TARGETS, 11, "target.fc.bias"),
        (Action(), Phase.ACTIONS, 4, "the action"),
        (Program(lr=0.011), Phase.CONSTRUCTION, 3, ""),
    ],
    ids=lambda value: value.value if isinstance(value, Phase) else "",
)
@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_the_first_divergence(port, phase, line, tensor, precision) -> None:
    port = replace(port, dtype=precision)
    found = first(judged(port, Program(dtype=precision), precision))
    assert found.phase is phase
    assert [str(site) for site in found.sites] == [f"agent.py:{line}", f"agent_tf.py:{line}"]
    if tensor:
        assert tensor in {difference.path for difference in found.differences}
    if found.error:
        assert found.error > found.allowed == Tolerances.of(precision).relative


def test_the_first_divergence_is_the_earliest_of_the_original() -> None:
    class Both(Loss, Action):
        pass

    judge = judged(Both())
    assert [d.phase for d in judge.divergences[:3]] == [Phase.ACTIONS, Phase.LOSS, Phase.GRADIENTS]
    orders = [d.order for d in judge.divergences]
    assert orders == sorted(orders)


def test_targets_that_move_after_the_last_update() -> None:
    judge = judged(Program(updates=1, tau=0.2), Program(updates=1))
    assert first(judge).phase is Phase.TARGETS
    assert first(judge).text.startswith("at the end: target.fc.")
    stopped = judged(Program(updates=1, tau=0.2, stopped=True), Program(updates=1, stopped=True))
    assert stopped.outcome is Outcome.EQUIVALENT


def test_hyperparameters_that_change_during_the_run() -> None:
    class Schedule(Program):
        def before_update(self):
            self.lr *= 0.9

    found = first(judged(Schedule()))
    assert found.phase is Phase.STATE
    assert found.text == "optimizer: lr is 0.01, in the port 0.009000000000000001"


def test_a_hyperparameter_that_only_one_side_has() -> None:
    original = Program(told={"weight_decay": 0.1, "amsgrad": False})
    found = first(judged(Program(), original))
    assert found.text == "optimizer: weight_decay is 0.1, in the port 0.0"
    assert judged(Program(), Program(told={"amsgrad": False})).divergences == []


class Parameters(Program):
    """Tells the optimizer's parameters as `paths`."""

    paths = ()

    def emit(self, kind, line, name="", arrays=None, **info):
        if kind is Kind.OPTIMIZER:
            info["parameters"] = list(self.paths)
        super().emit(kind, line, name, arrays, **info)


def test_parameters_of_the_optimizer() -> None:
    port = Parameters()
    port.paths = ("critic.fc.weight", "target.fc.weight")
    assert first(judged(port)).text == (
        "the original gives optimizer 2 parameters, the port 2; the port's lacks critic.fc.bias; "
        "the port's has also target.fc.weight"
    )
    port = Parameters()
    port.paths = ("critic.fc.bias", "critic.fc.weight")
    judge = judged(port)
    assert judge.outcome is Outcome.EQUIVALENT
    assert judge.notes == ["optimizer: both have the same parameters, in another order"]


def test_variables_without_partner() -> None:
    class Missing(Program):
        def network_info(self):
            return {"type": "Critic", "missing": ["fc.bias"], "extra": ["scale"]}

    judge = judged(Missing())
    assert [d.text for d in judge.divergences] == [
        "critic: the port's Critic has no fc.bias",
        "critic: the port's Critic has also scale",
    ]


class Initial(Program):
    """A port that drew `values` as its first weights."""

    values: object = None

    def network_info(self):
        return {"type": "Critic", "initial": {"fc.weight": self.values}}


class Wide(Program):
    def __post_init__(self):
        super().__post_init__()
        weight = np.random.default_rng(0).uniform(-1, 1, (1, 4096))
        self.critic["fc.weight"] = weight
        self.target["fc.weight"] = weight.copy()

    def run(self):
        self.updates = 0
        return super().run()


@pytest.mark.parametrize(
    ("values", "different"),
    [
        (np.random.default_rng(1).uniform(-1, 1, (1, 4096)), False),
        (np.random.default_rng(1).uniform(-0.8, 0.8, (1, 4096)), True),
        (np.random.default_rng(1).normal(0, 3**-0.5, (1, 4096)), True),
        (np.random.default_rng(1).uniform(-0.7, 1.3, (1, 4096)), True),
        (np.zeros((1, 4096)), True),
    ],
    ids=["same", "narrower", "normal", "shifted", "zeros"],
)
def test_another_initialiser(values, different: bool) -> None:
    class Port(Initial, Wide):
        pass

    port = Port()
    port.values = values
    judge = judged(port, Wide())
    assert bool(judge.divergences) is different
    if different:
        assert first(judge).phase is Phase.CONSTRUCTION
        assert "critic.fc.weight is initialised differently: -0.99" in first(judge).text


def test_an_outer_product_has_few_independent_numbers() -> None:
    def noise(seed: int) -> Array:
        rng = np.random.default_rng(seed)
        return np.outer(rng.normal(size=16), rng.normal(size=600))

    assert all(not other_distribution(noise(seed), noise(100 + seed)) for seed in range(1, 40))
    assert other_distribution(noise(1), 5 + np.abs(noise(2)))


def test_one_draw_too_many() -> None:
    class More(Program):
        def before_update(self):
            self.draw("normal", BATCH, 1)

    found = first(judged(More()))
    assert found.phase is Phase.DRAWS
    assert found.text == ("the original has drawn random numbers 1 times by here, the port 2 times")


def test_what_is_left_over() -> None:
    judge = judged(Program(updates=3))
    assert "the original makes 1 updates more than the port" in {d.text for d in judge.divergences}
    judge = judged(Program(updates=5))
    assert "the port acts 1 times more than the original" in {d.text for d in judge.divergences}
    stopped = judged(Program(updates=3, stopped=True), Program(stopped=True))
    assert stopped.outcome is Outcome.EQUIVALENT


def test_networks_without_partner() -> None:
    class NoTarget(Program):
        def emit(self, kind, line, name="", arrays=None, **info):
            if name != "target":
                arrays = {k: a for k, a in (arrays or {}).items() if "target" not in k}
                super().emit(kind, line, name, arrays, **info)

    judge = judged(NoTarget())
    assert first(judge).text == "target has no partner in the port"
    still = judged(NoTarget(tau=0.0), Program(tau=0.0))
    assert still.outcome is Outcome.EQUIVALENT
    assert still.tallies[Phase.CONSTRUCTION].not_compared == [
        "target of the original (agent.py:2): no partner; it was never trained"
    ]


def test_another_optimizer_steps() -> None:
    class Other(Program):
        def emit(self, kind, line, name="", arrays=None, **info):
            name = "actor_optimizer" if kind is Kind.STEP else name
            super().emit(kind, line, name, arrays, **info)

    found = first(judged(Other()))
    assert found.text == "the original updates optimizer here, the port actor_optimizer"


def test_a_gradient_that_is_missing() -> None:
    class NoBias(Program):
        def clip(self, gradients):
            return {"fc.weight": gradients["fc.weight"]}

    found = first(judged(NoBias()))
    assert found.phase is Phase.GRADIENTS
    assert found.text.endswith("the port gives the optimizer no gradient for critic.fc.bias")


def test_clipping_is_to_blame_where_the_gradients_were_the_same_before() -> None:
    class Unseen(Program):
        def emit_gradients(self, gradients):
            super().emit_gradients({"fc.weight": gradients["fc.weight"]})

    class Wrong(Unseen):
        def clip(self, gradients):
            return gradients | {"fc.bias": 0.9 * gradients["fc.bias"]}

    found = first(judged(Wrong(), Unseen()))
    assert found.phase is Phase.GRADIENTS
    assert "before clipping" not in found.text
    found = first(judged(Clip()))
    assert found.text.endswith("before clipping they were the same")


def test_a_gradient_that_only_the_port_has() -> None:
    """A parameter that the original's loss does not reach: torch's optimizer leaves it alone."""

    class NoBias(Program):
        def clip(self, gradients):
            return {"fc.weight": gradients["fc.weight"]}

    found = first(judged(Program(), NoBias()))
    assert found.phase is Phase.GRADIENTS
    assert found.text.endswith("a gradient for critic.fc.bias, which has none in the original")

    class Zero(Program):
        def clip(self, gradients):
            return gradients | {"fc.bias": np.zeros_like(gradients["fc.bias"])}

    assert judged(Zero(), NoBias()).outcome is Outcome.EQUIVALENT, "nothing moves by it"


class Shifted(Program):
    """Adds a constant to the loss."""

    def emit(self, kind, line, name="", arrays=None, **info):
        if kind is Kind.LOSS:
            arrays = {key: array + 1 for key, array in arrays.items()}
        super().emit(kind, line, name, arrays, **info)


def test_another_loss_of_the_same_gradients() -> None:
    assert first(judged(Shifted())).phase is Phase.LOSS


class TwoOwners(Program):
    """The target has an optimizer of its own, which makes no update."""

    foreign = 0.0

    def emit(self, kind, line, name="", arrays=None, **info):
        super().emit(kind, line, name, arrays, **info)
        if kind is Kind.OPTIMIZER and name == "optimizer":
            parameters = [f"target.{path}" for path in self.target]
            super().emit(kind, 5, "other", parameters=parameters, **self.numbers())

    def apply(self, path, gradient):
        super().apply(path, gradient)
        self.target[path] = self.target[path] + np.asarray(self.foreign, self.dtype)


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_an_update_that_moves_weights_of_another_optimizer(precision: str) -> None:
    right, wrong = (TwoOwners(dtype=precision) for _ in range(2))
    assert judged(TwoOwners(dtype=precision), right, precision).outcome is Outcome.EQUIVALENT
    wrong.foreign = 1e-5
    found = first(judged(wrong, TwoOwners(dtype=precision), precision))
    assert found.phase is Phase.WEIGHTS
    assert found.text.startswith("update 1 (optimizer) moves what is not its own: target.fc.")


def test_parameters_that_never_moved() -> None:
    class Frozen(Program):
        def moved(self, weight, m, v):
            return super().moved(weight, m, v) if weight.ndim == 2 else weight

    judge = judged(Frozen(), Frozen())
    assert judge.outcome is Outcome.EQUIVALENT
    assert judge.notes == ["optimizer never moved critic.fc.bias"]


class Twice(Program):
    """Goes back from the loss in two halves."""

    def emit(self, kind, line, name="", arrays=None, **info):
        if kind in (Kind.LOSS, Kind.GRADIENT):
            arrays = {key: array / 2 for key, array in arrays.items()}
        super().emit(kind, line, name, arrays, **info)

    def emit_gradients(self, gradients):
        super().emit_gradients(gradients)
        self.emit(Kind.LOSS, 10, arrays={"loss": 0.1})
        super().emit_gradients(gradients)


def test_losses_divided_differently_are_not_compared() -> None:
    for port, original in ((Twice(), Program()), (Program(), Twice())):
        judge = judged(port, original)
        assert judge.outcome is Outcome.EQUIVALENT
        assert judge.tallies[Phase.LOSS].not_compared == [
            "losses: the programs divide them into backward passes differently"
        ]


class Unseen(Program):
    """Every second update goes back from a list of losses, of which no pass is told."""

    def emit(self, kind, line, name="", arrays=None, **info):
        if self.step % 2 or kind not in (Kind.LOSS, Kind.GRADIENT):
            super().emit(kind, line, name, arrays, **info)


def test_passes_that_one_program_does_not_tell_have_no_partners() -> None:
    for port, original in ((Unseen(), Program()), (Program(), Unseen())):
        assert judged(port, original).outcome is Outcome.EQUIVALENT
    judge = judged(Unseen(), Twice())
    assert judge.outcome is Outcome.EQUIVALENT


class Again(Program):
    """Asks for the gradients of the same loss once for each parameter."""

    def emit_gradients(self, gradients):
        loss = self.events[-1].arrays["loss"]
        self.emit(Kind.GRADIENT, 10, arrays={"critic.fc.weight": gradients["fc.weight"]})
        self.emit(Kind.LOSS, 10, arrays={"loss": loss})
        self.emit(Kind.GRADIENT, 10, arrays={"critic.fc.bias": gradients["fc.bias"]})


def test_gradients_of_one_loss_in_two_parts() -> None:
    judge = judged(Again())
    assert judge.outcome is Outcome.EQUIVALENT
    assert judge.tallies[Phase.LOSS].compared == 4
    assert judge.tallies[Phase.LOSS].not_compared == []


def test_layers_are_paired_by_path_and_occurrence() -> None:
    class Layers(Program):
        factor = 1.0

        def q(self, net, x):
            output = super().q(net, x) * self.factor
            self.emit(Kind.FORWARD, 9, "critic" if net is self.critic else "target",
                      {"output": output})  # fmt: skip
            return output

    judge = judged(Layers(), Layers())
    assert judge.outcome is Outcome.EQUIVALENT
    assert judge.tallies[Phase.FORWARD].compared == 12
    port = Layers()
    port.factor = 1.001
    found = first(judged(port, Layers()))
    assert found.phase is Phase.FORWARD
    assert found.differences[0].path == "critic()"


def test_a_retraced_update_is_a_warning(tmp_path) -> None:
    source = tmp_path / "agent_tf.py"
    source.write_text("@tf.function\ndef train(x):\n" + "    x\n" * 12 + "\ndef act(x): pass\n")

    class Traced(Program):
        def emit(self, kind, line, name="", arrays=None, **info):
            self.path = str(source)
            super().emit(kind, line, name, arrays, **info)

    act = (f"{source}:16", "act", 9)
    assert not judged(Traced(traces=((f"{source}:1", "train", 2), act))).notes
    judge = judged(Traced(traces=((f"{source}:1", "train", 3), act)))
    assert judge.outcome is Outcome.EQUIVALENT
    [note] = judge.notes
    assert note.startswith(f"warning: train ({source}:1) was traced 3 times: give it tensors")


def test_draws_are_counted_by_the_last_update_of_both() -> None:
    """A program that is stopped may have drawn its next numbers before."""

    class Ahead(Program):
        def emit(self, kind, line, name="", arrays=None, **info):
            if kind is Kind.END:
                self.draws += 1
            super().emit(kind, line, name, arrays, **info)

    judge = judged(Program(stopped=True), Ahead(stopped=True))
    assert judge.outcome is Outcome.EQUIVALENT
    assert judge.drawn_by_end[0] == judge.drawn_by_end[1] > 0


def test_memory_stays_flat() -> None:
    judge = judged(Program(updates=40), Program(updates=40))
    assert len(judge.windows) == 2
    different = judged(Weights(updates=40), Program(updates=40))
    assert len(different.windows) <= 6
    assert len(different.divergences) <= 20


def test_a_crash_is_no_pass() -> None:
    original, port = Program().run(), Program().run()
    port[-1] = replace(port[-1], info=port[-1].info | {"error": "ValueError: no"})
    judge = Judge()
    feed(judge, original, port)
    assert judge.outcome is Outcome.COULD_NOT_RUN


def test_hazards_are_mentioned() -> None:
    events = Program().run()
    events[-1] = replace(events[-1], info=events[-1].info | {"hazards": ["stale .grad"]})
    judge = Judge()
    feed(judge, events, Program().run())
    assert judge.notes == ["stale .grad"]


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        (np.int64(1), np.int32(1), True),
        (np.float32(0.5), np.float64(0.5), True),
        (np.array([0.5]), np.array([0.5000001]), False),
        (np.array(1), np.array([1]), False),
        (np.array({"turn": [1]}, object), np.array({"turn": [1]}, object), True),
        (np.array({"turn": [1]}, object), np.array({"turn": [2]}, object), False),
        (np.array("left"), np.array("right"), False),
    ],
)
def test_kinds_of_actions(expected, actual, same: bool) -> None:
    class Acting(Program):
        action = expected

        def act(self, x):
            return self.action

    port = Acting()
    port.action = actual
    judge = judged(port, Acting())
    assert (judge.outcome is Outcome.EQUIVALENT) is same
    if not same:
        assert first(judge).phase is Phase.ACTIONS
        assert first(judge).text.startswith("the action: ")
