"""TFE905: sessions, placeholders and what else TensorFlow 2 has no graphs for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import legacy
from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.rule import Invalid, Rule

_CALL = "call the function; put it under @tf.function"
_VARIABLE = "tf.Variable, kept by a tf.Module or a layer"
_TRACKED = "the variables of the model: model.trainable_variables"
INSTEAD = {
    "AUTO_REUSE": "call the same layer again",
    "ConfigProto": "tf.config",
    "GPUOptions": "tf.config.experimental.set_memory_growth",
    "InteractiveSession": _CALL,
    "Print": "tf.print",
    "Session": _CALL,
    "Summary": "tf.summary.scalar",
    "app": "absl.app",
    "assign": "variable.assign(value)",
    "assign_add": "variable.assign_add(value)",
    "assign_sub": "variable.assign_sub(value)",
    "decode_csv": "tf.io.decode_csv",
    "disable_eager_execution": "remove it, and call functions instead of running ops",
    "enable_eager_execution": "remove it: TensorFlow 2 is eager",
    "flags": "absl.flags or argparse",
    "get_collection": "keep the tensors in a list of your own",
    "get_default_session": _CALL,
    "get_variable": _VARIABLE,
    "global_variables": "the variables of the model: model.variables",
    "global_variables_initializer": "remove it: variables have their value when they are made",
    "initialize_all_variables": "remove it: variables have their value when they are made",
    "layers": "tf.keras.layers",
    "local_variables_initializer": "remove it: variables have their value when they are made",
    "logging": "absl.logging or logging",
    "multinomial": "tf.random.categorical",
    "parse_example": "tf.io.parse_example",
    "parse_single_example": "tf.io.parse_single_example",
    "placeholder": "an argument of the function",
    "placeholder_with_default": "an argument of the function",
    "py_func": "tf.numpy_function",
    "set_random_seed": "tf.random.set_seed",
    "summary.FileWriter": "tf.summary.create_file_writer",
    "summary.merge": "remove it: tf.summary.scalar writes by itself",
    "summary.merge_all": "remove it: tf.summary.scalar writes by itself",
    "to_float": "tf.cast(x, tf.float32)",
    "to_int32": "tf.cast(x, tf.int32)",
    "to_int64": "tf.cast(x, tf.int64)",
    "train.AdagradOptimizer": "tf.keras.optimizers.Adagrad",
    "train.AdamOptimizer": "tf.keras.optimizers.Adam",
    "train.GradientDescentOptimizer": "tf.keras.optimizers.SGD",
    "train.MomentumOptimizer": "tf.keras.optimizers.SGD(momentum=...)",
    "train.RMSPropOptimizer": "tf.keras.optimizers.RMSprop(rho=...)",
    "train.MonitoredTrainingSession": _CALL,
    "train.Saver": "tf.train.Checkpoint",
    "train.create_global_step": "optimizer.iterations, or a tf.Variable",
    "train.get_global_step": "optimizer.iterations, or a tf.Variable",
    "train.get_or_create_global_step": "optimizer.iterations, or a tf.Variable",
    "trainable_variables": _TRACKED,
    "variable_scope": "layers keep their variables; tf.name_scope for names alone",
}


class GraphSession(Rule):
    """Sessions, placeholders and what belongs to them are gone from TensorFlow 2.

    ### What it does
    Finds what TensorFlow 1 built and ran graphs with: `tf.Session`, `tf.placeholder`,
    `tf.get_variable`, `tf.global_variables_initializer`, `tf.layers`, `tf.train.AdamOptimizer`.

    ### Why is this bad?
    They raise `AttributeError`. In TensorFlow 2, a function is called and has its result; a
    variable has its value from the start.

    ### Example
    ```python
    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.layers.dense(x, 2)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(y, {x: states}))
    ```

    ### Use instead
    ```python
    dense = tf.keras.layers.Dense(2)
    act = tf.function(dense)
    print(act(states).numpy())
    ```

    ### When not
    Code for TensorFlow 1 alone. `import tensorflow.compat.v1 as tf` keeps all of it.
    """

    id = "TFE905"
    name = "graph-session"
    message = "TensorFlow 2 has no `{old}`"
    advice = "{new}"
    valid = (
        """
        @tf.function
        def act(states):
            return model(states)

        print(act(states), model.trainable_variables, tf.summary.scalar("loss", 1.0, step=0))
        """,
        """
        with tf.compat.v1.Session() as sess:
            sess.run(y)
        """,
        """
        if hasattr(tf, "Session"):
            sess = tf.Session()
        """,
        "optimizer = tf.keras.optimizers.Adam(); checkpoint = tf.train.Checkpoint()",
    )
    invalid = (
        Invalid(
            """
            x = tf.placeholder(tf.float32, [None, 4])  # TFE905
            y = tf.layers.dense(x, 2)  # TFE905
            with tf.Session() as sess:  # TFE905
                sess.run(tf.global_variables_initializer())  # TFE905
            """
        ),
        Invalid(
            """
            import tensorflow as tf

            optimizer = tf.train.AdamOptimizer(1e-3)  # TFE905
            """
        ),
    )

    def visit_Attribute(self, node: ast.Attribute, file: File) -> Iterator[Finding]:
        if new := legacy.replacement(legacy.used(node, file), INSTEAD):
            yield self.found(node, file, old=ast.unparse(node), new=new)
