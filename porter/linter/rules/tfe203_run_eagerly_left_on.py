"""TFE203: every tf.function is switched off."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter.file import File
from porter.linter.finding import Finding
from porter.linter.kinds import What
from porter.linter.modes import Mode
from porter.linter.rule import Invalid, Rule, Tier
from porter.linter.tree import same

_TRAINS = frozenset("fit train_on_batch fit_generator".split())
_SWITCHES = frozenset(
    ["tf.config.run_functions_eagerly", "tf.config.experimental_run_functions_eagerly"]
)


class RunEagerlyLeftOn(Rule):
    """A switch for debugging is left on, and nothing runs as a graph.

    ### What it does
    Finds `tf.config.run_functions_eagerly(True)` and `compile(run_eagerly=True)` that stand under
    no condition in a file that trains; the latter where all losses and metrics are Keras's own.

    ### Why is this bad?
    The first makes every `tf.function` of the process a plain Python function, the second the
    train step of `fit`. Every op is dispatched by Python again.

    ### Example
    ```python
    tf.config.run_functions_eagerly(True)
    model.compile(optimizer="adam", loss="mse", run_eagerly=True)
    ```

    ### Use instead
    ```python
    if args.debug:
        tf.config.run_functions_eagerly(True)
    model.compile(optimizer="adam", loss="mse")
    ```

    ### When not
    A train step that really needs Python or NumPy; then say so with `# porter: ignore[TFE203] why`.
    The rule is silent where `.numpy()` or NumPy stands in what would be traced, and where nothing
    in the file would be. Whether a switch is felt, or needed, often shows in another file only: 16
    of 26 findings in code that nobody here had seen were true, so the rule has to be selected.
    """

    id = "TFE203"
    name = "run-eagerly-left-on"
    message = "{switch} switches graphs off for {what}"
    advice = "remove it, or put it under a debug flag"
    tier = Tier.OPTIONAL  # 16 of 26 findings in code that nobody had seen were true
    valid = (
        """
        tf.config.run_functions_eagerly(True)

        def residual(wanted, found):
            return tf.reduce_mean(derivative(found) ** 2)

        model.compile(optimizer="adam", loss=residual)
        model.fit(x, y)
        """,
        """
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile(loss="mse", run_eagerly=True)
        model.load_weights("weights.h5")
        print(model(x))
        """,
        """
        tf.config.run_functions_eagerly(True)

        @tf.function
        def frozen(x):
            return model(x)

        save(frozen.get_concrete_function(x))
        """,
        """
        model = uncertain.Wrapper(keras.Sequential([keras.layers.Dense(1)]))
        model.compile(optimizer="adam", loss="mse", run_eagerly=True)
        """,
        """
        def bleu(wanted, found):
            return sentence_bleu(wanted.numpy(), found.numpy())

        model.compile(optimizer="adam", loss="mse", metrics=[bleu, "mse"], run_eagerly=True)
        """,
        """
        if debug:
            tf.config.run_functions_eagerly(True)
        model.fit(x, y)
        """,
        """
        tf.config.run_functions_eagerly(True)
        print(tf.reduce_sum(x))
        """,
        """
        tf.config.run_functions_eagerly(True)

        @tf.function
        def step(image):
            return pool.get(image.numpy())
        """,
        """
        tf.config.run_functions_eagerly(False)
        model.compile(run_eagerly=args.debug)
        """,
        """
        tf.config.run_functions_eagerly(True)
        show_step_by_step()
        tf.config.run_functions_eagerly(False)
        """,
    )
    invalid = (
        Invalid(
            """
            tf.config.run_functions_eagerly(True)  # TFE203
            model.compile(optimizer="adam", loss="mse")
            model.fit(x, y)
            """
        ),
        Invalid(
            """
            model = keras.Sequential([keras.layers.Dense(1)])
            model.compile(
                optimizer="adam",
                loss="mse",
                run_eagerly=True,  # TFE203
            )
            model.fit(x, y)
            """
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        if _switched(node, file) is True and not _is_conditional(node, file):
            module = file.tree.module
            if not file.once(_is_switched_off, module) and file.once(_is_felt, module):
                switch = file.source(node.func)
                yield self.found(node, file, switch=f"`{switch}(True)`", what="the whole process")
        if isinstance(node.func, ast.Attribute) and node.func.attr == "compile":
            for keyword in node.keywords:
                on = keyword.arg == "run_eagerly" and _is_true(keyword.value)
                on = on and not _is_conditional(node, file) and _is_trained(node, file)
                if on and _is_all_keras(node, file):
                    what = "this model's `fit`"
                    yield self.found(keyword.value, file, switch="`run_eagerly=True`", what=what)


def _switched(node: ast.Call, file: File) -> object:
    """What the switch for the whole process is set to."""
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    if file.name(node.func) not in _SWITCHES or not values:
        return None
    return values[0].value if isinstance(values[0], ast.Constant) else None


def _is_switched_off(module: ast.Module, file: File) -> bool:
    return any(_switched(call, file) is False for call in file.tree.of(ast.Call))


def _is_felt(module: ast.Module, file: File) -> bool:
    """Whether this file trains what would be traced, with nothing that a trace could not run."""
    calls = list(file.tree.of(ast.Call))
    methods = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
    if not methods & _TRAINS and not any(_runs_a_graph(call, file) for call in calls):
        return False
    compiled = [c for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr == "compile"]
    plain = all(_is_all_keras(call, file) for call in compiled)
    return plain and not any(_needs_python(call, file) for call in calls)


def _runs_a_graph(call: ast.Call, file: File) -> bool:
    return file.kind(call.func).what is What.GRAPH and file.hot(call) is not None


def _is_trained(node: ast.Call, file: File) -> bool:
    """Whether this file calls `fit` of the network that is compiled."""
    model = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    calls = (call.func for call in file.tree.of(ast.Call))
    return any(
        isinstance(call, ast.Attribute) and call.attr in _TRAINS and same(call.value, model)
        for call in calls
    )


def _needs_python(call: ast.Call, file: File) -> bool:
    """Whether a call of a value stands where a graph would be: `.numpy()`, or NumPy."""
    of_array = isinstance(call.func, ast.Attribute) and call.func.attr in ("numpy", "item")
    of_numpy = file.name(call.func).startswith("np.")
    return (of_array or of_numpy) and file.modes(call) is not Mode.EAGER


def _is_all_keras(node: ast.Call, file: File) -> bool:
    """Whether model, loss and metrics are Keras's: others can need Python, and so the switch."""
    given = [k.value for k in node.keywords if k.arg in ("loss", "metrics")] + node.args[1:]
    parts = [part for value in given for part in _parts(value)]
    known = all(isinstance(part, ast.Constant) or _is_of_keras(part, file) for part in parts)
    model = node.func.value if isinstance(node.func, ast.Attribute) else None
    made = file.bindings.of_name(model) if isinstance(model, ast.Name) else []
    values = [binding.source for binding in made]
    return known and all(file.kind(value).what is What.MODEL for value in values)


def _parts(value: ast.expr) -> list[ast.expr]:
    """The losses or metrics of a list or a dict of them."""
    if isinstance(value, (ast.List, ast.Tuple)):
        return [part for item in value.elts for part in _parts(item)]
    if isinstance(value, ast.Dict):
        return [part for item in value.values for part in _parts(item)]
    return [value]


def _is_of_keras(value: ast.expr, file: File) -> bool:
    called = value.func if isinstance(value, ast.Call) else value
    return file.name(called).startswith(("keras.", "tf."))


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _is_conditional(node: ast.AST, file: File) -> bool:
    """Under an `if` other than `if __name__ == "__main__"`."""
    return any(
        isinstance(above, (ast.If, ast.IfExp)) and "__name__" not in ast.unparse(above.test)
        for above, _ in file.tree.ancestors(node)
    )
