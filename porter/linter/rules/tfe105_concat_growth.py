"""TFE105: a tensor that grows row by row."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule, Tier

_MUCH = 3  # other ops on a pass


class ConcatGrowth(Rule):
    """A tensor grows by `tf.concat` in a loop, and is copied each time.

    ### What it does
    Finds `rows = tf.concat([rows, row], axis=0)` in a loop.

    ### Why is this bad?
    Each pass copies all rows so far: the time grows with the square of their number.

    ### Example
    ```python
    rows = tf.zeros([0, 4])
    for state in states:
        rows = tf.concat([rows, state[None]], axis=0)
    ```

    ### Use instead
    ```python
    rows = tf.stack([state for state in states])
    ```

    ### When not
    A loop of a few passes. In a graph, `tf.TensorArray` takes the place of the list.
    """

    id = "TFE105"
    name = "concat-growth"
    tier = Tier.OPTIONAL  # of what it found in 160 repositories, nothing mattered
    message = "`{name}` is copied on each pass to add to its end"
    advice = "append to a list and concatenate once behind the loop; in a graph, a tf.TensorArray"
    valid = (
        """
        rows = tf.concat([tf.zeros([0, 4]), x], axis=0)
        for layer in layers:
            x = tf.concat([x, layer(inputs)], axis=1)
        """,
        """
        for layer in model.layers:
            x = tf.concat([x, layer.kernel], axis=0)
        """,
        """
        for state in states:
            rows = tf.concat([state, noise], axis=0)
        """,
        """
        for state in states:
            window = tf.concat([window, state], axis=0)[1:]
        """,
        """
        while count < wanted:
            drawn = sample(wanted)
            count += len(drawn)
            rows = tf.concat([rows, drawn], axis=0)
        """,
        """
        for category in tf.unique(categories)[0]:
            chosen = tf.boolean_mask(boxes, categories == category)
            values = tf.boolean_mask(scores, categories == category)
            kept = tf.image.non_max_suppression(chosen, values, 100)
            found = tf.concat([found, tf.gather(chosen, kept)], 0)
        """,
    )
    invalid = (
        Invalid(
            """
            rows = tf.zeros([0, 4])
            for state in states:
                rows = tf.concat([rows, state[None]], axis=0)  # TFE105
            """
        ),
        Invalid(
            """
            class Memory:
                def collect(self, env):
                    while True:
                        self.rows = tf.concat([self.rows, env.row()], 0)  # TFE105
            """
        ),
    )

    def visit_Assign(self, node: ast.Assign, file: File) -> Iterator[Finding]:
        call = node.value
        if not isinstance(call, ast.Call) or file.name(call.func) != "tf.concat":
            return
        parts = call.args[0] if call.args else None
        axis = [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "axis")]
        if not isinstance(parts, ast.List) or len(axis) != 1 or ast.unparse(axis[0]) != "0":
            return
        name = ast.unparse(node.targets[0])
        loop = file.heat.loop(node)
        if isinstance(loop, ast.While) and not isinstance(loop.test, ast.Constant):
            return  # until there is enough, which can be at once
        if parts.elts and ast.unparse(parts.elts[0]) == name and loop is not None:
            if file.once(_stores, loop)[name] == 1 and not file.once(_does_much, loop):
                yield self.found(node, file, file.hot(node), name=name)


def _does_much(loop: ast.AST, file: File) -> bool:
    """Whether other ops take the time of a pass, as where the boxes of a class are chosen."""
    calls = (node for node in file.tree.inside(loop) if isinstance(node, ast.Call))
    names = [name for call in calls if (name := file.name(call.func)).startswith("tf.")]
    return sum(name != "tf.concat" for name in names) > _MUCH


def _stores(loop: ast.AST, file: File) -> Counter[str]:
    """How often a loop sets what; a window of the last rows is set another time."""
    stored = (n for n in ast.walk(loop) if isinstance(n, (ast.Name, ast.Attribute)))
    return Counter(ast.unparse(n) for n in stored if isinstance(n.ctx, ast.Store))
