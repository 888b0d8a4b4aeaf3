"""TFE303: a list of Python numbers is passed to a tf.function."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import retracing
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Fixable, Invalid, Rule
from porter.linter.tree import names


class PythonListArg(Rule):
    """A list of Python numbers is an argument of a `tf.function`: each new list retraces.

    ### What it does
    Finds calls of a `tf.function` that run often and pass a list of numbers, such as the rewards of
    an episode.

    ### Why is this bad?
    Each number of the list is an argument of its own, and part of the signature. Another reward, or
    another length, makes a graph of its own.

    ### Example
    ```python
    while True:
        rewards = [float(r) for r in play(env)]
        train_step(states, rewards)
    ```

    ### Use instead
    ```python
    while True:
        rewards = [float(r) for r in play(env)]
        train_step(states, np.asarray(rewards, np.float32))
    ```

    ### When not
    Lists of tensors, such as gradients, are fine as long as their length stays the same.
    """

    id = "TFE303"
    name = "python-list-arg"
    message = "`{argument}` is a list of Python numbers: each new list traces `{function}` again"
    advice = "np.asarray({argument}, np.float32)"
    fixable = Fixable.UNSAFE
    valid = (
        """
        @tf.function
        def step(x):
            return tf.reduce_sum(x)

        for i in range(1000):
            step(np.asarray([float(r) for r in play(i)], np.float32))
        """,
        """
        @tf.function
        def step(x):
            return tf.reduce_sum(x)

        for i in range(1000):
            step([1.0, 2.0])
        """,
        """
        @tf.function
        def step(x):
            return tf.add_n(x)

        for i in range(1000):
            step([tf.ones(3), tf.zeros(3)])
        """,
    )
    invalid = (
        Invalid(
            """
            @tf.function
            def step(rewards):
                return tf.reduce_sum(rewards)

            found = []
            for i in range(10):
                rewards = [float(i + k) for k in range(10)]
                found.append(step(rewards))  # TFE303
            """,
            fixed="""
            @tf.function
            def step(rewards):
                return tf.reduce_sum(rewards)

            found = []
            for i in range(10):
                rewards = [float(i + k) for k in range(10)]
                found.append(step(np.asarray(rewards, np.float32)))
            """,
            result="found",
        ),
        Invalid(
            """
            @tf.function
            def learn(rewards):
                return tf.reduce_sum(rewards)

            for episode in range(500):
                rewards = []
                while not done:
                    state, reward, done, info = env.step(act(state))
                    rewards.append(reward)
                learn(rewards)  # TFE303
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        if not (node.args or node.keywords) or not retracing.called_often(node, file):
            return
        for argument in retracing.arguments(node, file):
            kind = file.kind(argument)
            is_numbers = kind.what is What.LIST and kind.item and kind.item.what is What.NUMBER
            if not is_numbers or not names(argument):
                continue
            np = file.name.alias("np") or "np"
            text = f"{np}.asarray({file.text.of(argument)}, {np}.float32)"
            needs = "" if file.name.alias("np") else "np"
            yield self.found(
                argument,
                file,
                file.hot(node),
                file.replacement(argument, text, needs=needs),
                argument=file.source(argument),
                function=file.source(node.func),
            )
