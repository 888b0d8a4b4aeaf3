"""Where code runs: traced into a graph by tf.function, or eagerly, op by op."""

from __future__ import annotations

import ast
from enum import Enum
from functools import cached_property

from porter.linter.calls import Calls
from porter.linter.kinds import What
from porter.linter.names import Names
from porter.linter.tree import AnyFunction, Function, Tree
from porter.linter.values import Values


class Mode(Enum):
    """UNSURE: Keras or somebody else calls it, traced or not."""

    EAGER = "eager"
    GRAPH = "graph"
    UNSURE = "unsure"


_OF_KERAS = (What.MODEL, What.LAYER, What.KERAS, What.OPTIMIZER)
# Keras calls these itself, traced when it fits and eagerly otherwise.
_HOOKS = frozenset(
    "call build train_step test_step predict_step compute_loss compute_metrics update_state result "
    "__call__ get_config update_step".split()
)
_TRACING = frozenset(
    "tf.vectorized_map tf.custom_gradient tf.recompute_grad tf.autograph.to_graph".split()
)
# These run Python eagerly where they are called eagerly themselves.
_AS_AROUND = frozenset(
    "tf.map_fn tf.scan tf.while_loop tf.cond tf.case tf.switch_case tf.foldl tf.foldr".split()
)
_HOST = frozenset("tf.py_function tf.numpy_function tf.compat.v1.py_func".split())
# Bases that trace nothing, or nothing but Keras's own hooks.
_NEVER_TRACE = ("keras.", "tf.", "abc.", "threading.", "multiprocessing.", "gym.", "gymnasium.")
# What stands in these is no function that is passed on.
_NO_USE = (ast.Attribute, ast.BinOp, ast.Compare, ast.Subscript, ast.UnaryOp, ast.For, ast.If)
_DEPTH = 50  # callers of callers that are asked
_TRACING_METHODS = frozenset("map filter flat_map interleave reduce apply".split())


class Modes:
    """The mode of each function, from its decorators, its users, and its callers."""

    def __init__(self, tree: Tree, names: Names, values: Values, calls: Calls) -> None:
        self._tree, self._names, self._values, self._calls = tree, names, values, calls
        self._known: dict[ast.AST, Mode] = {}
        self._depth = 0
        self._passed: dict[ast.AST, Mode] | None = None
        self._graphic: set[ast.AST | None] | None = None

    def __call__(self, node: ast.AST) -> Mode:
        """How a node of a function's body, or of the module, is run."""
        for above, field in self._tree.ancestors(node):
            if isinstance(above, ast.Lambda) and field == "body" and above in self._as_values():
                return self._as_values()[above]
            if isinstance(above, Function) and field == "body":
                return self.of(above)
        return Mode.EAGER

    @cached_property
    def has_graphs(self) -> bool:
        """Whether anything of this file is traced for sure."""
        passed = self._as_values().values()
        return Mode.GRAPH in passed or any(
            self.of(function) is Mode.GRAPH for function in self._tree.functions()
        )

    def of(self, function: AnyFunction) -> Mode:
        """How a function is run."""
        if function not in self._known:
            if self._depth > _DEPTH:
                return Mode.UNSURE
            self._known[function] = Mode.EAGER  # what a recursive call adds nothing to
            self._depth += 1
            self._known[function] = self._find(function)
            self._depth -= 1
        return self._known[function]

    def _find(self, function: AnyFunction) -> Mode:
        if self._values.definition(function).what is What.GRAPH:
            return Mode.GRAPH
        if function in self._written_for_graphs():
            return Mode.UNSURE  # by another file, that is
        if any(self._names(d) in _TRACING for d in function.decorator_list):
            return Mode.GRAPH
        if function.decorator_list and not self._plain(function):
            return Mode.UNSURE
        if (passed := self._as_values().get(function)) is not None:
            return passed
        outer = self._tree.function(function)
        if outer is not None and self.of(outer) is not Mode.EAGER:
            return self.of(outer)
        owner = self._tree.parent(function)
        if isinstance(owner, ast.ClassDef) and function.name in _HOOKS:
            if self._values.instance(owner).what in _OF_KERAS or owner.bases:
                return Mode.UNSURE
        callers = {self(call) for call in self._calls.of(function)}
        if callers != {Mode.EAGER} and isinstance(owner, ast.ClassDef) and self._inherits(owner):
            return Mode.UNSURE  # what it inherits may call it
        if callers == {Mode.GRAPH}:
            return Mode.GRAPH
        return Mode.EAGER if callers <= {Mode.EAGER} else Mode.UNSURE

    def _written_for_graphs(self) -> set[ast.AST | None]:
        """The functions with a loop over tf.range, which is slow unless AutoGraph turns it."""
        if self._graphic is None:
            loops = self._tree.of(ast.For)
            calls = ((loop, loop.iter) for loop in loops if isinstance(loop.iter, ast.Call))
            found = (loop for loop, call in calls if self._names(call.func) == "tf.range")
            self._graphic = {self._tree.function(loop) for loop in found}
        return self._graphic

    def _inherits(self, owner: ast.ClassDef) -> bool:
        """Whether a class has a base that neither this file nor Keras defines."""
        return any(
            not isinstance(self._values(base).node, ast.ClassDef)
            and not self._names(base).startswith(_NEVER_TRACE)
            and ast.unparse(base) != "object"
            for here in self._values.family(owner)
            for base in here.bases
        )

    def _plain(self, function: AnyFunction) -> bool:
        """Whether its decorators leave a function as it is."""
        return all(
            isinstance(d, (ast.Name, ast.Attribute))
            and (d.id if isinstance(d, ast.Name) else d.attr)
            in ("staticmethod", "classmethod", "property", "abstractmethod", "override", "setter")
            for d in function.decorator_list
        )

    def _as_values(self) -> dict[ast.AST, Mode]:
        """The functions that are passed around, and what becomes of them as far as we know."""
        if self._passed is None:
            self._passed = {}
            called = {call.func for call in self._tree.of(ast.Call)}
            decorators = {
                decorator for made in self._tree.functions() for decorator in made.decorator_list
            }
            of = self._tree.of
            for node in (*of(ast.Name), *of(ast.Attribute), *of(ast.Lambda)):
                context = getattr(node, "ctx", None)
                if node in called or node in decorators or isinstance(context, ast.Store):
                    continue
                if isinstance(self._tree.parent(node), _NO_USE):
                    continue
                function = self._function(node)
                if function is not None:
                    mode = self._use(node)
                    before = self._passed.setdefault(function, mode)
                    if before is not mode:
                        self._passed[function] = Mode.UNSURE
        return self._passed

    def _function(self, node: ast.AST) -> ast.AST | None:
        if isinstance(node, ast.Lambda):
            return node
        if isinstance(node, ast.Attribute):
            found = self._calls.called(ast.Call(func=node, args=[], keywords=[]))
            return found[0] if found else None
        kind = self._values(node)
        return kind.node if isinstance(kind.node, Function) else None

    def _use(self, node: ast.AST) -> Mode:
        """What the place that names a function does with it."""
        parent = self._tree.parent(node)
        if isinstance(parent, ast.keyword):
            if parent.arg in ("target", "key", "default"):  # of a thread, of sorted()
                return Mode.EAGER
            parent = self._tree.parent(parent)
        if not isinstance(parent, ast.Call):
            # A function that is returned or stored runs as its callers do, as far as they show.
            if isinstance(parent, ast.Assign) and self._is_wrapped(parent):
                return Mode.UNSURE
            shown = isinstance(parent, (ast.Return, ast.Assign))
            return Mode.EAGER if shown else Mode.UNSURE
        if self._values.wraps(parent.func) or self._names(parent.func) in _TRACING:
            return Mode.GRAPH
        if self._names(parent.func) in _HOST:
            return Mode.EAGER
        if self._names(parent.func) in _AS_AROUND:
            return self(parent)
        if isinstance(parent.func, ast.Attribute) and parent.func.attr in _TRACING_METHODS:
            if self._values(parent.func.value).what is What.DATASET:
                return Mode.GRAPH
        return Mode.UNSURE

    def _is_wrapped(self, assignment: ast.Assign) -> bool:
        """Whether tf.function is given the name that is assigned: `step = tf.function(step)`."""
        targets = {target.id for target in assignment.targets if isinstance(target, ast.Name)}
        return not targets.isdisjoint(self._wrapped)

    @cached_property
    def _wrapped(self) -> set[str]:
        """The names that tf.function is given."""
        calls = (call for call in self._tree.of(ast.Call) if self._values.wraps(call.func))
        return {a.id for call in calls for a in call.args if isinstance(a, ast.Name)}
