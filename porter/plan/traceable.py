"""Can a statement run inside a tf.function? If not, why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import libcst as cst

from porter.aliases import Aliases
from porter.codegen import code, short
from porter.decorated import wrappings
from porter.facts import Facts, FunctionInfo
from porter.infer.either import may_be_traced
from porter.infer.in_place import CHANGING, assigns
from porter.kept_outputs import KeptOutputs
from porter.kinds import (
    Class,
    Derived,
    Device,
    Function,
    Instance,
    Module,
    Named,
    Parameter,
    Passed,
    RecordClass,
    Tensor,
    Union,
    networks,
)
from porter.layer_changes import changed, changes_modes, mode, unfit
from porter.named_tuples import is_named_tuple
from porter.plan.called_objects import CalledObjects
from porter.plan.caller_tape import caller_tape_call
from porter.plan.checks import only_checks
from porter.plan.constants import computes_constant, computes_number, makes_array, of_library
from porter.plan.deferred import NONE, Deferrals, positive
from porter.plan.freezing import CHANGES, Freezing
from porter.plan.frozen import is_item
from porter.plan.grads import gradient_of
from porter.plan.host_data import of_python, picks_rows
from porter.plan.local_functions import local_lambda, names_lambda
from porter.plan.modeless import is_for_its_effect, switches_nothing
from porter.plan.no_grad import SWITCHES, asks_for_gradients, is_grad, is_idle, is_no_grad
from porter.plan.overriding import overriding, unseen
from porter.plan.row_loops import row_adds
from porter.plan.scopes import bindings, parameters
from porter.plan.slices import makes_variable
from porter.plan.trace_time import appended, over_gradients
from porter.plan.traced_kinds import (
    casts_array,
    is_callable,
    is_trace_number,
    leaves_the_graph,
    no_value,
    over_layers,
    side_output,
    unpacks_either,
)
from porter.plan.unrolled_loops import unrolled
from porter.state_variables import StateVariables
from porter.tree import binds_names, dotted, named_parameters, statements

# Structural torch calls that the step itself consists of.
STEP_PARTS = frozenset(
    {"Tensor.backward", "Optimizer.step", "Optimizer.zero_grad", "Module.zero_grad"}
)
CLIPS = frozenset({"torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_"})
_PYTHON = frozenset(
    f"builtins.{name}"
    for name in "range zip enumerate list tuple dict reversed super len isinstance sum".split()
)


class Traceable(CalledObjects):
    """Answers with the reason why a node must stay in Python, or None; remembers functions."""

    def __init__(self, facts: Facts, by_mode: bool = False, deferred: Deferrals = NONE) -> None:
        super().__init__(facts)
        self.by_mode = by_mode  # there is a trace for each mode that the networks are in
        self.deferred = deferred  # numbers that callers make: the trace has the tensors
        self._functions: dict[tuple[str, bool, str, bool], str | None] = {}
        self._handed: set[cst.Call] = set()  # calls of decorated functions by their decorators
        self._lambdas: list[cst.Lambda] = []  # that are looked at

    # -- statements
    def statement(self, node: cst.CSTNode) -> str | None:
        """The reason why a statement can't be part of a tf.function."""
        if isinstance(node, cst.SimpleStatementLine):
            return next((why for part in node.body if (why := self._small(part))), None)
        if isinstance(node, cst.With):
            if not any(known(self.facts, node) for known in (is_no_grad, is_grad, is_idle)):
                return "a `with` block of Python's own"
            return self.suite(node.body)
        if isinstance(node, cst.If):
            return self._branch(node)
        if isinstance(node, cst.For):
            return None if self.facts.once(Freezing).is_idle(node) else self._loop(node)
        return "a statement that TensorFlow does not trace"

    def suite(self, body: cst.BaseSuite) -> str | None:
        return next((why for s in statements(body) if (why := self.statement(s))), None)

    def _loop(self, node: cst.For) -> str | None:
        if row_adds(self.facts, node):
            return None
        items = unrolled(self.facts, node, bool(self._called))
        if items is None:
            return "a Python loop"
        return next(filter(None, map(self._listed, items)), None) or self.suite(node.body)

    def _listed(self, items: cst.BaseExpression) -> str | None:
        """The reason why a trace can't be of the layers, or the tensors, of a loop."""
        return self._replaced(items) if self._called else None

    def _small(self, node: cst.CSTNode) -> str | None:
        raises = self._called and isinstance(node, cst.Raise)  # while it is traced
        idle = raises or isinstance(node, cst.Pass) or self.facts.once(Freezing).is_idle(node)
        if idle or asks_for_gradients(self.facts, node):
            return None
        if isinstance(node, cst.Assert) and self._called:
            return self._test(node.test)
        if isinstance(node, cst.Return) and self._called:
            return self.expression(node.value) if node.value is not None else None
        if self._called and names_lambda(self.facts, node):
            return None  # its calls tell whether its body can be traced
        if isinstance(node, cst.Assign):
            for target in node.targets:
                if target.target in self.facts.watched:
                    return None
                if target.target in self.facts.once(Freezing).host:
                    return CHANGES
                if node in self.facts.once(StateVariables).replaced:  # a variable is assigned to
                    return self.expression(node.value)
                kept = node in self.facts.once(KeptOutputs).stores
                if self._called and (kept or (self.keeps and side_output(self.facts, node))):
                    return self.expression(node.value)
                if not (binds_names(target.target) or self._replaces(target.target)):
                    return f"it changes {code(target.target)}"
            names = any(not isinstance(t.target, cst.Subscript) for t in node.targets)
            named = names and not is_trace_number(self.facts, node)
            why = self._valued(node.value) if named else None
            return self.expression(node.value) or why or unpacks_either(self.facts, node)
        if isinstance(node, cst.AugAssign):
            if self._is_variable(node.target):
                return self.expression(node.value)
            if not (isinstance(node.target, cst.Name) or self._replaces(node.target)):
                return f"it changes {code(node.target)}"
            return self.expression(node.value) or self._valued(node.target)
        if isinstance(node, cst.Expr):
            api = self.facts.api(node.value)
            if api in STEP_PARTS or api in CLIPS:
                return self._parts(node.value) if api == "Tensor.backward" else None
            if assigns(api) and node.value in self.facts.ports:
                return self.expression(node.value)
            port = self.facts.ports.get(node.value)
            if isinstance(node.value, cst.BaseString) or (port and port.decision.returns_input):
                return None
            changed = api in CHANGING or (api.startswith("Tensor.") and api.endswith("_"))
            if changed and node.value in self.facts.ports:
                assert isinstance(node.value, cst.Call)
                if self._replaces(node.value.args[0].value if api in CHANGING else node.value):
                    return self.expression(node.value)
            row = appended(self.facts, node.value, self._local[-1]) if self._called else None
            if row is not None:
                return self.expression(row)
            why = self.expression(node.value)
            if self._called and switches_nothing(self.facts, node.value):
                return None
            if self._inner and not why and is_for_its_effect(self.facts, node.value):
                return None
            stepping = caller_tape_call(self.facts, cst.SimpleStatementLine([node]))
            return why if why or stepping else "a call for its effect in Python"
        return "a statement that TensorFlow does not trace"

    def _replaces(self, target: cst.BaseExpression) -> bool:
        """`x[i] = v`, `x.mul_(2)` of a local name: the port binds it to a new tensor."""
        if gradient_of(self.facts, target) is not None:
            return True
        root = self.facts.once(Aliases).keeping.origin(target)
        if isinstance(root, cst.Name) and isinstance(self.facts.kind(root), Parameter):
            return True  # a variable is assigned to
        if not isinstance(root, cst.Name) or not isinstance(self.facts.kind(root), Tensor):
            return False
        return not self.facts.once(Aliases).problem(root)

    def _is_variable(self, target: cst.BaseExpression) -> bool:
        """`self.steps += 1` of a buffer or a parameter, which is assigned to."""
        named = isinstance(target, cst.Attribute) and dotted(target) is not None
        return named and isinstance(self.facts.kind(target), Parameter)

    def _valued(self, node: cst.CSTNode) -> str | None:
        """What a graph computes are tensors; what is late, its callers make numbers of."""
        if positive(self.facts, node) in self.deferred.values or node in self.deferred.dicts:
            return None
        if node in self.deferred.calls and not self._called:
            return None
        return no_value(self.facts, node, bool(self._called))

    # -- expressions
    def expression(self, node: cst.CSTNode) -> str | None:
        """The reason why an expression can't be part of a tf.function."""
        if self.facts.api(node) == "Module.training":
            changing = changes_modes(self.own, self.facts) and not self.by_mode
            return "it reads a mode, which changes" if changing else None
        if node in self.deferred.values:
            return self.expression(self.deferred.values[node])
        if node in self.facts.once(Freezing).host:
            return CHANGES
        port = self.facts.ports.get(node)
        if port is not None:
            if node in self.facts.either and not may_be_traced(self.facts, node, port.rule):
                return f"the receiver of {short(node)} may be an array"
            if leaves_the_graph(self.facts, port.decision.kind, node):
                return f"{short(node)} needs the value in Python"
            if makes_array(self.facts, port) or casts_array(self.facts, node):
                return f"{short(node)} makes an array"
            if makes_variable(self.facts, node):
                return f"{short(node)} makes a variable"
            if of_python(self.facts, node):
                return f"{short(node)} makes a tensor of Python's numbers"
            args = (a.node for a in port.args if not isinstance(a.kind, Device))  # no rule needs it
            return next((why for arg in args if (why := self.expression(arg))), None)
        if node in self.facts.refused:
            return f"{short(node)} is not ported"
        if node in self.facts.derived:
            assert isinstance(node, cst.Call)
            return next((w for arg in node.args if (w := self.expression(arg.value))), None)
        if type(node) in _PYTHON_ONLY or picks_rows(self.facts, node):
            return f"{short(node)} is Python's own"
        if type(node) in _COMPREHENSIONS:
            return self._comprehension(node)
        if self._called and is_item(self.facts, node) and not self._is_local(node):
            return f"it reads {short(node)}, which changes"
        method = _EXPRESSIONS.get(type(node))
        if method is not None:
            return method(self, node)
        return self._parts(node)

    def _comprehension(self, node: Any) -> str | None:
        """`[layer(x) for layer in self.layers]` is unrolled; others are Python's own."""
        loop = node.for_in
        unrolled = over_gradients(self.facts, loop.iter, bool(self._called)) or (
            over_layers(self.facts.kind(loop.iter))
        )
        if loop.ifs or loop.inner_for_in or not unrolled:
            return "a comprehension over Python objects"
        return self._listed(loop.iter) or self.expression(
            node.value if isinstance(node, cst.DictComp) else node.elt
        )

    def _call(self, node: cst.Call) -> str | None:
        api = self.facts.api(node)
        if api in STEP_PARTS or api in CLIPS or api in SWITCHES:
            return None
        if api and api != "Module.forward":
            return f"{short(node)} is not ported"
        if why := next((why for arg in node.args if (why := self.expression(arg.value))), None):
            return why
        if node in self.deferred.dicts or node in self._handed:
            return None
        if node in self.deferred.calls and self._called:
            return f"{short(node.func)} gives numbers"
        if self._called and (why := self._replaced(node.func)):
            return why
        if self._called and (function := local_lambda(self.facts, node.func)):
            return self._lambda(function)
        callee = self.facts.kind(node.func)
        number = not self._inner and computes_number(self.facts, node)
        if number or computes_constant(self.facts, node) or of_library(self.facts, node):
            return None
        if part := self._of_object(node.func, callee):
            return self._part(node.func, part)
        whys = (why for k in self.run_by(node.func, callee) if (why := self._network(k)))
        if isinstance(callee, Union) and all(map(is_callable, callee.kinds)):
            names = sorted(k.name for k in callee.kinds if isinstance(k, Function))
            return next(whys, None) or next(filter(None, map(self.function, names)), None)
        if networks(callee) or api == "Module.forward":
            return next(whys, None)
        if isinstance(callee, Derived) and callee.how == "vmap":
            callee = callee.of
        if isinstance(callee, Function):
            why = self._function_replaced(node.func)
            return why or self._run(node.func, callee)
        if isinstance(callee, Named) and callee.name in _PYTHON:
            return None
        if self._called and (isinstance(callee, RecordClass) or is_named_tuple(self.facts, callee)):
            return None
        if isinstance(callee, Class) and self.facts.is_distribution(Instance(callee.name)):
            return None
        gives = callee.gives if isinstance(callee, Passed) else callee
        if isinstance(gives, Tensor) or self.facts.is_distribution(gives):
            return None
        if isinstance(node.func, cst.Attribute) and self.facts.is_distribution(
            self.facts.kind(node.func.value)
        ):
            return self.expression(node.func.value)
        return f"it calls {short(node.func)}"

    def _lambda(self, function: cst.Lambda) -> str | None:
        """A lambda of the function that is traced."""
        if function in self._lambdas:
            return "a lambda that calls itself"
        names = {param.name.value for param in named_parameters(function.params)}
        self._lambdas.append(function)
        self._local.append(self._local[-1] | names)
        why = self.expression(function.body)
        self._local.pop()
        self._lambdas.pop()
        return why

    def _network(self, network: Module) -> str | None:
        if why := unfit(self.own, network):
            return why
        forward = self.facts.method(network, "forward")
        return self.method(forward, network) if forward is not None else self.mode(network)

    def mode(self, network: Module) -> str | None:
        """Why a layer is another one, or works otherwise, at the next call."""
        why = None if self.by_mode else mode(self.own, self.facts, network)
        return why or changed(self.own, self.facts, network)

    def function(self, name: str, exact: bool = False) -> str | None:
        """A function can be traced if its body can, and those of subclasses, if not `exact`."""
        key = name, exact, self._object, self.keeps
        if key in self._functions:
            return self._functions[key]
        self._functions[key] = "it calls itself"
        info = self.facts.function(Function(name))
        if info is None:
            return "it calls itself"
        home, called = info.home or self.own, info.node.name.value
        every = (info,) if exact else (info, *overriding(home, info))
        every = tuple(one for one in every if not only_checks(one.home or self.own, one))
        found = (self.within(one, statements(one.node.body)) for one in every)
        why = next(filter(None, found), None)
        why = why or next(filter(None, map(self._decorated, every)), None)
        if why is None and not exact and (heir := unseen(home, info)):
            why = f"{heir} has another one, which is not known here"
        self._functions[key] = f"it calls {called}(): {why}" if why else None
        return self._functions[key]

    def _decorated(self, info: FunctionInfo) -> str | None:
        """The reason why what decorators of the program's own do around a function can't be
        traced."""
        for way in wrappings(self.own, info):
            if way.node is None:
                return "its decorator keeps something"
            self._handed.update(way.calls)
            around = FunctionInfo(info.name, way.node, info.scope, home=way.home)
            if why := self.within(around, statements(way.node.body)):
                return f"its decorator has {way.node.name.value}(): {why}"
        return None

    def within(self, info: FunctionInfo, lines: Iterable[cst.CSTNode]) -> str | None:
        """The reason why lines of a function can't be traced where it is called."""
        caller, self.facts = self.facts, info.home or self.own
        self._called, self._inner = self._called + 1, self._inner + 1
        self._local.append(set(bindings(info.node.body.body)) | parameters(info.node))
        why = next((why for line in lines if (why := self.statement(line))), None)
        self._local.pop()
        self._called, self._inner = self._called - 1, self._inner - 1
        self.facts = caller
        return why


_PYTHON_ONLY = frozenset({cst.Lambda, cst.Await, cst.Yield, cst.NamedExpr, cst.FormattedString})
_COMPREHENSIONS = frozenset({cst.ListComp, cst.GeneratorExp, cst.SetComp, cst.DictComp})
_EXPRESSIONS: dict[type[cst.CSTNode], Callable[[Traceable, Any], str | None]] = {
    cst.Call: Traceable._call,
    cst.Name: Traceable._global,
    cst.Attribute: Traceable._attribute,
    cst.Subscript: Traceable._subscript,
}
