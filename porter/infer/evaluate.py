"""Kinds of expressions: one method a node type, results in the facts' tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from porter.assigned_buffers import all_buffers
from porter.facts import (
    Api,
    ClassInfo,
    Facts,
    Scope,
    is_abstract,
    is_property,
    is_unbound,
)
from porter.infer import evidence, host_kinds, own_optimizers, records
from porter.infer.alternatives import is_either
from porter.infer.calls import Calls
from porter.infer.containers import CONTAINERS, joined, replaced
from porter.infer.heirs import Heirs
from porter.infer.lambdas import Lambdas, outside
from porter.infer.learned import Learned
from porter.infer.loaded import restored
from porter.infer.names import (
    CONSTANTS,
    DTYPES,
    EITHER_READS,
    NOT_KNOWN,
    SPACES,
    is_torch,
    passed,
)
from porter.infer.narrowing import Narrowing
from porter.infer.optimizers import text_index
from porter.infer.reflection import HIDDEN, hidden, hidden_table, hides
from porter.infer.replaced_methods import ReplacedMethods, method_before
from porter.infer.set_elsewhere import Sets
from porter.infer.uncalled import uncalled
from porter.infer.unpacking import holder, unpacked
from porter.kinds import (
    HOST,
    TAINTED,
    TENSOR,
    UNKNOWN,
    Array,
    Class,
    Dictionary,
    Dtype,
    Function,
    Instance,
    Kind,
    Memory,
    Module,
    Named,
    Nothing,
    Number,
    Optimizer,
    OptimizerDict,
    Parameter,
    Record,
    Sequence,
    Shape,
    Size,
    Tensor,
    Text,
    Tuple,
    Union,
    Unknown,
    join,
    may_be_tensor,
    networks,
    present,
)
from porter.rulebook import Argument, Refused, Rulebook
from porter.subscripts import of_dimensions
from porter.supers import bases_of
from porter.tree import children


class Evaluator(ReplacedMethods, Heirs, Calls):
    """Evaluates expressions in a scope; `Inference` adds statements, functions and classes."""

    def __init__(self, facts: Facts, book: Rulebook) -> None:
        Heirs.__init__(self)
        Lambdas.__init__(self)
        self.facts, self.book = facts, book
        self.narrowing = Narrowing(facts.kind, self.class_info)
        self.scope = self.module_scope = Scope()
        self.known, self.late = Learned(), Learned()  # from the start, and too late
        self.elsewhere: Sets = {}  # what other files set of the module and of its classes
        self.asked: set[str] = set()  # names of the module that functions have read
        self.imports_torch = any(map(evidence.of_torch, facts.index.all(cst.Call)))
        self._objects: dict[tuple[cst.CSTNode, str], bool] = {}  # names of the program's own
        self._handing: set[str] = set()  # classes whose objects hand on what is asked
        self.set_on_host: set[str] = set()  # attributes of settings that are more: args.net = net
        self.ambiguous: set[cst.CSTNode] = set()  # calls of a shared method on something unknown

    # -- expressions
    def kind(self, node: cst.CSTNode) -> Kind:
        """Evaluate an expression, and keep what was found."""
        method = _METHODS.get(type(node))
        if type(node) in _ASKED and node in self.facts.kinds:
            self.facts.forget(node)
        if method is None:
            for child in children(node):
                self.kind(child)
            found: Kind = UNKNOWN
        else:
            found = self.by_run(node, method(self, node))
        told = self.facts.kinds[node] = outside(found)
        if type(node) in _IDIOM_ROOTS and told is found:
            self.idiom(node)
            found = self.facts.kinds[node]
        return found

    def name(self, node: cst.Name) -> Kind:
        found = self.scope.look_up(node.value)
        if found is not None and self.scope is not self.module_scope:
            found = self.of_module(node.value, found)
        if found is None:
            known = host_kinds.builtin(node.value)
            self.facts.unbound |= {node.value} if known is None else set()
            return known or UNKNOWN
        if node in self.facts.apis:  # an earlier caller gave one function of torch's alone
            self.facts.forget(node)
        return self._torch_name(node, found) if isinstance(found, Named) else found

    def attribute(self, node: cst.Attribute) -> Kind:
        return self.attribute_of(node, present(self.kind(node.value)))

    def attribute_of(self, node: cst.Attribute, base: Kind) -> Kind:
        name = node.attr.value
        if isinstance(base, Named):
            if base.name == "numpy" and name in _NUMPY_NUMBERS:
                return Number("float")
            if base.name == "builtins.super()":
                classes = self.facts.classes.values()
                bases = bases_of(node, self.facts.index, classes, self.class_info)
                found = next((m for b in bases if (m := self.member(b, name))), None)
                return found if isinstance(found, Function) else self.read_of_super(node)
            return self._torch_name(node, self.imported(f"{base.name}.{name}"))
        if isinstance(base, Union) and is_either(base, Instance, Module):
            return self.attribute_of_either(node, base)
        if isinstance(base, Record) and name in base.names:
            return base.items[base.names.index(name)]
        if isinstance(base, Tuple) and name in _FIELDS:
            port = self.facts.ports.get(node.value)
            if port is not None:
                return self.decide(node, port.rule, port.args, _FIELDS[name])
            if _FIELDS[name] < len(base.items):  # of one that was kept under a name
                self._ported_as(node, f"Tuple.{name}", base)
                return base.items[_FIELDS[name]]
        if isinstance(base, (Instance, Module)):
            info = self.class_info(base.cls)
            if info is not None:
                found = self.member(info, name)
                if isinstance(found, Function) and is_property(self.function_info(found.name)):
                    function = self.function_info(found.name)
                    assert function is not None
                    gives = self.run(function, [], bound=True)
                    return UNKNOWN if gives == Nothing() else gives  # abstract
                above = self.facts.index.parents.get(node)
                if isinstance(found, Function) and isinstance(above, cst.Attribute):
                    return UNKNOWN  # by a decorator of its own
                if name == "__dict__":
                    if isinstance(base, Module) and (told := hidden_table(self.facts, node)):
                        self.facts.refused[node] = told
                    return Dictionary(tuple(info.attributes.items()))
                if found is not None:
                    return self.or_of_heirs(node, base, found)
                if info.block and self.book.offers(info.block, name):
                    return self.block_member(node, info.block, name, None)
                if isinstance(base, Instance):
                    if (handed := self.handed_on(node, info)) is not None:
                        return handed
        if isinstance(base, Class):
            info = self.class_info(base.name)
            found = self.member(info, name) if info is not None else None
            if isinstance(found, Function) and is_unbound(self.function_info(found.name)):
                return found
        if isinstance(base, Array) and name == "T":
            return base
        if isinstance(base, Tensor) and name == "shape":
            items = (Number("int"),) * base.rank if base.rank is not None else None
            self._ported(node, "shape", base)
            return Shape(items) if items is not None else Size(Number("int"))
        return self._ported(node, name, base)

    def _ported(self, node: cst.Attribute, name: str, base: Kind) -> Kind:
        """An attribute of a torch object: `x.data`, `net.weight`."""
        gradient = name in ("grad", "_grad") and self.imports_torch
        if isinstance(base, Unknown) and (gradient or name in ("grad_fn", "requires_grad")):
            base = TENSOR
        if isinstance(base, Unknown) and name in _OF_WEIGHTS and evidence.is_weight(node.value):
            base = TENSOR
        if base == TAINTED and name == "data" and self.imports_torch:
            base = self.refine(node.value, TENSOR)
        if isinstance(base, Unknown) and name == "is_floating_point" and self.imports_torch:
            base = Dtype()
        if isinstance(base, Unknown) and evidence.gives_dtype(self.facts, node):
            return Dtype()  # a tensor's, or one of the settings
        if isinstance(base, Unknown) and own_optimizers.has_groups(self.facts, node):
            base = self.refine(node.value, Optimizer())
        if name in HIDDEN and (isinstance(base, Module) or hides(self.facts, node, base)):
            self.facts.refused[node] = hidden(name)
            return UNKNOWN
        own = isinstance(base, Module) and self.book.offers(base.cls, name)
        if own or (isinstance(base, Instance) and is_torch(base.cls)):
            assert isinstance(base, (Instance, Module))
            dtype = base.dtype if isinstance(base, Instance) else None
            return self.block_member(node, base.cls, name, None, dtype)
        if isinstance(base, Parameter) and name == "data":
            self._ported_as(node, "Parameter.data", base)
            return Memory(base.dtype, base.rank)
        for spaces in (spaces for kind, spaces in SPACES if isinstance(base, kind)):
            if not self.has(base, name):  # a ModuleDict may have a layer of this name
                return (
                    dict(base.entries).get(name, UNKNOWN) if isinstance(base, Module) else UNKNOWN
                )
            if (refused := uncalled(self.facts, node, base)) is not None:
                self.facts.refused[node] = refused
                return TAINTED
            argument = Argument(node.value, base)
            self.facts.apis[node] = Api(f"{spaces[-1]}.{name}", (argument,))
            for space in spaces:
                rule = self.book.find(f"{space}.{name}")
                if rule is not None:
                    return self.decide(node, rule, (argument,))
            if isinstance(base, Parameter) and name in ("grad", "_grad"):
                return own_optimizers.gradient(self.facts, node, base)
            return TAINTED if isinstance(base, Tensor) else UNKNOWN
        if name in EITHER_READS and isinstance(base, Unknown) and self.imports_torch:
            found = self.either(node, base)
            if found is not None:
                return found
        changed = isinstance(self.facts.index.parents.get(node), cst.AugAssign)
        either = name in ("training", "forward") and base in (UNKNOWN, TAINTED) and not changed
        if either and self.imports_torch:
            return self.torch(node, f"Either.{name}", [Argument(node.value, base)])
        if base == HOST or isinstance(base, (Array, Number, Text)):
            return UNKNOWN if base == HOST and name in self.set_on_host else HOST
        return TAINTED if may_be_tensor(base) else UNKNOWN

    def _ported_as(self, node: cst.Attribute, name: str, base: Kind) -> None:
        self.facts.apis[node] = Api(name, (Argument(node.value, base),))
        rule = self.book.find(name)
        if rule is not None:
            self.decide(node, rule, self.facts.apis[node].args)

    def _torch_name(self, node: cst.CSTNode, found: Kind) -> Kind:
        """A torch name that isn't called may have a rule of its own: torch.float32."""
        if isinstance(found, Named) and is_torch(found.name):
            self.facts.apis[node] = Api(found.name)
            short = found.name.rpartition(".")[2]
            if short in DTYPES:
                rule = self.book.find(found.name)
                if rule is not None:
                    self.decide(node, rule, ())
                return Dtype(DTYPES[short])
            if found.name in CONSTANTS or found.name.startswith(_CONSTRAINTS):
                rule = self.book.find(found.name)
                constant = rule is not None and not rule.is_class and not rule.params
                return self.decide(node, rule, ()) if rule is not None and constant else found
        return found

    def member(self, info: ClassInfo, name: str) -> Kind | None:
        """An attribute or method of a class of the project, its bases included."""
        if not info.built and name != "__init__":  # whose call tells of the attributes
            self.build(info, [])
        if name in info.attributes:
            info.asked.add(name)
            return info.attributes[name]
        if name in info.methods:
            if is_abstract(info.methods[name].node):
                return self.overriding(info, name)
            return Function(info.methods[name].name)
        for base in info.bases:
            other = self.class_info(base.name) if isinstance(base, Class) else None
            found = self.member(other, name) if other else None
            if found is not None:
                return found
        return None

    # -- names
    def assign(self, target: cst.CSTNode, kind: Kind) -> None:
        """Bind what an assignment, loop or comprehension binds."""
        if isinstance(target, cst.Name):
            self.tell_name(target.value, kind)
            self.scope.names[target.value] = kind
            self.scope.open.pop(target.value, None)
            self.facts.kinds[target] = kind
        elif isinstance(target, (cst.Tuple, cst.List)):
            for element, part in zip(target.elements, unpacked(kind, target.elements)):
                self.assign(element.value, part)
        elif isinstance(target, cst.Attribute):
            self.set_attribute(target, kind)
        elif isinstance(target, cst.Subscript):
            self.facts.refused.pop(target, None)
            if isinstance(known := self.kind(target.value), (Instance, OptimizerDict)):
                self.set_item(target, known, kind)
            self.kind(target)
            base = self._stored_into(target, kind)
            if isinstance(base, Module) and base.cls in CONTAINERS:
                self.assign(target.value, Module(base.cls, joined([base.item, kind])))
            if isinstance(target.value, (cst.Name, cst.Attribute)):
                if isinstance(base, Dictionary):
                    self.assign(target.value, records.stored(base, target, kind))
                elif isinstance(base, (Sequence, Tuple)):
                    self.assign(target.value, replaced(base, target, kind))
            if base == HOST and not host_kinds.of_host(kind):
                self.not_of_host(target, kind)

    def _stored_into(self, target: cst.Subscript, value: Kind) -> Kind:
        """The kind of x of `x[i] = v`, which is told where x may be a tensor or an array."""
        known = self.facts.kind(target.value)
        base = holder(known)
        if base != known:
            base = self.refine(target.value, base)
            self.facts.kinds[target] = self.part(target, base)
        part = target.slice[0].slice
        index = self.facts.kind(part.value) if isinstance(part, cst.Index) else UNKNOWN
        named = isinstance(index, Text) or text_index(target)
        places = of_dimensions(target) or (len(target.slice) > 1 and isinstance(value, Tensor))
        several = self.imports_torch and base == UNKNOWN and places
        open_ = several and not evidence.is_used_as_array(self.facts, target.value)
        if (open_ or may_be_tensor(base)) and not isinstance(base, Tensor) and not named:
            self.facts.refused[target] = Refused("P103", f"what is stored into {NOT_KNOWN}")
        return base

    def set_attribute(self, target: cst.Attribute, kind: Kind, anew: bool = False) -> None:
        """The object has this, or what it had before as well; `anew`: this and nothing else."""
        base = self.kind(target.value)
        if isinstance(base, Parameter) and target.attr.value in ("grad", "_grad"):
            self.attribute_of(target, base)
        self.facts.kinds[target] = kind
        if base == HOST and not host_kinds.of_host(kind):
            self.set_on_host.add(target.attr.value)
        self.replace_method(base, target.attr.value, kind)
        info = self.class_info(base.cls) if isinstance(base, (Instance, Module)) else None
        if info is not None:
            name, index = target.attr.value, self.facts.index
            before, kind = info.attributes.get(name, method_before(info, name)), passed(kind)
            if isinstance(kind, Unknown):
                kind = info.refined.get(name, kind)
                kind = before if before and networks(before) and restored(index, target) else kind
            kind = all_buffers(self.facts, base).get(name, kind)  # a buffer stays one
            kind = own_optimizers.attribute(info, name, kind, self.class_info)
            info.attributes[name] = kind if before is None or anew else join(before, kind)
            self.tell_attribute(info, name, before, kind)

    def refine_attribute(self, node: cst.Attribute, kind: Kind) -> None:
        """A network or a size that lies in an attribute: what sets it is looked at once more."""
        base = self.facts.kind(node.value)
        info = self.class_info(base.cls) if isinstance(base, (Instance, Module)) else None
        if info is not None and isinstance(info.attributes.get(node.attr.value), Unknown):
            info.attributes[node.attr.value] = info.refined[node.attr.value] = kind
            if "__init__" in info.methods:
                info.methods["__init__"].stale = True


_METHODS: dict[type[cst.CSTNode], Callable[[Any, Any], Kind]] = {
    cst.Name: Evaluator.name,
    cst.Attribute: Evaluator.attribute,
    cst.Call: Evaluator.call,
    cst.Subscript: Evaluator.subscript,
    cst.BinaryOperation: Evaluator.binary,
    cst.UnaryOperation: Evaluator.unary,
    cst.BooleanOperation: Evaluator.boolean,
    cst.Comparison: Evaluator.comparison,
    cst.IfExp: Evaluator.choice,
    cst.Tuple: Evaluator.tuple,
    cst.List: Evaluator.list,
    cst.Dict: Evaluator.dict_display,
    cst.ListComp: Evaluator.comprehension,
    cst.SetComp: Evaluator.comprehension,
    cst.GeneratorExp: Evaluator.comprehension,
    cst.DictComp: Evaluator.dict_comprehension,
    cst.NamedExpr: Evaluator.named,
    cst.Lambda: Evaluator.lambda_,
    cst.Integer: lambda self, node: Number("int"),
    cst.Float: lambda self, node: Number("float"),
    cst.SimpleString: lambda self, node: Text(),
    **dict.fromkeys((cst.FormattedString, cst.ConcatenatedString), Evaluator.formatted),
}
_CONSTRAINTS = "torch.distributions.constraints."
_OF_WEIGHTS = frozenset({"data", "device"})  # what a Keras variable has not
_NUMPY_NUMBERS = frozenset({"inf", "pi", "e", "nan", "infty", "euler_gamma"})
_FIELDS = {  # of torch's named tuples: max(dim), aminmax, slogdet, eigh, qr, svd
    **dict.fromkeys(("values", "min", "sign", "eigenvalues", "Q", "U"), 0),
    **dict.fromkeys(("indices", "max", "logabsdet", "eigenvectors", "R", "S"), 1),
    **dict.fromkeys(("Vh", "V"), 2),
}
# What a rule may have been asked about
_ASKED = frozenset({cst.Attribute, cst.BinaryOperation, cst.Call, cst.Comparison, cst.Subscript})
_IDIOM_ROOTS = (cst.Call, cst.ListComp, cst.Subscript, cst.Attribute)
