"""Functions that layers call: hooks, and what `net.apply(f)` is given."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.infer.lambdas import Bound, anonymous
from porter.infer.names import as_function
from porter.kinds import UNKNOWN, Function, Kind, Module, Sequence, Tensor, Union, networks
from porter.layer_hooks import BACKWARD_HOOKS, names
from porter.rulebook import Argument, Refused
from porter.tree import walk

_APPLY, _AHEAD, _BEHIND = (
    "Module.apply", "Module.register_forward_pre_hook", "Module.register_forward_hook"
)  # fmt: skip
_BACKWARD = frozenset(f"Module.{name}" for name in BACKWARD_HOOKS)
CALLED_BACK = _BACKWARD | {_APPLY, _AHEAD, _BEHIND}
_NO_TENSOR = ("RNN", "LSTM", "GRU", "MultiheadAttention")
_NODE = cst.Ellipsis()  # what the layer gives stands nowhere
_OTHERS = frozenset({"step", "register_hook"})


def callback(args: list[Argument]) -> Argument | None:
    """The function that layers call."""
    named = next((arg for arg in args if arg.keyword in ("fn", "hook")), None)
    options = {arg.keyword: arg.node for arg in args if arg.keyword not in (None, "fn", "hook")}
    if any(isinstance(node, cst.Name) and node.value == "True" for node in options.values()):
        return None  # with_kwargs
    return named or (args[1] if len(args) > 1 and args[1].keyword is None else None)


def given(name: str, layer: Argument) -> list[Argument]:
    """What the function is called with."""
    if name == _APPLY:
        return [Argument(layer.node, Module())]
    tensor = Tensor("float32")
    kinds: list[Kind] = [layer.kind if networks(layer.kind) else Module(), Sequence(tensor)]
    if name == _BEHIND:
        kinds.append(tensor if _gives_tensor(layer.kind) else UNKNOWN)
    if name in _BACKWARD:
        kinds.append(Sequence(tensor))
    return [Argument(layer.node, kinds[0]), *(Argument(_NODE, kind) for kind in kinds[1:])]


def _gives_tensor(kind: Kind) -> bool:
    found = networks(kind)
    return bool(found) and all(
        one.cls.startswith("torch.nn.") and not one.cls.endswith(_NO_TENSOR) for one in found
    )


def problem(name: str, facts: Facts, function: cst.CSTNode | None) -> Refused | None:
    """Why a hook at gradients can't be ported: it is one of the layer's output alone."""
    if name not in _BACKWARD:
        return None
    if names(facts, _OTHERS):
        return Refused("P104", "a tape computes only the gradients that an optimizer takes")
    if not isinstance(function, (cst.FunctionDef, cst.Lambda)):
        return Refused("P104", "it is not known what this hook reads")
    params = [param.name.value for param in function.params.params]
    inputs = params[-2] if len(params) > 2 else ""
    read = {n.value for n in walk(function.body) if isinstance(n, cst.Name)}
    if not inputs or inputs in read:
        return Refused("P104", "the gradients of a layer's inputs", "read those of its output")
    returns = (n.value for n in walk(function.body) if isinstance(n, cst.Return))
    gives = any(value is not None and code(value) != "None" for value in returns)
    return Refused("P104", "a hook that makes another gradient") if gives else None


def function_of(kind: Kind) -> tuple[Kind, list[Argument]]:
    """`functools.partial(f, x)` is f, with x."""
    first: list[Argument] = []
    while isinstance(kind, Bound):
        first, kind = [*kind.args, *first], kind.of
    return kind, first


class Callbacks:
    """What `Calls` knows of them."""

    facts: Facts

    # -- what Inference and Lambdas add
    def function_info(self, name: str) -> FunctionInfo | None:
        raise NotImplementedError

    def run(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        raise NotImplementedError

    def called_lambdas(self, lambdas: list[cst.Lambda], args: list[Argument]) -> Kind:
        raise NotImplementedError

    def called_back(self, node: cst.CSTNode, name: str, args: list[Argument]) -> None:
        """net.apply(f), a hook: f is called with layers, and with what these take and give."""
        hook = callback(args)
        kind = hook.kind if hook is not None else UNKNOWN
        each = kind.kinds if isinstance(kind, Union) else {kind}  # `def f` in both branches
        for one in sorted(each, key=repr):
            self._called_back(node, name, args, one)

    def _called_back(
        self, node: cst.CSTNode, name: str, args: list[Argument], function: Kind
    ) -> None:
        kind, first = function_of(as_function(function))
        info = self.function_info(kind.name) if isinstance(kind, Function) else None
        lambdas = anonymous(kind) or []
        definition = info.node if info is not None else next(iter(lambdas), None)
        refused = problem(name, self.facts, definition)
        if refused is not None:
            self.facts.ports.pop(node, None)
            self.facts.refused[node] = refused  # unless an update here has the general form
        passed = [*first, *given(name, args[0])]
        if info is not None:
            self.run(info, passed, bound=info.cls is not None)
        elif lambdas:
            self.called_lambdas(lambdas, passed)
