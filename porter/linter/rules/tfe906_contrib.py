"""TFE906: tf.contrib, which is gone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import legacy
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Fixable, Invalid, Rule

# Called with the same arguments.
RENAMES = {
    "eager.GradientTape": "GradientTape",
    "eager.Variable": "Variable",
    "eager.defun": "function",
    "eager.executing_eagerly": "executing_eagerly",
    "eager.py_func": "py_function",
    "checkpoint.CheckpointManager": "train.CheckpointManager",
}
INSTEAD = {
    "checkpoint.Checkpointable": "tf.Module",
    "checkpoint": "tf.train.Checkpoint",
    "data": "tf.data",
    "distribute": "tf.distribute",
    "distributions": "tensorflow_probability.distributions",
    "eager.Checkpoint": "tf.train.Checkpoint",
    "eager.Iterator": "a plain loop over the dataset",
    "eager.Saver": "tf.train.Checkpoint",
    "eager.enable_eager_execution": "remove it: TensorFlow 2 is eager",
    "eager.gradients_function": "tf.GradientTape",
    "eager.implicit_gradients": "tf.GradientTape and tape.gradient",
    "eager.implicit_value_and_gradients": "tf.GradientTape, which leaves the loss at hand",
    "eager.metrics": "tf.keras.metrics",
    "eager.value_and_gradients_function": "tf.GradientTape, which leaves the loss at hand",
    "eager": "remove it: TensorFlow 2 is eager",
    "framework": "tf.nest, tf.train or tf.keras",
    "layers": "tf.keras.layers",
    "learn": "tf.keras",
    "lookup": "tf.lookup",
    "opt": "tf.keras.optimizers",
    "rnn": "tf.keras.layers",
    "seq2seq": "tensorflow_addons.seq2seq",
    "slim": "tf.keras, or the package tf_slim",
    "summary.always_record_summaries": "tf.summary.record_if(True)",
    "summary.create_file_writer": "tf.summary.create_file_writer",
    "summary.graph": "tf.summary.trace_on and tf.summary.trace_export",
    "summary.histogram": "tf.summary.histogram(name, data, step=...)",
    "summary.image": "tf.summary.image(name, data, step=...)",
    "summary.never_record_summaries": "tf.summary.record_if(False)",
    "summary.record_summaries_every_n_global_steps": "tf.summary.record_if(step % n == 0)",
    "summary.scalar": "tf.summary.scalar(name, data, step=...)",
    "summary": "tf.summary",
    "tpu": "tf.distribute.TPUStrategy",
}


class Contrib(Rule):
    """`tf.contrib` does not exist in TensorFlow 2.

    ### What it does
    Finds imports and uses of `tensorflow.contrib`, and says where each thing went.

    ### Why is this bad?
    The import raises `ModuleNotFoundError`, the use `AttributeError`. Most of it has a place in
    TensorFlow 2 itself; the rest became packages of its own.

    ### Example
    ```python
    import tensorflow.contrib.eager as tfe


    @tfe.defun
    def step(x):
        return tf.square(x)
    ```

    ### Use instead
    ```python
    @tf.function
    def step(x):
        return tf.square(x)
    ```

    ### When not
    Code for TensorFlow 1 alone. The fix is unsafe: `tf.function` makes variables in its first trace
    only, which `defun` did not ask for.
    """

    id = "TFE906"
    name = "contrib"
    message = "TensorFlow 2 has no `{old}`"
    advice = "{new}"
    fixable = Fixable.UNSAFE
    valid = (
        """
        @tf.function
        def step(x):
            return x
        """,
        """
        try:
            from tensorflow.contrib import rnn
        except ImportError:
            rnn = tf.keras.layers
        """,
        """
        import tensorflow
        from mxnet import contrib

        contrib.eager.defun(f)
        """,
    )
    invalid = (
        Invalid(
            """
            @tf.contrib.eager.defun  # TFE906
            def step(x):
                return tf.square(x)

            y = step(tf.constant(2.0))
            """,
            fixed="""
            @tf.function
            def step(x):
                return tf.square(x)

            y = step(tf.constant(2.0))
            """,
            setup="""
            from types import SimpleNamespace

            # The original is gone: an eager call has the values that it had.
            tf.contrib = SimpleNamespace(eager=SimpleNamespace(defun=lambda function: function))
            """,
            result="y",
        ),
        Invalid(
            """
            import tensorflow as tf
            import tensorflow.contrib.eager as tfe  # TFE906
            from tensorflow.contrib import summary  # TFE906

            grads = tfe.implicit_gradients(loss)(x)  # TFE906

            class DDPG(tf.contrib.checkpoint.Checkpointable):  # TFE906
                pass
            """
        ),
    )

    def visit_Attribute(self, node: ast.Attribute, file: File) -> Iterator[Finding]:
        what, _, old = legacy.used(node, file).partition(".")
        if what != "contrib" or not old:
            return
        tf = file.name.alias("tf") or "tf"
        if old in RENAMES:
            new = f"{tf}.{RENAMES[old]}"
            fix = file.replacement(node, new, needs="" if file.name.alias("tf") else "tf")
            yield self.found(node, file, None, fix, old=ast.unparse(node), new=new)
        else:
            new = legacy.replacement(old, INSTEAD) or "a package of its own, or code of your own"
            yield self.found(node, file, old=ast.unparse(node), new=new)

    def visit_Import(self, node: ast.Import, file: File) -> Iterator[Finding]:
        for alias in node.names:
            yield from self._imported(node, alias.name, file)

    def visit_ImportFrom(self, node: ast.ImportFrom, file: File) -> Iterator[Finding]:
        module = node.module or ""
        if module == "tensorflow":
            for alias in node.names:
                yield from self._imported(node, f"{module}.{alias.name}", file)
        elif not node.level:
            yield from self._imported(node, f"{module}.{node.names[0].name}", file)

    def _imported(self, node: ast.stmt, name: str, file: File) -> Iterator[Finding]:
        if f"{name}.".startswith("tensorflow.contrib.") and not legacy.is_guarded(node, file):
            old = name.removeprefix("tensorflow.contrib").removeprefix(".")
            new = legacy.replacement(old, INSTEAD) or "what replaces the things of it that are used"
            yield self.found(node, file, old="tf.contrib" + (f".{old}" if old else ""), new=new)
