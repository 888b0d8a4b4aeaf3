"""Whether the time of `porter lint` grows as a file does: a plot over files of up to 100,000 lines.

    python benchmarks/lint_linear.py benchmarks/lint_linear.svg

Each file is the same agent many times under other names. Measured is processor time, in one
process, with all rules.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from common import machine, table
from growth import growth

from porter import collector
from porter.linter import engine, registry

SIZES = (2_500, 5_000, 10_000, 20_000, 50_000, 100_000)
ROUNDS = 1
AGENT = """

class Agent{n}:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(64), keras.layers.Dense(4)])
        self.target = keras.models.clone_model(self.model)
        self.optimizer = keras.optimizers.Adam(1e-3)

    def act(self, state):
        return np.argmax(self.model.predict(state[None])[0])

    def learn(self, states, actions, targets):
        with tf.GradientTape() as tape:
            q = self.model(states)
            chosen = [q[i][actions[i]] for i in range(len(actions))]
            loss = tf.reduce_mean((tf.stack(chosen) - targets) ** 2)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.target.set_weights(self.model.get_weights())


def train{n}(env, memory):
    agent = Agent{n}()
    for episode in range(1000):
        state, done = env.reset(), False
        while not done:
            state, reward, done, info = env.step(agent.act(state))
            memory.append((state, reward, done))
            agent.learn(*memory.sample())
"""
HEAD = "import numpy as np\nimport tensorflow as tf\nfrom tensorflow import keras\n"


def code(lines: int) -> str:
    """A module of about this many lines."""
    return HEAD + "".join(AGENT.format(n=n) for n in range(lines // AGENT.count("\n")))


def main() -> None:
    rules = registry.chosen(("ALL",), ())
    texts = [code(size) for size in SIZES]
    collector.calm()  # as the command does
    best = [float("inf")] * len(SIZES)
    for _ in range(ROUNDS):
        for number, text in enumerate(texts):
            start = time.process_time()
            found = engine.lint(text, "agent.py", rules)
            best[number] = min(best[number], time.process_time() - start)
            assert found
    print(machine())
    rows = zip(SIZES, best)
    print(
        table(
            ("lines", "seconds", "microseconds a line"),
            [(f"{size:,}", f"{s:.2f}", f"{1e6 * s / size:.0f}") for size, s in rows],
        )
    )
    growth(Path(sys.argv[1]), SIZES, best, "porter lint, all rules", "lines in the file")


if __name__ == "__main__":
    main()
