"""TFE102: a Python loop over the elements of a tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import inputs
from porter.linter.bindings import argument_of
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.hot import Hot
from porter.linter.rule import Invalid, Rule
from porter.linter.tree import iterable, names, targets

_FAR = 3  # names of names that are followed
_PASSING = frozenset("enumerate zip reversed".split())


class TensorIteration(Rule):
    """A Python loop takes a tensor apart, element by element.

    ### What it does
    Finds eager loops over a tensor that compute with each element, and arithmetic with `t[i]` in a
    loop that counts `i` over data: with other elements, or with what the pass before computed, such
    as discounted returns.

    ### Why is this bad?
    Each element that is taken out is an op, and so is each operation with it. NumPy's cost a tenth
    of that, and one op for all of them costs next to nothing.

    ### Example
    ```python
    values = critic(states)
    for t in reversed(range(len(rewards))):
        deltas[t] = rewards[t] + gamma * values[t + 1] - values[t]
    ```

    ### Use instead
    ```python
    values = critic(states).numpy()
    deltas = rewards + gamma * values[1:] - values[:-1]
    ```

    ### When not
    Where gradients flow through the loop, `.numpy()` does not help: use tensor operations, or
    `tf.scan` in a `tf.function`. There, AutoGraph makes a loop of the graph of `for`.
    """

    id = "TFE102"
    name = "tensor-iteration"
    message = "a Python loop takes the tensor `{tensor}` apart, an op or more for each element"
    advice = "vectorise it, or loop over `{tensor}.numpy()`"
    valid = (
        """
        shares = tf.nn.softmax(logits)
        def total(losses):
            found = []
            for i in range(len(losses)):
                found.append(weighted(0.5 * shares[i]))
            return found

        for losses in batches:
            total(losses)
        """,
        """
        def mirrored(boxes, widths):
            widths = tf.convert_to_tensor(widths)
            for i in range(boxes.shape[0]):
                found.append(widths[i] - boxes)
        """,
        """
        strides = tf.constant([8.0, 16.0, 32.0])
        for i in range(levels):
            sizes.append(512 // strides[i])
        """,
        """
        def matches(iou, thresholds):
            return [tf.where(iou >= thresholds[i]) for i in range(10)]

        def all_matches(iou, thresholds):
            for i in range(len(thresholds)):
                found = tf.where(iou >= thresholds[i])

        for iou in batches:
            all_matches(iou, tf.linspace(0.5, 0.95, 10))
        """,
        """
        model = keras.Sequential([keras.layers.Dense(1)])
        for states in batches:
            values = model(states).numpy()
            for t in range(len(rewards)):
                returns = rewards[t] + gamma * values[t]
        """,
        """
        @tf.function
        def total(x):
            found = tf.zeros([])
            for row in tf.reshape(x, [-1]):
                found += row
            return found

        for x in batches:
            total(x)
        """,
        """
        for name, x in batches:
            for i, mel in enumerate(tf.math.exp(x)):
                np.save(f"{name}_{i}.npy", mel)
        """,
        """
        for x in tf.data.Dataset.from_tensor_slices(data).batch(32):
            train(x)
        """,
        """
        x = tf.random.normal([1000, 4])
        for start in range(0, 1000, 100):
            train(x[start:start + 100])
        """,
        """
        x = tf.random.normal([1000, 4])
        for i in range(1000):
            plot(x[i])
        """,
        """
        for step in range(1000):
            for image in tf.image.flip_left_right(images):
                boxes.append(detect(image))
        """,
        """
        for patch in tf.image.extract_patches(images, [1, 5, 5, 1], [1, 5, 5, 1], [1] * 4, "VALID"):
            for row in patch:
                print(row.shape, row)
        """,
    )
    invalid = (
        Invalid(
            """
            def returns(states, rewards):
                values = tf.squeeze(model(states))
                found = []
                for t in reversed(range(len(rewards))):
                    found.append(rewards[t] + 0.99 * values[t + 1])  # TFE102
                return found

            for episode in episodes:
                returns(*episode)
            """
        ),
        Invalid(
            """
            while running:
                for row in tf.math.softmax(logits):  # TFE102
                    score += entropy(row) - 0.1 * row
            """
        ),
    )

    def visit_For(self, node: ast.For, file: File) -> Iterator[Finding]:
        tensors = [over for over in _iterated(node.iter) if file.kind(over).is_tensor]
        if not tensors or not file.eager(node) or (hot := file.hot(node)) is None:
            return
        if inputs.writes(node, file) or file.heat.loops.is_watched(node):
            return
        if not _computes(node, file):
            return
        for tensor in tensors:
            yield self.found(node, file, hot, tensor=file.source(tensor))

    def visit_Subscript(self, node: ast.Subscript, file: File) -> Iterator[Finding]:
        if not isinstance(node.ctx, ast.Load) or not _is_arithmetic(node, file):
            return
        loop = file.heat.loop(node)
        if not isinstance(loop, ast.For) or not _is_element(node, loop):
            return
        if not _is_over_data(loop) or _is_constant(node.value, file):
            return
        if not _is_of_a_series(node, loop, file):
            return
        function = file.tree.function(node)
        if function is not None and not file.calls.of(function):
            return  # whoever calls it may trace it
        if file.kind(node.value).is_tensor and file.eager(node) and _is_first(node, loop, file):
            yield self.found(node, file, Hot(loop.lineno), tensor=file.source(node.value))


def _iterated(node: ast.expr) -> list[ast.expr]:
    """What a loop takes its elements from."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _PASSING:
        return [found for argument in node.args for found in _iterated(argument)]
    return [node]


def _computes(loop: ast.For, file: File) -> bool:
    """Whether an element is an operand itself: what is passed on can be a picture, or a batch."""
    bound = names(loop.target)
    return any(
        isinstance(node, ast.Name) and node.id in bound and _is_arithmetic(node, file)
        for statement in loop.body
        for node in file.tree.inside(statement)
    )


def _is_element(node: ast.Subscript, loop: ast.For) -> bool:
    """Whether the index counts with the loop: `t`, `t + 1`; no slices."""
    over = iterable(loop)
    counts = isinstance(over, ast.Call) and "range" in names(over)
    parts = (ast.Name, ast.BinOp, ast.Constant, ast.operator, ast.expr_context)
    plain = all(isinstance(part, parts) for part in ast.walk(node.slice))
    bound = names(targets(loop)[0])
    return counts and plain and bool(names(node.slice) & bound) and not names(node.value) & bound


def _is_over_data(loop: ast.For) -> bool:
    """Whether the number of passes is that of some data: `range(len(rewards))`, `x.shape[0]`."""
    over = ast.walk(loop.iter)
    return any(
        (isinstance(part, ast.Name) and part.id == "len")
        or (isinstance(part, ast.Attribute) and part.attr in ("shape", "size"))
        for part in over
    )


def _is_of_a_series(node: ast.Subscript, loop: ast.For, file: File) -> bool:
    """Whether elements meet their neighbours, those of other series, or a running result.

    Else the tensor may be a short one: a weight for each loss, a size for each level.
    """
    statement = file.tree.statement(node)
    if isinstance(statement, ast.AugAssign) or any(
        isinstance(part, ast.BinOp) for part in ast.walk(node.slice)
    ):
        return True
    if isinstance(statement, ast.Assign):
        bound = {name for target in statement.targets for name in names(target)}
        if bound & names(statement.value):
            return True
    others = (part for part in ast.walk(statement) if isinstance(part, ast.Subscript))
    return any(
        _is_element(o, loop) and ast.unparse(o.value) != ast.unparse(node.value) for o in others
    )


def _is_constant(tensor: ast.expr, file: File, depth: int = 0) -> bool:
    """Whether a tensor may be made of numbers that are written: thresholds, strides."""
    if isinstance(tensor, ast.Attribute):
        return True
    if isinstance(tensor, ast.Call):
        return all(
            isinstance(part, (ast.Constant, ast.List, ast.Tuple, ast.expr_context, ast.UnaryOp))
            for argument in tensor.args
            for part in ast.walk(argument)
            if not isinstance(part, ast.unaryop)
        )
    if not isinstance(tensor, ast.Name) or depth > _FAR:
        return False
    for binding in file.bindings.of_name(tensor):
        sources: list[ast.AST | None] = [binding.source]
        if isinstance(binding.source, ast.arg):
            function = file.tree.function_of(binding.source)
            calls = file.calls.of(function) if function else []
            sources = [argument_of(c, function, binding.index) for c in calls if function]
        if any(isinstance(s, ast.expr) and _is_constant(s, file, depth + 1) for s in sources):
            return True
    return False


def _is_arithmetic(node: ast.expr, file: File) -> bool:
    """Whether the element is an operand, so that an op follows for each."""
    parent = file.tree.parent(node)
    return isinstance(parent, (ast.BinOp, ast.Compare, ast.AugAssign))


def _is_first(node: ast.Subscript, loop: ast.For, file: File) -> bool:
    """Whether no element of the same tensor is taken before it in the loop."""
    wanted = file.source(node.value)
    for other in file.tree.inside(loop):
        if isinstance(other, ast.Subscript) and file.source(other.value) == wanted:
            return other is node or not _is_arithmetic(other, file)
    return False
