"""TFE306: a long loop over Python's range, which a graph has once for each pass."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.bindings import How
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule, Tier
from porter.linter.tree import AnyFunction

_MANY = 100


class UnrolledRange(Rule):
    """A long loop over `range` in a `tf.function` is traced pass by pass.

    ### What it does
    Finds `for i in range(n)` in code that `tf.function` traces, where `n` is a number of at least
    100 that is written in the file.

    ### Why is this bad?
    AutoGraph leaves `range` of a Python number to Python: the body is traced `n` times, and the
    graph has `n` copies of it. The first call takes seconds where `tf.range` takes milliseconds.

    ### Example
    ```python
    @tf.function
    def simulate(state):
        for i in range(1000):
            state = step(state)
        return state
    ```

    ### Use instead
    ```python
    @tf.function
    def simulate(state):
        for i in tf.range(1000):
            state = step(state)
        return state
    ```

    ### When not
    Where the function is called very often: the unrolled graph was about twice as fast from its
    second call on. That is why the rule is off unless it is selected.
    """

    id = "TFE306"
    name = "unrolled-range"
    message = "the graph of `{function}` has {count} copies of this loop's body"
    advice = "tf.range({count})"
    tier = Tier.OPTIONAL
    valid = (
        """
        @tf.function
        def simulate(state):
            for i in tf.range(1000):
                state = state * 2.0
            for i in range(10):
                state = state + 1.0
            return state
        """,
        """
        @tf.function
        def simulate(state, count):
            for i in range(count):
                state = state * 2.0
            return state
        """,
        """
        def simulate(state):
            for i in range(1000):
                state = state * 2.0
            return state
        """,
        """
        @tf.function
        def simulate(state):
            names = []
            for i in range(1000):
                names.append(str(i))
            return state
        """,
    )
    invalid = (
        Invalid(
            """
            STEPS = 500

            @tf.function
            def simulate(state):
                for i in range(STEPS):  # TFE306
                    state = tf.square(state)
                return state
            """
        ),
    )

    def visit_For(self, node: ast.For, file: File) -> Iterator[Finding]:
        over = node.iter
        if not isinstance(over, ast.Call) or len(over.args) != 1 or not file.traced(node):
            return
        count = _number(over.args[0], file) if ast.unparse(over.func) == "range" else 0
        function: AnyFunction | None = file.tree.function(node)
        if count < _MANY or function is None or not _has_ops(node, file):
            return
        yield self.found(node, file, function=function.name, count=str(count))


def _number(node: ast.expr, file: File) -> int:
    """The number that is written, here or at the one place that sets the name; else 0."""
    if isinstance(node, ast.Name):
        found = file.bindings.of_name(node)
        if len(found) != 1 or found[0].how is not How.VALUE:
            return 0
        node = found[0].source  # type: ignore[assignment]
    value = node.value if isinstance(node, ast.Constant) else 0
    return value if type(value) is int else 0


def _has_ops(loop: ast.For, file: File) -> bool:
    """Whether tensors are computed in the loop, so that there is something to copy."""
    return any(
        isinstance(node, (ast.Call, ast.BinOp))
        and file.kind(node).what in (What.TENSOR, What.OUTPUT)
        for node in file.tree.inside(loop)
    )
