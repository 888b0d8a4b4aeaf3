"""TFE703: a metric that is updated eagerly on each step."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule, Tier


class MetricUpdateEager(Rule):
    """A Keras metric is updated eagerly on each step.

    ### What it does
    Finds calls of a metric, or of its `update_state`, in a loop that also calls a `tf.function`.

    ### Why is this bad?
    An update is a handful of ops and assignments, dispatched from Python; inside of the train step
    they cost next to nothing.

    ### Example
    ```python
    for batch in batches:
        loss = train_step(batch)
        mean_loss.update_state(loss)
    ```

    ### Use instead
    ```python
    @tf.function
    def train_step(batch):
        loss = update(batch)
        mean_loss.update_state(loss)
    ```

    ### When not
    Where the step itself takes many milliseconds: the update is a fixed cost beside it. That is why
    the rule is off unless it is selected.
    """

    id = "TFE703"
    name = "metric-update-eager"
    message = "`{metric}` is updated eagerly"
    advice = "update it in `{step}`, which is a tf.function"
    tier = Tier.OPTIONAL
    valid = (
        """
        mean = keras.metrics.Mean()

        @tf.function
        def step(x):
            mean.update_state(tf.reduce_mean(x))

        for x in batches:
            step(x)
        """,
        """
        mean = keras.metrics.Mean()
        for x in batches:
            mean.update_state(x.sum())
        """,
    )
    invalid = (
        Invalid(
            """
            mean = keras.metrics.Mean()

            @tf.function
            def step(x):
                return tf.reduce_mean(x)

            for x in batches:
                loss = step(x)
                mean(loss)  # TFE703
                mean.update_state(loss)  # TFE703
            """
        ),
    )

    def visit_Expr(self, node: ast.Expr, file: File) -> Iterator[Finding]:
        call = node.value
        if not isinstance(call, ast.Call):
            return
        metric = call.func
        if isinstance(metric, ast.Attribute) and metric.attr == "update_state":
            metric = metric.value
        if file.kind(metric).what is not What.KERAS or not call.args or not file.eager(node):
            return
        hot, loop = file.hot(node), file.heat.loop(node)
        step = _step(loop, file) if hot is not None and hot.each and loop is not None else ""
        if step:
            yield self.found(node, file, hot, metric=file.source(metric), step=step)


def _step(loop: ast.AST, file: File) -> str:
    """The tf.function that is called in the same loop."""
    for node in file.tree.inside(loop):
        if isinstance(node, ast.Call) and file.kind(node.func).what is What.GRAPH:
            return file.source(node.func)
    return ""
