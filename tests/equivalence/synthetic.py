"""Two programs without frameworks: a linear Q-learner in NumPy that emits the events of a run.

`Program` is a right program; a test makes a wrong port by overriding one of its methods or by
changing one of its numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from porter.equivalence.events import Arrays, Event, Kind, Site, Step
from porter.equivalence.verdict import Judge

BATCH = 8


@dataclass
class Program:
    """`lines` maps what happens to a line of the program's file."""

    path: str = "agent.py"
    updates: int = 4
    lr: float = 0.01
    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = 1e-8
    told: dict[str, Any] = field(default_factory=dict)  # hyperparameters that are told otherwise
    tau: float = 0.1
    gamma: float = 0.9
    dtype: Any = np.float64
    stopped: bool = False
    traces: tuple[tuple[str, str, int], ...] = ()
    actions: bool = True

    def __post_init__(self) -> None:
        self.events: list[Event] = []
        self.draws = 0
        rng = np.random.default_rng(3)
        self.critic: Arrays = {
            "fc.weight": rng.normal(size=(1, 5)).astype(self.dtype),
            "fc.bias": rng.normal(size=(1,)).astype(self.dtype),
        }
        self.target = {path: array.copy() for path, array in self.critic.items()}
        self.slots: Arrays = {}
        self.rng = np.random.default_rng(4)
        self.step = 0

    # -- events ---------------------------------------------------------------------------------

    def emit(self, kind: Kind, line: int, name: str = "", arrays: Any = None, **info: Any) -> None:
        arrays = {key: np.array(array) for key, array in (arrays or {}).items()}
        order = len(self.events) + 1
        event = Event(kind, order, Site(self.path, line), name, arrays, info, self.draws)
        self.events.append(event)

    def draw(self, distribution: str, *shape: int) -> None:
        self.draws += 1
        self.emit(Kind.DRAW, 7, distribution=distribution, shape=shape)

    # -- the program ----------------------------------------------------------------------------

    def run(self) -> list[Event]:
        self.emit(Kind.CONSTRUCT, 1, "critic", self.critic, **self.network_info())
        self.emit(Kind.CONSTRUCT, 2, "target", self.target, type="Critic")
        parameters = [f"critic.{path}" for path in self.critic]
        self.emit(Kind.OPTIMIZER, 3, "optimizer", parameters=parameters, **self.numbers())
        for _ in range(self.updates):
            self.update()
        arrays = {} if self.stopped else self.weights()
        self.emit(Kind.END, 0, arrays=arrays, error=None, stopped=self.stopped, traces=self.traces)
        return self.events

    def network_info(self) -> dict[str, Any]:
        return {"type": "Critic"}

    def numbers(self) -> dict[str, Any]:
        return {"lr": self.lr, "betas": self.betas, "eps": self.eps} | self.told

    def update(self) -> None:
        x, then = self.rng.normal(size=(2, BATCH, 5)).astype(self.dtype)
        reward = self.rng.normal(size=BATCH).astype(self.dtype)
        done = (self.rng.random(BATCH) < 0.3).astype(self.dtype)
        if self.actions:
            self.emit(Kind.ACTION, 4, arrays={"action": self.act(x)})
        self.draw("normal", BATCH, 1)
        self.before_update()
        gradients = self.backward(x, reward, done, then)
        self.optimize(self.clip(gradients))
        self.soft_update()

    def act(self, x: Any) -> Any:
        return self.q(self.critic, x).argmax()

    def before_update(self) -> None:
        pass

    def q(self, net: Arrays, x: Any) -> Any:
        return x @ net["fc.weight"][0] + net["fc.bias"]

    def goal(self, reward: Any, done: Any, then: Any) -> Any:
        return reward + self.gamma * (1 - done) * self.q(self.target, then)

    def backward(self, x: Any, reward: Any, done: Any, then: Any) -> Arrays:
        error = self.q(self.critic, x) - self.goal(reward, done, then)
        self.emit(Kind.LOSS, 10, arrays={"loss": np.mean(error**2)})
        gradients = self.gradients(x, error)
        self.emit_gradients(gradients)
        return gradients

    def emit_gradients(self, gradients: Arrays) -> None:
        self.emit(Kind.GRADIENT, 10, arrays={f"critic.{p}": g for p, g in gradients.items()})

    def gradients(self, x: Any, error: Any) -> Arrays:
        slope = (2 * error / BATCH).astype(self.dtype)
        return {"fc.weight": (slope @ x)[None], "fc.bias": slope.sum(keepdims=True)}

    def clip(self, gradients: Arrays) -> Arrays:
        return gradients

    def optimize(self, gradients: Arrays) -> None:
        before, slots = self.weights(), dict(self.slots)
        self.step += 1
        for path, gradient in gradients.items():
            self.apply(path, gradient)
        given = {f"critic.{path}": gradient for path, gradient in gradients.items()}
        arrays = Step(given, before, self.weights(), slots, dict(self.slots)).arrays()
        self.emit(Kind.STEP, 11, "optimizer", arrays, **self.numbers())

    def apply(self, path: str, gradient: Any) -> None:
        """torch.optim.Adam, single tensor."""
        key, weight = f"critic.{path}", self.critic[path]
        m = self.slots.get(f"{key}/exp_avg", np.zeros_like(weight))
        v = self.slots.get(f"{key}/exp_avg_sq", np.zeros_like(weight))
        m = m + (gradient - m) * (1 - self.betas[0])
        v = v * self.betas[1] + gradient**2 * (1 - self.betas[1])
        self.slots |= {f"{key}/exp_avg": m, f"{key}/exp_avg_sq": v}
        self.slots[f"{key}/step"] = np.array(float(self.step))
        self.critic[path] = self.moved(weight, m, v).astype(self.dtype)

    def moved(self, weight: Any, m: Any, v: Any) -> Any:
        first, second = (1 - beta**self.step for beta in self.betas)
        return weight - self.lr / first * m / (np.sqrt(v / second) + self.eps)

    def soft_update(self) -> None:
        for path in self.critic:
            self.target[path] = self.mixed(self.critic[path], self.target[path])

    def mixed(self, p: Any, t: Any) -> Any:
        return self.tau * p + (1 - self.tau) * t

    def weights(self) -> Arrays:
        nets = {"critic": self.critic, "target": self.target}
        return {f"{name}.{path}": a.copy() for name, net in nets.items() for path, a in net.items()}


def judged(port: Program, original: Program | None = None, precision: str = "float64") -> Judge:
    """The finished judge of a run of the right program and of this port."""
    judge = Judge(precision)
    port.path = "agent_tf.py"
    feed(judge, (original or Program()).run(), port.run())
    return judge


def feed(judge: Judge, torch: list[Event], port: list[Event], ahead: int = 5) -> None:
    """Give both sides' events, the original a few events ahead."""
    for i in range(max(len(torch), len(port)) + ahead):
        if i < len(torch):
            judge.torch(torch[i])
        if 0 <= i - ahead < len(port):
            judge.tensorflow(port[i - ahead])
    judge.finish()
