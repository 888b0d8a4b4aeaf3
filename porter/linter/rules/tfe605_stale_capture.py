"""TFE605: a number of Python that a graph keeps as it was when the function was traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.bindings import Binding, How
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import same


class StaleCapture(Rule):
    """A Python number changes later, and the graph keeps the old one.

    ### What it does
    Finds numbers in attributes and globals that code under `tf.function` reads and that other code
    changes: `self.epsilon *= 0.99`.

    ### Why is this bad?
    What is not an argument is read when the function is traced. The number becomes a constant of
    the graph, and no later change reaches it.

    ### Example
    ```python
    class Agent:
        def __init__(self):
            self.epsilon = 1.0

        @tf.function
        def act(self, state):
            return tf.random.uniform([]) < self.epsilon

        def decay(self):
            self.epsilon *= 0.99
    ```

    ### Use instead
    ```python
    class Agent:
        def __init__(self):
            self.epsilon = tf.Variable(1.0, trainable=False)

        @tf.function
        def act(self, state):
            return tf.random.uniform([]) < self.epsilon

        def decay(self):
            self.epsilon.assign(self.epsilon * 0.99)
    ```

    ### When not
    Where the number changes only before the first call.
    """

    id = "TFE605"
    name = "stale-capture"
    message = "`{read}` is a constant of the graph of `{function}`, and line {line} changes it"
    advice = "make it a tf.Variable, or an argument that is a tensor"
    valid = (
        """
        class Agent:
            def __init__(self):
                self.epsilon = tf.Variable(1.0)
                self.gamma = 0.99

            @tf.function
            def act(self, state):
                return tf.random.uniform([]) < self.epsilon * self.gamma

            def decay(self):
                self.epsilon = self.epsilon * 0.99
        """,
        """
        class Agent:
            def __init__(self):
                self.epsilon = 1.0

            def act(self, state):
                self.epsilon *= 0.99
                return self.epsilon
        """,
        """
        class Agent:
            def __init__(self, size):
                self.size = 0
                self.size += size

            @tf.function
            def act(self, state):
                return tf.reshape(state, [self.size])
        """,
        """
        total = 0

        @tf.function
        def step(x):
            total = tf.reduce_sum(x)
            return total

        for x in batches:
            total += 1
        """,
        """
        class Layer(keras.layers.Layer):
            def call(self, x):
                return x * self.scale

            def grow(self):
                self.scale += 1
        """,
    )
    invalid = (
        Invalid(
            """
            class Agent:
                def __init__(self):
                    self.epsilon = 1.0

                @tf.function
                def act(self, state):
                    return tf.random.uniform([]) < self.epsilon  # TFE605

                def decay(self):
                    self.epsilon = max(0.1, self.epsilon * 0.99)
            """
        ),
        Invalid(
            """
            step = 0

            @tf.function
            def rate():
                return 1.0 / tf.sqrt(1.0 + step)  # TFE605

            for batch in batches:
                train(batch, rate())
                step += 1
            """
        ),
    )

    def visit_Attribute(self, node: ast.Attribute, file: File) -> Iterator[Finding]:
        owner = file.tree.owner(node)
        if owner is not None and isinstance(node.value, ast.Name) and node.value.id == "self":
            yield from self._check(node, file.bindings.of_attribute(owner, node.attr), file)

    def visit_Name(self, node: ast.Name, file: File) -> Iterator[Finding]:
        yield from self._check(node, file.bindings.of_name(node), file)

    def _check(
        self, node: ast.Attribute | ast.Name, bindings: list[Binding], file: File
    ) -> Iterator[Finding]:
        if not isinstance(node.ctx, ast.Load) or not bindings or not file.traced(node):
            return
        function = file.tree.function(node)
        if function is None or file.kind(node).what is not What.NUMBER:
            return
        changes = [binding for binding in bindings if _changes(binding, node)]
        later = [b for b in changes if _is_later(b, node, function, file)]
        if later and len(later) == len(changes):
            line = str(getattr(later[0].source, "lineno", ""))
            read = file.source(node)
            yield self.found(node, file, read=read, function=function.name, line=line)


def _changes(binding: Binding, node: ast.expr) -> bool:
    """Whether a binding makes a new number of the old one."""
    return binding.how is How.CHANGED or (
        binding.how is How.VALUE
        and any(isinstance(p, type(node)) and same(p, node) for p in ast.walk(binding.source))
    )


def _is_later(binding: Binding, node: ast.expr, reader: ast.AST, file: File) -> bool:
    """Whether it can change after the trace: in a method, or in a loop behind the function."""
    where = file.tree.function(binding.source)
    if where is None:
        return isinstance(node, ast.Name) and file.heat.loop(binding.source) is not None
    if where is reader or where.name in ("__init__", "build") or file.traced(binding.source):
        return False
    return isinstance(node, ast.Attribute) or file.tree.scope(binding.source) is not reader
