"""check_equivalence(): two agents that exist already, trained side by side in one process."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from porter.equivalence.agents import Parts, parts_of, precision_of
from porter.equivalence.batches import for_tensorflow, for_torch
from porter.equivalence.events import Arrays, Event, Kind
from porter.equivalence.report import Report, result_of
from porter.equivalence.report.build import not_run, versions
from porter.equivalence.sides.program import Run, SetupError
from porter.equivalence.verdict import Judge, Outcome

Step = Callable[[Any, Any], Any]


def check_equivalence(
    torch_agent: Any,
    tf_agent: Any,
    *,
    step: Step,
    batches: Iterable[Any],
    updates: int = 50,
    device: str | Sequence[str] = "cpu",
    seed: int = 0,
) -> Report:
    """Train an agent and its port side by side and compare every update.

    The port takes over the original's weights; networks and optimizers are paired by the names of
    the attributes that hold them. `step(agent, batch)` trains either agent on a batch of
    `batches`: arrays, in nested tuples, lists or dictionaries, which arrive as tensors of the
    agent's framework. `updates` is how many calls of `step` are made at most. `device` is "cpu",
    "gpu" or both; the agents must have been built there. Agents of float64 weights are compared
    in a free run, those of float32 start each update from equal state.

    Raises SetupError where the comparison would not mean what it says. Import torch before
    TensorFlow.
    """
    devices = (device,) if isinstance(device, str) else tuple(device)
    precision = precision_of(parts_of(torch_agent, "torch"))
    missing = {name: not_on(name, torch_agent, tf_agent) for name in devices}
    results = []
    for name in devices:
        if missing[name]:
            results.append(not_run(precision, name, Outcome.NOT_CHECKED, missing[name]))
            continue
        begun = time.monotonic()
        judge = train_side_by_side(torch_agent, tf_agent, step, batches, updates, seed)
        results.append(result_of(judge, precision, name, seconds=time.monotonic() - begun))
    names = [f"{type(a).__module__}.{type(a).__qualname__}" for a in (torch_agent, tf_agent)]
    return Report(names[0], names[1], tuple(results), (), seed, versions())


def not_on(device: str, torch_agent: Any, tf_agent: Any) -> str:
    """Why agents can't be checked on a device; "" if that is where they are."""
    tensors = [
        tensor
        for network in parts_of(torch_agent, "torch").networks.values()
        for tensor in network.parameters()
    ]
    variables = [
        variable.value
        for network in parts_of(tf_agent, "keras").networks.values()
        for variable in network.variables
    ]
    places = {"gpu" if tensor.is_cuda else "cpu" for tensor in tensors}
    places |= {"gpu" if "GPU" in variable.device else "cpu" for variable in variables}
    return "" if places == {device} else f"the agents are on {' and '.join(sorted(places))}"


class Line:
    """The wire of a side in the same process: events are taken at once."""

    def __init__(self, take: Callable[[Event], None], answer: Callable[[str, Any], Any]) -> None:
        self.send = take
        self.ask = answer

    def enough(self) -> bool:
        """Both sides make the same steps."""
        return False


class Original:
    """What the port needs to know of the original: its networks, its last states."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.built: dict[str, Event] = {}
        self.states: deque[Event] = deque()

    def take(self, event: Event) -> None:
        if event.kind is Kind.STEP:
            self.states.append(event)
        elif event.kind is Kind.CONSTRUCT:
            self.built[event.name] = event
        self.judge.torch(event)

    def state(self, about: str, subject: Any) -> Arrays:
        """Weights and slots after the update that the port has just made; it asks nothing else,
        as networks and optimizers are paired by their names."""
        if about != "state":
            return {}
        wanted = ("after/", "slots_after/")
        event = self.states.popleft()
        return {key: array for key, array in event.arrays.items() if key.startswith(wanted)}


def train_side_by_side(
    torch_agent: Any, tf_agent: Any, step: Step, batches: Iterable[Any], updates: int, seed: int
) -> Judge:
    """Call `step(agent, batch)` on both agents in turn until that many calls were made.

    Raises SetupError where the agents have no networks in common, are of mixed precision, or hold
    a tf.function that was traced before: that one would not draw from the tape.
    """
    from porter.equivalence.sides.tf_side import TensorFlowSide
    from porter.equivalence.sides.torch_side import TorchSide

    ours, theirs = parts_of(torch_agent, "torch"), parts_of(tf_agent, "keras")
    precision = precision_of(ours)
    judge = Judge(precision)
    original = Original(judge)
    run = Run("/agent.py", (), -1, precision, seed, None, resync=precision == "float32")
    torch_side = TorchSide(run, Line(original.take, original.state))
    tf_side = TensorFlowSide(run, Line(judge.tensorflow, original.state))
    with torch_side.watching(), tf_side.watching():
        introduce(ours, theirs, torch_side, tf_side, original)
        for _, batch in zip(range(updates), batches):
            step(torch_agent, for_torch(batch, precision))
            step(tf_agent, for_tensorflow(batch, precision))
            if judge.divergences:
                break
        torch_side.finish()
        tf_side.finish()
    judge.finish()
    return judge


def introduce(
    ours: Parts, theirs: Parts, torch_side: Any, tf_side: Any, original: Original
) -> None:
    """Pair networks and optimizers by the attributes that hold them."""
    for kind, own, other in (
        ("network", ours.networks, theirs.networks),
        ("optimizer", ours.optimizers, theirs.optimizers),
    ):
        missing = sorted(own.keys() - other.keys())
        if missing:
            raise SetupError(
                f"the port has no {kind} {', '.join(missing)}; it has "
                f"{', '.join(sorted(other)) or 'none'}: use the original's attribute names"
            )
    if not ours.networks:
        raise SetupError("the original agent has no torch.nn.Module among its attributes")
    for name, network in ours.networks.items():
        torch_side.introduce(name, network)
        arrays = original.built[name].arrays
        tf_side.introduce(theirs.networks[name], name, arrays, copied=True)
    for name, optimizer in ours.optimizers.items():
        torch_side.introduce_optimizer(name, optimizer)
        tf_side.introduce_optimizer(name, theirs.optimizers[name])
