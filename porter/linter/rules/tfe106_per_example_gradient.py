"""TFE106: a tape for each row of a batch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import names, targets

_UPDATES = frozenset("apply_gradients apply minimize assign assign_add assign_sub".split())


class PerExampleGradient(Rule):
    """The gradient of each row of a batch has a tape of its own.

    ### What it does
    Finds an eager loop that opens a tape for row `i` of a batch, and collects the gradients.

    ### Why is this bad?
    Forward and backward pass are dispatched from Python for each row. `tf.vectorized_map` of a
    function with the tape in it, or `tape.jacobian`, computes all rows at once.

    ### Example
    ```python
    for i in range(len(states)):
        with tf.GradientTape() as tape:
            loss = loss_of(model(states[i : i + 1]))
        rows.append(tape.gradient(loss, model.trainable_variables))
    ```

    ### Use instead
    ```python
    @tf.function
    def of_one(state):
        with tf.GradientTape() as tape:
            loss = loss_of(model(state[None]))
        return tape.gradient(loss, model.trainable_variables)


    rows = tf.vectorized_map(of_one, states)
    ```

    ### When not
    Where a row needs the result of the row before; the rule is silent where the loop updates
    anything.
    """

    id = "TFE106"
    name = "per-example-gradient"
    message = "each row of a batch gets a tape of its own"
    advice = "tf.vectorized_map over the rows, or tape.jacobian, in a @tf.function"
    valid = (
        """
        for i in range(1000):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(batches[i]))
            grads = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(grads, model.trainable_variables))
        """,
        """
        for i in range(100):
            with tf.GradientTape() as tape:
                tape.watch(image)
                loss = tf.reduce_mean(model(image))
            image = image + tape.gradient(loss, image)
            frames.append(image)
        """,
        """
        def of_one(state):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(state[None]))
            return tape.gradient(loss, model.trainable_variables)

        rows = tf.vectorized_map(of_one, states)
        """,
    )
    invalid = (
        Invalid(
            """
            rows = []
            for i in range(len(states)):
                with tf.GradientTape() as tape:  # TFE106
                    loss = tf.reduce_mean(model(states[i : i + 1]))
                grads = tape.gradient(loss, model.trainable_variables)
                rows.append(grads)
            """
        ),
    )

    def visit_With(self, node: ast.With, file: File) -> Iterator[Finding]:
        tape = node.items[0].optional_vars
        loop = file.heat.loop(node)
        if file.kind(node.items[0].context_expr).what is not What.TAPE or not file.eager(node):
            return
        if not isinstance(loop, ast.For) or not isinstance(tape, ast.Name):
            return
        if _takes_a_row(node, loop) and _collects(loop, tape.id) and not _updates(loop):
            yield self.found(node, file, file.hot(node))


def _takes_a_row(node: ast.With, loop: ast.For) -> bool:
    """Whether the loop counts, and the tape sees what it counts: `x[i]`."""
    counted = isinstance(loop.iter, ast.Call) and ast.unparse(loop.iter.func).endswith("range")
    bound = {name for target in targets(loop) for name in names(target)}
    return counted and any(
        isinstance(part, ast.Subscript) and bound & names(part.slice)
        for statement in node.body
        for part in ast.walk(statement)
    )


def _collects(loop: ast.For, tape: str) -> bool:
    """Whether the gradients are put into a list, as they are or by their name."""
    asked = [n for n in ast.walk(loop) if isinstance(n, ast.Call) and _is(n, tape, "gradient")]
    named = {
        name
        for n in ast.walk(loop)
        if isinstance(n, ast.Assign) and n.value in asked
        for name in names(n.targets[0])
    }
    return bool(asked) and any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "append"
        and len(call.args) == 1
        and (call.args[0] in asked or ast.unparse(call.args[0]) in named)
        for call in ast.walk(loop)
    )


def _is(call: ast.Call, owner: str, method: str) -> bool:
    return ast.unparse(call.func) == f"{owner}.{method}"


def _updates(loop: ast.For) -> bool:
    return any(isinstance(n, ast.Attribute) and n.attr in _UPDATES for n in ast.walk(loop))
