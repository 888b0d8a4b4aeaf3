"""TFE702: Python in a data pipeline."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.rule import Invalid, Rule, Tier
from porter.linter.tree import Function, names

_PYTHON = frozenset("tf.py_function tf.numpy_function tf.compat.v1.py_func".split())


class PyFunction(Rule):
    """A data pipeline calls Python for each element.

    ### What it does
    Finds `tf.py_function` and `tf.numpy_function` in a function that a dataset maps.

    ### Why is this bad?
    Each element goes to Python and back, one at a time: the interpreter's lock keeps
    `num_parallel_calls` from helping.

    ### Example
    ```python
    dataset = dataset.map(lambda x: tf.numpy_function(np.log1p, [x], tf.float32))
    ```

    ### Use instead
    ```python
    dataset = dataset.map(tf.math.log1p)
    ```

    ### When not
    What TensorFlow has no op for, such as an environment or a codec. Nobody but the author can
    tell, so the rule is off unless it is selected.
    """

    id = "TFE702"
    name = "py-function"
    message = "`{call}` takes each element of the dataset to Python and back"
    advice = "ops of TensorFlow, or the Python before the dataset is made"
    tier = Tier.OPTIONAL
    valid = (
        """
        @tf.function
        def step(action):
            return tf.numpy_function(env.step, [action], tf.float32)
        """,
        """
        dataset = tf.data.Dataset.from_tensor_slices(x).map(lambda x: tf.math.log1p(x))
        y = tf.numpy_function(np.log1p, [x], tf.float32)
        """,
    )
    invalid = (
        Invalid(
            """
            dataset = tf.data.Dataset.from_tensor_slices(x)
            dataset = dataset.map(lambda x: tf.numpy_function(np.log1p, [x], tf.float32))  # TFE702
            """
        ),
        Invalid(
            """
            def load(x):
                return tf.py_function(read, [x], tf.float32)  # TFE702

            dataset = tf.data.Dataset.list_files("*.txt").map(load, num_parallel_calls=4)
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        if file.name(node.func) not in _PYTHON:
            return
        mapped = [a for a, _ in file.tree.ancestors(node) if isinstance(a, (ast.Lambda, *Function))]
        if any(_is_mapped(function, file) for function in mapped):
            yield self.found(node, file, call=file.source(node.func))


def _is_mapped(function: ast.AST, file: File) -> bool:
    """Whether a dataset maps this function, by itself or in a lambda."""
    name = function.name if isinstance(function, Function) else function
    return name in file.once(_mapped, file.tree.module)


def _mapped(module: ast.Module, file: File) -> set[object]:
    """What datasets map: lambdas, and the names of functions."""
    maps = [
        call.args[0]
        for call in file.tree.of(ast.Call)
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "map"
        and call.args
        and file.kind(call.func.value).what is What.DATASET
    ]
    return {found for mapped in maps for found in (mapped, *names(mapped))}
