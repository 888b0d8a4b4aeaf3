"""TFE101: a tensor that is indexed row by row."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from porter.linter.file import File
from porter.linter.finding import Finding, Fix
from porter.linter.kinds import What
from porter.linter.rule import Fixable, Invalid, Rule
from porter.linter.tree import iterable, names, same, targets


class IndexLoop(Rule):
    """A Python loop picks one element of each row of a tensor.

    ### What it does
    Finds `q[i][a[i]]` and `q[i, a[i]]` in a loop over `i`, where `q` is a tensor.

    ### Why is this bad?
    Each index is an op of its own: 400 ops for a batch of 200 rows, and as many in the gradient.
    Inside a `tf.function` the loop is unrolled, and tracing takes as long as it is.

    ### Example
    ```python
    q = model(states)
    chosen = [q[i][actions[i]] for i in range(len(actions))]
    ```

    ### Use instead
    ```python
    q = model(states)
    chosen = tf.gather(q, actions, batch_dims=1)
    ```

    ### When not
    `tf.gather` gives a tensor where the loop gave a list of tensors, and the indices must not be
    negative. The fix is safe where the list goes into functions of TensorFlow and Keras only.
    """

    id = "TFE101"
    name = "index-loop"
    message = "`{tensor}` is a tensor and is indexed row by row, one op or more for each"
    advice = "tf.gather({tensor}, {index}, batch_dims=1)"
    fixable = Fixable.SAFE
    valid = (
        """
        q = model.predict(states)
        chosen = [q[i][actions[i]] for i in range(len(actions))]
        """,
        """
        q = tf.random.normal([32, 4])
        chosen = tf.gather(q, actions, batch_dims=1)
        """,
        """
        q = tf.random.normal([32, 4])
        first = [q[0][actions[k]] for k in (0, 1)]
        """,
        """
        def pick(q, actions):
            return [q[i][actions[i]] for i in range(len(actions))]
        """,
    )
    invalid = (
        Invalid(
            """
            q = tf.reshape(tf.range(12.0), [4, 3])
            chosen = [q[i][actions[i]] for i in range(len(actions))]  # TFE101
            loss = tf.reduce_sum(chosen)
            """,
            fixed="""
            q = tf.reshape(tf.range(12.0), [4, 3])
            chosen = tf.gather(q, actions, batch_dims=1)
            loss = tf.reduce_sum(chosen)
            """,
            setup="actions = [2, 0, 1, 1]",
            result="loss",
        ),
        Invalid(
            """
            q = tf.reshape(tf.range(12.0), [4, 3])
            loss = tf.reduce_sum([q[i, a] for i, a in enumerate(actions)])  # TFE101
            """,
            fixed="""
            q = tf.reshape(tf.range(12.0), [4, 3])
            loss = tf.reduce_sum(tf.gather(q, actions, batch_dims=1))
            """,
            setup="actions = np.array([2, 0, 1, 1])",
            result="loss",
        ),
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(3)])
            q = model(states)
            chosen = []
            for i in range(batch_size):
                chosen.append(q[i][actions[i]])  # TFE101
            """
        ),
    )

    def visit_Subscript(self, node: ast.Subscript, file: File) -> Iterator[Finding]:
        loop = file.heat.loop(node)
        if not isinstance(loop, (ast.For, ast.ListComp)) or not isinstance(node.ctx, ast.Load):
            return
        picked = _picked(node, loop)
        if picked is None or not file.kind(picked.tensor).indexes or file.builds_graphs:
            return
        whole_list = isinstance(loop, ast.ListComp) and loop.elt is node
        indices = picked.indices(loop)
        shown = "the indices" if indices is None else file.source(indices)
        fix = None
        if isinstance(loop, ast.ListComp) and whole_list and indices is not None:
            fix = _gathered(loop, picked, indices, file)
        yield self.found(
            loop if whole_list else node,
            file,
            file.hot(loop) or file.hot(node),
            fix,
            tensor=file.source(picked.tensor),
            index=shown,
        )


@dataclass(frozen=True)
class _Pick:
    """`tensor[row][index]`."""

    tensor: ast.expr
    row: ast.Name
    index: ast.expr

    def indices(self, loop: ast.For | ast.ListComp) -> ast.expr | None:
        """All indices as one value: `a` of `a[i]`, or what is enumerated."""
        over, target = iterable(loop), targets(loop)[0]
        if isinstance(target, ast.Tuple):
            second = target.elts[1]
            is_item = isinstance(second, ast.Name) and same(second, self.index)
            return over.args[0] if is_item and isinstance(over, ast.Call) else None
        is_item = isinstance(self.index, ast.Subscript) and same(self.index.slice, self.row)
        return self.index.value if is_item and isinstance(self.index, ast.Subscript) else None

    def takes_all(self, loop: ast.ListComp, indices: ast.expr) -> bool:
        """Whether the loop goes over all rows: over the length of the tensor or the indices."""
        over = loop.generators[0].iter
        if loop.generators[0].ifs or not isinstance(over, ast.Call) or len(over.args) != 1:
            return False
        if isinstance(loop.generators[0].target, ast.Tuple):
            return True
        lengths = (f"len({ast.unparse(x)})" for x in (indices, self.tensor))
        return ast.unparse(over.args[0]) in (*lengths, f"{ast.unparse(self.tensor)}.shape[0]")


def _picked(node: ast.Subscript, loop: ast.For | ast.ListComp) -> _Pick | None:
    """What `q[i][a[i]]` or `q[i, a[i]]` consists of, if `i` counts the passes of the loop."""
    over, target = iterable(loop), targets(loop)[0]
    if not isinstance(over, ast.Call) or not isinstance(over.func, ast.Name):
        return None
    if isinstance(loop, ast.ListComp) and len(loop.generators) > 1:
        return None
    counter: ast.expr = target
    if over.func.id == "enumerate" and isinstance(target, ast.Tuple):
        counter = target.elts[0]
    elif over.func.id != "range":
        return None
    if isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
        tensor, (row, index) = node.value, node.slice.elts
    elif isinstance(node.value, ast.Subscript):
        tensor, row, index = node.value.value, node.value.slice, node.slice
    else:
        return None
    varies = names(index) & names(target) and not isinstance(index, ast.Slice)
    if not varies or names(tensor) & names(target):
        return None
    return _Pick(tensor, row, index) if isinstance(row, ast.Name) and same(row, counter) else None


def _gathered(loop: ast.ListComp, picked: _Pick, indices: ast.expr, file: File) -> Fix | None:
    tf = file.name.alias("tf")
    if not tf or not picked.takes_all(loop, indices):
        return None
    tensor, rows = file.text.of(picked.tensor), file.text.of(indices)
    text = f"{tf}.gather({tensor}, {rows}, batch_dims=1)"
    return file.replacement(loop, text, safe=_into_tensorflow(loop, file))


def _into_tensorflow(loop: ast.ListComp, file: File) -> bool:
    """Whether nothing but functions of TensorFlow and Keras gets the list."""
    parent = file.tree.parent(loop)
    if not isinstance(parent, ast.Assign) or not isinstance(parent.targets[0], ast.Name):
        return _is_argument(loop, file)
    name = parent.targets[0]
    uses = file.tree.uses(name.id)[file.tree.scope(loop)]
    passed = (_is_argument(use, file) for use in uses if use is not name)
    return len(parent.targets) == 1 < len(uses) and all(passed)


def _is_argument(node: ast.expr, file: File) -> bool:
    call = file.tree.parent(node)
    if not isinstance(call, ast.Call) or node not in call.args or file.wraps(call.func):
        return False
    known = file.name(call.func).startswith(("tf.", "keras."))
    return known or file.kind(call.func).what is What.KERAS
