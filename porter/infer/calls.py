"""Kinds of calls: torch APIs by their rules, networks, functions of the project, Python's own."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from porter import promotion
from porter.facts import Api, ClassInfo, FunctionInfo
from porter.infer import (
    arrays,
    evidence,
    functional,
    host_kinds,
    network_inputs,
    optimizers,
    records,
    workers,
)
from porter.infer.alternatives import Alternatives, is_either
from porter.infer.by_run import ByRun
from porter.infer.containers import CONTAINERS, added, container, given, may_give_else
from porter.infer.foreign import tell as tell_library
from porter.infer.hooks import CALLED_BACK, Callbacks
from porter.infer.in_place import InPlace
from porter.infer.lambdas import Bound, anonymous
from porter.infer.modes import modal
from porter.infer.names import (
    REGISTERED,
    SPACES,
    as_function,
    is_torch,
)
from porter.infer.receivers import NO_CLASS, SUPER
from porter.infer.specials import Specials
from porter.infer.unpacking import called, owner
from porter.kinds import (
    FLOAT,
    HOST,
    TAINTED,
    TENSOR,
    UNKNOWN,
    Array,
    Class,
    Derived,
    Device,
    Dictionary,
    Function,
    Instance,
    Kind,
    Module,
    Named,
    Nothing,
    Number,
    Optimizer,
    Parameter,
    Passed,
    RecordClass,
    Sequence,
    StateDict,
    Tensor,
    Union,
    Unknown,
    join,
    may_be_tensor,
    present,
)
from porter.rulebook import Argument, Refused
from porter.tree import item_owner

# Methods of lists and dicts that put their arguments into them
_PUTS = frozenset({"append", "appendleft", "add", "extend", "insert", "setdefault", "update"})


class Calls(Alternatives, Specials, InPlace, ByRun, Callbacks):
    """What `Evaluator` knows of calls; `Inference` runs functions and classes."""

    imports_torch: bool

    # -- what Inference adds
    def run(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        raise NotImplementedError

    def build(self, cls: ClassInfo, args: list[Argument]) -> None:
        raise NotImplementedError

    def class_info(self, name: str) -> ClassInfo | None:
        raise NotImplementedError

    def function_info(self, name: str) -> FunctionInfo | None:
        raise NotImplementedError

    def imported(self, name: str) -> Kind:
        raise NotImplementedError

    # -- what Evaluator adds
    def attribute_of(self, node: cst.Attribute, base: Kind) -> Kind:
        raise NotImplementedError

    def member(self, info: ClassInfo, name: str) -> Kind | None:
        raise NotImplementedError

    def overriding_own(self, func: cst.Attribute, base: Kind) -> list[FunctionInfo]:
        raise NotImplementedError

    def set_attribute(self, target: cst.Attribute, kind: Kind, anew: bool = False) -> None:
        raise NotImplementedError

    def call(self, node: cst.Call) -> Kind:
        func = node.func
        if not isinstance(func, cst.Attribute):
            return self.result(node, present(called(self.kind(func))))
        base = owner(self.kind(func.value), func.attr.value)
        if isinstance(base, Union) and is_either(base, Instance, Module):
            return self.of_either(node, func, base)
        through = isinstance(base, Class) and self.through_class(base, func, self.arguments(node))
        if isinstance(through, Kind):
            return through
        if (method := self.method(node, func, base)) is not None:
            return method
        of = self.by_run(func, self.attribute_of(func, base))
        callee = self.facts.kinds[func] = present(called(of))
        found = self.result(node, callee)
        for function in self.overriding_own(func, base) if isinstance(callee, Function) else ():
            found = join(found, self.run(function, self.arguments(node), bound=True))
        return found

    def result(self, node: cst.Call, callee: Kind) -> Kind:
        """What a call gives."""
        return self.result_of(node, callee, self.arguments(node))

    def result_of(self, node: cst.Call, callee: Kind, args: list[Argument]) -> Kind:
        """What a call with these arguments gives."""
        callee = as_function(self.callable_part(node, callee))
        if isinstance(callee, Named):
            return self._named(node, callee.name, args)
        if isinstance(callee, Class):
            info = self.class_info(callee.name)
            if info is not None:
                self.build(info, args)
                if optimizers.is_optimizer(info.block):
                    return Optimizer(info.name)
                return Module(info.name) if info.is_module else Instance(info.name)
        if isinstance(callee, Function):
            function = self.function_info(callee.name)
            if function is not None:
                return self.run(function, args, bound=function.cls is not None)
        if isinstance(callee, Derived):
            for arg in args:
                if isinstance(arg.kind, Unknown) and not arg.star:
                    self.refine(arg.node, TENSOR)
            args = self.arguments(node)
            value = self.applied(callee, functional.inner(callee, args))
            return functional.result(callee, args, value)
        if isinstance(callee, Module):
            return self.forward(node, callee, args)
        if isinstance(callee, Union) and self.is_callable(callee):
            return self.called_either(node, callee)
        if isinstance(callee, Passed):
            return callee.gives
        if isinstance(callee, Bound):
            return self.result_of(node, callee.of, [*callee.args, *args])
        if (lambdas := anonymous(callee)) is not None:
            return self.called_lambdas(lambdas, args)
        if isinstance(callee, RecordClass):
            return records.record(callee, args)
        if isinstance(callee, Instance) and is_torch(callee.cls):
            return self.of_block(node, callee, args)
        if isinstance(callee, Instance):
            info, function = self.class_info(callee.cls), self.special(callee.cls, "__call__")
            if function is not None:
                return self.run(function, args, bound=True)
            if info is not None and info.block:
                return self.of_block(node, Instance(info.block), args)
        if self.is_type(node.func):
            self.facts.refused[node] = NO_CLASS
            return TAINTED
        if may_be_tensor(callee) or any(may_be_tensor(a.kind) for a in args):
            return TAINTED
        return HOST if callee == HOST else UNKNOWN

    def applied(self, callee: Derived, args: list[Argument]) -> Kind:
        """What the function behind a derived one gives for these arguments."""
        function = self.function_info(callee.of.name) if isinstance(callee.of, Function) else None
        if function is not None:
            return self.run(function, args, bound=function.cls is not None)
        if isinstance(callee.node, cst.Lambda):
            return self.lambda_body(callee.node, [arg.kind for arg in args])
        return TAINTED

    def method(self, node: cst.Call, func: cst.Attribute, base: Kind) -> Kind | None:
        """A method of a torch object; None if the receiver is something else."""
        name = func.attr.value
        if isinstance(base, Number) and evidence.compares(func.value):
            base = UNKNOWN  # `(x == y).any()`: no numbers were compared
        if isinstance(base, (Instance, Module)):
            info = self.class_info(base.cls)
            if info is not None and self.member(info, name) is not None:
                return None
            if info is not None and info.block and self.book.offers(info.block, name):
                self.facts.kinds[func] = UNKNOWN
                args = [Argument(func.value, base), *self.arguments(node)]
                return self.block_member(node, info.block, name, args)
        if isinstance(base, Module) and base.cls in CONTAINERS:
            self._contained(node, func, base)
        own = isinstance(base, Module) and self.book.offers(base.cls, name)
        if own or (isinstance(base, Instance) and is_torch(base.cls)):
            assert isinstance(base, (Instance, Module))
            self.facts.kinds[func] = UNKNOWN
            args = [Argument(func.value, base), *self.arguments(node)]
            if not own and self.book.find(rule := f"{base.cls}.{name}") is not None:
                return self.torch(node, rule, args)
            found = self.block_member(node, base.cls, name, args, getattr(base, "dtype", None))
            return given(base, name) if isinstance(base, Module) and found == UNKNOWN else found
        if base == HOST and name in _PUTS:
            if not all(host_kinds.of_host(arg.kind) for arg in self.arguments(node)):
                self.not_of_host(func.value, UNKNOWN)
        if base == SUPER and (plain := self.of_super(node, func)) is not None:
            return plain
        if isinstance(base, Unknown):
            base, gives = self.unknown_receiver(node, func, base)
            if gives is not None:
                return gives
        parts = records.read(base, name, node.args) if isinstance(base, Dictionary) else None
        if parts is not None:
            return parts
        if isinstance(base, Sequence) and name in ("append", "appendleft", "add", "insert"):
            args = self.arguments(node)
            if args and isinstance(func.value, (cst.Name, cst.Attribute)):
                self.assign(func.value, Sequence(join(base.item, args[-1].kind)))
            return Nothing()
        if isinstance(base, Sequence) and name in ("pop", "popleft"):
            self.arguments(node)
            return base.item
        state = evidence.owner_of_state(node) if name == "load_state_dict" else None
        if state is not None and isinstance(base, Module) and isinstance(self.kind(state), Unknown):
            self.refine(state, Module())
        if isinstance(base, Array):
            array = arrays.method(base, name, self.arguments(node))
            if array is not None:
                return array
        for spaces in (spaces for kind, spaces in SPACES if isinstance(base, kind)):
            if not self.has(base, name):
                return None
            args = [Argument(func.value, base), *self.arguments(node)]
            self.facts.kinds[func] = UNKNOWN
            if isinstance(base, Module) and name == "forward":
                self.facts.apis[node] = Api("Module.forward", tuple(args))
                return self.forward(node, base, args[1:])
            if evidence.becomes_leaf(self.facts, node, name, args):
                return self.torch(node, "torch.nn.Parameter", args[:1])
            if isinstance(base, Tensor):
                changed = self.in_place(node, base, name, tuple(args))
                if changed is not None:
                    return changed
            for space in spaces:
                if self.book.find(f"{space}.{name}") is not None:
                    return self.torch(node, f"{space}.{name}", args)
            return self.torch(node, f"{spaces[-1]}.{name}", args)
        return None

    def not_of_host(self, place: cst.BaseExpression, kind: Kind) -> None:
        """What came from a file, say, holds something else from now on: `config["net"] = net`."""
        found: Kind = UNKNOWN
        if isinstance(place, cst.Subscript):
            if optimizers.text_index(place) and not isinstance(place.value, cst.Subscript):
                found = records.stored(Dictionary((("", HOST),)), place, kind)
            place = item_owner(place)
        if isinstance(place, (cst.Name, cst.Attribute)):
            self.assign(place, found)

    def _contained(self, node: cst.Call, func: cst.Attribute, base: Module) -> None:
        """layers.append(layer): the list is known to hold one of its class from now on."""
        after = added(base, func.attr.value, self.arguments(node))
        if after is not None and isinstance(func.value, (cst.Name, cst.Attribute)):
            self.assign(func.value, after)

    def block_member(
        self,
        node: cst.CSTNode,
        cls: str,
        name: str,
        args: list[Argument] | None,
        dtype: str | None = None,
    ) -> Kind:
        """A member of an object whose class is a building block."""
        self.facts.refused.pop(node, None)
        try:
            return self.book.member(cls, name, args, dtype)
        except Refused as refused:
            self.facts.refused[node] = refused
        return UNKNOWN

    def forward(self, node: cst.Call, callee: Module, args: list[Argument]) -> Kind:
        """A call of a network: its arguments are tensors."""
        info = self.class_info(callee.cls)
        found = self.member(info, "forward") if info else None
        function = self.function_info(found.name) if isinstance(found, Function) else None
        for arg, kind in network_inputs.expected(function, args):
            unknown = isinstance(arg.kind, Unknown) or arg.node in self.ambiguous
            if unknown and not self.is_otherwise(arg.node, kind):
                self.refine(arg.node, kind)
        if function is not None:
            return self.run(function, args, bound=True)
        if callee.cls.endswith("Loss"):
            dtype = promotion.common([arg.kind for arg in args])
            dtype = dtype and promotion.as_float(dtype)
            return Tensor(dtype, 0 if callee.reduces else None)
        if not isinstance(chain := self.chain(node, callee, args), Unknown):
            return chain
        if is_torch(callee.cls):
            gives = self.of_block(node, callee, args)
            if gives != UNKNOWN:
                return gives
        rank = getattr(args[0].kind, "rank", None) if args else None
        return TAINTED if may_give_else(callee) else Tensor("float32", rank)

    def _named(self, node: cst.Call, name: str, args: list[Argument]) -> Kind:
        """A call of something imported or built in."""
        if (kept := self.loaded(node, name, args)) is not None:
            return kept
        if is_torch(name):
            return self.torch(node, name, args)
        if name == "tyro.cli" and args and isinstance(args[0].kind, Class):
            return Instance(args[0].kind.name)
        if name == "builtins.super":
            return SUPER
        if name == "collections.defaultdict" and args and isinstance(args[0].node, cst.Lambda):
            return records.of_all(self.lambda_body(args[0].node, []))
        if (started := workers.worker(name, args)) is not None:
            self.started(node, *started)
        if len(args) > 1 and (found := self.over_items(name, *args)) is not None:
            return found
        if name == "multiprocessing.get_context":  # it has what the module has
            return Named("multiprocessing")
        tell_library(self.facts, node, name, args)
        return host_kinds.called(name, args)

    def torch(self, node: cst.CSTNode, name: str, args: list[Argument]) -> Kind:
        """A call of a torch API: the rule says what it gives."""
        args = evidence.slices_of_parameters(name, args, self.facts.kind)
        self.facts.apis[node] = Api(name, tuple(args))
        args = evidence.learned(self.facts, name, args, self.refine)
        evidence.refuse_sizes(self.facts, name, args)
        rule = self.book.find(name)
        args = self.of_networks(rule, args)
        found = self.decide(node, rule, tuple(args)) if rule is not None else None
        self.facts.modal |= modal(self.book, name, args)
        for prefix, kind in (("torch.nn.functional.", None), ("torch.nn.", Module)):
            if name.startswith(prefix) and name.rpartition(".")[2][:1].isupper():
                if name in CONTAINERS:
                    return container(name, args, self.facts)
                if isinstance(found, Parameter) or name.endswith("DataParallel"):  # no layer
                    return found or TAINTED
                unreduced = Module(name, reduces=False)
                module = unreduced if found == unreduced else Module(name)
                return module if kind else FLOAT
        primals = functional.primals(name, args) if args else None
        if primals is not None:
            self.applied(Derived("", args[0].node, args[0].kind), primals)
        if name == "torch.autograd.grad":
            return functional.gradients(args)
        transform = functional.derived(name, args)
        if transform is not None:
            return transform
        if optimizers.is_optimizer(name):
            return self._optimizer(node, name, args)
        if name.startswith("torch.optim.lr_scheduler.") and name.rpartition(".")[2][:1].isupper():
            return Instance(name)
        if (batches := self.batches(name, args)) is not None:
            return batches
        if name == "torch.nn.utils.clip_grad_norm_":
            return Tensor("float32", 0)
        if name == "torch.device":
            return Device()
        if name in ("Module.state_dict", "Optimizer.state_dict"):
            return StateDict(args[0].kind)
        if name in ("Module.to", "Module.cuda", "Module.cpu", "Module.train", "Module.eval"):
            return args[0].kind
        if name == "torch.load" and found is not None:
            return TAINTED
        if name in CALLED_BACK:
            self.called_back(node, name, args)
        if name in REGISTERED:
            self.registered(node, name, args)
        if found is not None:
            return found
        return TAINTED

    def _optimizer(self, node: cst.CSTNode, name: str, args: list[Argument]) -> Kind:
        """An optimizer, which may get parameter groups."""
        port = self.facts.ports.pop(node, None)
        if port is not None:
            try:
                found = optimizers.built(port.rule, port.decision, args)
                self.facts.ports[node] = replace(port, decision=found)
            except Refused as refused:
                self.facts.refused[node] = refused
        return Optimizer(name, optimizers.is_grouped(args))
