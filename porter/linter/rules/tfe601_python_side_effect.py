"""TFE601: Python that runs when a function is traced, and not when it is called."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from porter.linter import outliving
from porter.linter.bindings import How
from porter.linter.file import File
from porter.linter.finding import Finding, Fix
from porter.linter.rule import Fixable, Invalid, Rule
from porter.linter.tree import dotted

_CHANGES = frozenset("append extend insert add update pop remove clear".split())


class PythonSideEffect(Rule):
    """A side effect in a `tf.function` happens once, when it is traced.

    ### What it does
    Finds `print`, changes of lists that outlive the function, and assignments to attributes and
    globals in a function that `tf.function` traces and that a loop of the same file calls.

    ### Why is this bad?
    Python runs when the function is traced. Later calls run the graph: nothing is printed, and the
    list has one symbolic tensor in it, which no code outside can use.

    ### Example
    ```python
    @tf.function
    def train_step(x):
        loss = tf.reduce_mean(model(x))
        losses.append(loss)
        print(loss)
        return loss
    ```

    ### Use instead
    ```python
    @tf.function
    def train_step(x):
        loss = tf.reduce_mean(model(x))
        tf.print(loss)
        return loss


    losses.append(train_step(x))
    ```

    ### When not
    A `print` that is to tell of traces; the rule is silent where its text says so. What is called
    once, or from another file, may well be meant to happen once: there, too, it is silent.
    """

    id = "TFE601"
    name = "python-side-effect"
    message = "`{effect}` runs when `{function}` is traced, not when it is called"
    advice = "{instead}"
    fixable = Fixable.UNSAFE
    valid = (
        """
        shapes = []

        @tf.function
        def step(x):
            shapes.append(tf.shape(x))
            return model(x)

        step(first)
        """,
        """
        def load(path):
            image = tf.image.decode_jpeg(path)
            print(image.get_shape().as_list())
            return image

        dataset = tf.data.Dataset.from_tensor_slices(paths).map(load)
        """,
        """
        def drop(batch):
            dropped = []

            def one(row):
                index = tf.argmax(row)
                dropped.append(index)
                return row * 2

            rows = tf.map_fn(one, batch)
            return rows, dropped
        """,
        """
        def load(x, subset: str):
            print(f"{subset}: one channel")
            return tf.io.read_file(x)

        dataset = tf.data.Dataset.from_tensor_slices(paths).map(lambda x: load(x, "train"))
        """,
        """
        @tf.function
        def step(x, y):
            print("loss of", type(x), len(y))
            return x - y
        """,
        """
        @tf.function
        def step(x):
            print("Tracing with", x)
            tf.print(x)
            parts = []
            for i in range(3):
                parts.append(x * i)
            return tf.stack(parts)
        """,
        """
        def step(x):
            losses.append(x)
            print(x)
        """,
        """
        class Agent:
            def __init__(self):
                self.steps = tf.Variable(0)
                self.v = None

            @tf.function
            def step(self, x):
                if self.v is None:
                    self.v = tf.Variable(x)
                self.steps.assign_add(1)
        """,
        """
        @tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS)
        def step(x):
            print(x)
        """,
        """
        def scale(x, y):
            print(x.shape, y.shape)
            return x / 255, y

        dataset = tf.data.Dataset.from_tensor_slices((x, y)).map(scale)
        """,
        """
        class Agent:
            @tf.function
            def step(self, x):
                self.loss = tf.reduce_mean(x)
                return self.loss
        """,
        """
        class Agent:
            @tf.function
            def update(self, x):
                self.timestep = tf.compat.v1.train.get_global_step()
                self.observation = x
                return self.cost(x)

            def cost(self, x):
                return tf.reduce_mean(x - self.observation)

            def report(self):
                print(self.timestep)
        """,
        """
        state = []

        @tf.function
        def scale(x):
            if not state:
                state.append(tf.Variable(2.0))
            return state[0] * x
        """,
        """
        @tf.function
        def double(x):
            print("double", x)
            return 2 * x

        for x in (1, 2):
            double(x)
        double(tf.constant(3))
        """,
        """
        class Decoder(keras.layers.Layer):
            @tf.function
            def start(self, state):
                self.state = 2 * state

            def get_initial_state(self, inputs):
                return self.state
        """,
        """
        traces = 0

        class Net:
            @tf.function
            def step(self, x):
                self.traced += 1
                return x
        """,
        """
        @tf.function
        def forward(x):
            for i in range(3):
                print(i)
            print("x:", x.shape)
            return model(x)
        """,
    )
    invalid = (
        Invalid(
            """
            losses = []

            @tf.function
            def step(x):
                loss = tf.reduce_mean(x)
                losses.append(loss)  # TFE601
                return loss

            for x in batches:
                step(x)
            """
        ),
        Invalid(
            """
            class Agent:
                @tf.function
                def step(self, x):
                    self.steps += 1  # TFE601
                    self.last = tf.reduce_mean(x)  # TFE601
                    return self.last

                def report(self):
                    print(self.last)

            agent = Agent()
            for x in batches:
                agent.step(x)
            """
        ),
        Invalid(
            """
            @tf.function
            def step(x):
                loss = tf.reduce_mean(x)
                print("loss", loss)  # TFE601
                return loss

            losses = [step(tf.constant([1.0, k])).numpy() for k in range(30)]
            """,
            fixed="""
            @tf.function
            def step(x):
                loss = tf.reduce_mean(x)
                tf.print("loss", loss)
                return loss

            losses = [step(tf.constant([1.0, k])).numpy() for k in range(30)]
            """,
            result="losses",
        ),
    )

    def visit_Call(self, node: ast.Call, file: File) -> Iterator[Finding]:
        if not isinstance(file.tree.parent(node), ast.Expr) or not file.traced_in_use(node):
            return
        if not _is_called_often(node, file):
            return
        if isinstance(node.func, ast.Name) and node.func.id == "print":
            shown = any(_is_traced(argument, file) for argument in node.args)
            if shown and not _tells_of_traces(node) and not _converts_print(node, file):
                yield self._effect(node, file, "print", "tf.print", _printed(node, file))
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
            if outliving.is_list(node.func.value, file) and not outliving.is_guarded(node, file):
                yield self._effect(node, file, file.source(node.func), "return the value")

    def visit_Assign(self, node: ast.Assign, file: File) -> Iterator[Finding]:
        for target in node.targets:
            yield from self._assigned(node, target, file)

    def visit_AugAssign(self, node: ast.AugAssign, file: File) -> Iterator[Finding]:
        yield from self._assigned(node, node.target, file)

    def _assigned(self, node: ast.stmt, target: ast.expr, file: File) -> Iterator[Finding]:
        if not isinstance(target, ast.Attribute) or dotted(target.value) != "self":
            return
        if not file.traced_in_use(node) or outliving.is_guarded(node, file):
            return
        if not _is_called_often(node, file):
            return
        if isinstance(node, ast.Assign):
            if not outliving.is_read(node, target.attr, file) or outliving.is_the_same(
                node.value, file
            ):
                return
        elif "trac" in target.attr:
            return  # it counts traces
        instead = "return the value, or assign a tf.Variable"
        yield self._effect(node, file, f"{file.source(target)} = ...", instead)

    def _effect(
        self,
        node: ast.expr | ast.stmt,
        file: File,
        effect: str,
        instead: str,
        fix: Fix | None = None,
    ) -> Finding:
        function = file.tree.function(node)
        name = function.name if function is not None else "it"
        return self.found(node, file, None, fix, effect=effect, function=name, instead=instead)


def _is_called_often(node: ast.AST, file: File) -> bool:
    """Whether a loop calls the function, so that somebody waits for the effect of each call."""
    function = file.tree.function(node)
    return function is not None and file.heat.function(function) is not None


def _is_traced(node: ast.expr, file: File) -> bool:
    """Whether a tensor, or what is made of a parameter, is shown: each call has another one."""
    if _is_static(node) or isinstance(node, ast.Constant):
        return False
    if file.kind(node).is_tensor:
        return True
    bound = [b for p in ast.walk(node) if isinstance(p, ast.Name) for b in file.bindings.of_name(p)]
    return any(b.how is How.PARAMETER and not _is_static_parameter(b.source) for b in bound)


def _is_static_parameter(parameter: ast.AST) -> bool:
    """Whether an annotation says that a parameter is a value of Python, which a trace knows."""
    said = parameter.annotation if isinstance(parameter, ast.arg) else None
    return isinstance(said, ast.Name) and said.id in ("str", "bool", "int", "float")


def _is_static(node: ast.expr) -> bool:
    """Whether a trace knows it already: a shape, a dtype, a name, a type."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("type", "len", "isinstance")
    attributes = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    return bool(attributes & {"shape", "get_shape", "dtype", "name"})


def _converts_print(node: ast.AST, file: File) -> bool:
    """Whether the tf.function around asks AutoGraph to take care of `print`."""
    function = file.tree.function(node)
    decorators = function.decorator_list if function is not None else []
    return any("BUILTIN_FUNCTIONS" in ast.unparse(decorator) for decorator in decorators)


def _tells_of_traces(node: ast.Call) -> bool:
    """`print("Tracing")`: it is meant to run once. Nothing but texts can't be told apart."""
    if node.args and all(_is_static(a) for a in node.args):
        return True
    texts = [a.value for a in ast.walk(node) if isinstance(a, ast.Constant)]
    said = " ".join(str(text) for text in texts).lower()
    return all(isinstance(a, ast.Constant) for a in node.args) or "trac" in said


def _printed(node: ast.Call, file: File) -> Fix | None:
    tf = file.name.alias("tf")
    return file.replacement(node.func, f"{tf}.print") if tf and not node.keywords else None
