"""The two programs of a comparison: what is run, and how a file is loaded with edits."""

import dataclasses
import itertools
import json
import linecache
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Edits = list[tuple[str, str]]  # (old, new): text replaced in the source before it is run


class SetupError(Exception):
    """The comparison would not mean what it says; never to be taken for a pass."""


class Enough(BaseException):
    """Raised inside a script once all its updates have been seen."""


@dataclasses.dataclass(frozen=True)
class Case:
    """An original and its port.

    With `agent`, a class of both files: it is built with `arguments` and trained by
    `agent.train(buffer, batch_size)` on a ReplayBuffer of transitions: of a random policy on the
    gymnasium environment `env`, or of noise. Without it, the files are scripts, run whole with
    the command line `argv`.
    """

    original: str
    port: str
    agent: str = ""
    arguments: tuple = ()
    env: str = ""
    batch_size: int = 32
    argv: tuple[str, ...] = ()
    updates: int = 50
    dtype: str = "float64"
    seed: int = 0
    edits: tuple = ()  # made in both files
    resync: bool = False  # start every update from the original's state

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(dataclasses.asdict(self)))

    @staticmethod
    def load(path: Path) -> "Case":
        return Case(**json.loads(path.read_text()))


def load(path: str, edits: Edits, argv: tuple[str, ...] = ()) -> tuple[dict, Callable[[], None]]:
    """A file's namespace and the function that executes it, as a script if there is an argv."""
    text, folder = Path(path).read_text(), str(Path(path).parent)
    for old, new in edits:
        if old not in text:
            raise SetupError(f"{path} has no {old!r} to replace")
        text = text.replace(old, new)
    if edits:  # tf.function reads the source of what it traces: it must find the edited one
        path = f"{path}<edited {len(linecache.cache)}>"
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    module = types.ModuleType("__main__" if argv else "agent_under_test")
    module.__file__ = path
    sys.modules[module.__name__] = module
    sys.argv = [path, *argv]
    sys.path.insert(0, folder)
    return module.__dict__, lambda: exec(compile(text, path, "exec"), module.__dict__)


def filled_buffer(namespace: dict[str, Any], case: Case, rng: Any) -> Any:
    """The program's own ReplayBuffer with 500 transitions: random, or of a random policy.

    Some are marked as terminal, so that the mask is tested whatever the environment does.
    """
    state_dim, action_dim = case.arguments[:2]
    buffer = namespace["ReplayBuffer"](state_dim, action_dim, 500)
    transitions = _rollout(case) if case.env else _noise(state_dim, action_dim, rng)
    for state, action, reward, next_state in itertools.islice(transitions, 500):
        buffer.add(state, action, reward, next_state, float(rng.random() < 0.1))
    return buffer


def _noise(state_dim: int, action_dim: int, rng: Any) -> Iterator[tuple[Any, ...]]:
    while True:
        state, next_state = rng.standard_normal((2, state_dim))
        yield state, rng.uniform(-1, 1, action_dim), rng.standard_normal(), next_state


def _rollout(case: Case) -> Iterator[tuple[Any, ...]]:
    import gymnasium

    env = gymnasium.make(case.env)
    env.action_space.seed(case.seed)
    state, _ = env.reset(seed=case.seed)
    while True:
        action = env.action_space.sample()
        next_state, reward, terminated, truncated, _ = env.step(action)
        yield state, action, reward, next_state
        state = env.reset()[0] if terminated or truncated else next_state
