"""TFE302: a Python number that changes is passed to a tf.function."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import retracing
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Fixable, Invalid, Rule


class PythonScalarArg(Rule):
    """A Python number that changes is an argument of a `tf.function`: each value retraces.

    ### What it does
    Finds calls of a `tf.function` that run often and pass a counter, or a number that the program
    changes, such as `epsilon`.

    ### Why is this bad?
    A Python number is part of the signature: a value that was not seen before makes a graph of its
    own. With 10,000 steps there are 10,000 traces, and their graphs stay in memory.

    ### Example
    ```python
    for step in range(10_000):
        train_step(batch, epsilon)
        epsilon *= 0.999
    ```

    ### Use instead
    ```python
    for step in range(10_000):
        train_step(batch, tf.constant(epsilon))
        epsilon *= 0.999
    ```

    ### When not
    Where the function needs the Python value, for a shape or `range`, and there are few of them.
    That is why the fix is unsafe.
    """

    id = "TFE302"
    name = "python-scalar-arg"
    message = "`{argument}` is a Python number that changes: each value traces `{function}` again"
    advice = "tf.constant({argument})"
    fixable = Fixable.UNSAFE
    valid = (
        """
        @tf.function
        def step(x, epsilon):
            return x * epsilon

        for i in range(1000):
            step(x, tf.constant(epsilon))
            epsilon *= 0.9
        """,
        """
        @tf.function
        def step(x, training):
            return model(x, training=training)

        rate = 0.1
        for i in range(1000):
            step(x, True)
            step(x, rate)
        """,
        """
        @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
        def step(x):
            return x * 2

        for i in range(1000):
            step(i)
        """,
        """
        def step(x):
            return x * 2

        for i in range(1000):
            step(i)
        """,
        """
        @tf.function
        def targets(size):
            return tf.zeros([size, size])

        size = 13
        for anchors in masks:
            found.append(targets(size))
            size *= 2
        """,
    )
    invalid = (
        Invalid(
            """
            @tf.function
            def step(x, epsilon):
                return x * epsilon

            epsilon = 1.0
            found = []
            for i in range(10):
                found.append(step(x, epsilon))  # TFE302
                epsilon *= 0.5
            """,
            fixed="""
            @tf.function
            def step(x, epsilon):
                return x * epsilon

            epsilon = 1.0
            found = []
            for i in range(10):
                found.append(step(x, tf.constant(epsilon)))
                epsilon *= 0.5
            """,
            setup="x = tf.constant([1.0, 2.0])",
            result="found",
        ),
        Invalid(
            """
            class Agent:
                def __init__(self):
                    self.epsilon = 1.0

                @tf.function
                def update(self, x, epsilon):
                    return x * epsilon

                def learn(self, x):
                    self.update(x, self.epsilon)  # TFE302
                    self.epsilon = max(0.1, self.epsilon * 0.99)

            agent = Agent()
            while True:
                agent.learn(x)
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        if not (node.args or node.keywords) or not retracing.called_often(node, file):
            return
        for argument in retracing.arguments(node, file):
            if retracing.is_changing_number(argument, file):
                tf = file.name.alias("tf")
                text = f"{tf}.constant({file.text.of(argument)})"
                yield self.found(
                    argument,
                    file,
                    file.hot(node),
                    file.replacement(argument, text) if tf else None,
                    argument=file.source(argument),
                    function=file.source(node.func),
                )
