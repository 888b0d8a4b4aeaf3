"""Receivers that are not known: what their methods, and later lines, tell of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from porter.documented import has_tensor
from porter.facts import ClassInfo
from porter.infer import delegation, evidence
from porter.infer.either import Either
from porter.infer.in_place import changes
from porter.infer.names import (
    ARRAY_METHODS,
    KEYWORDS,
    MODULE_NAMES,
    NETWORK_ONLY,
    NETWORK_PLAIN,
    SHARED_METHODS,
    SPACES,
    TENSOR_ONLY,
    is_torch,
)
from porter.infer.reflection import is_open
from porter.kinds import (
    HOST,
    TAINTED,
    TENSOR,
    UNKNOWN,
    Array,
    Class,
    Instance,
    Kind,
    Module,
    Named,
    Number,
    ParamGroup,
    Sequence,
    Shape,
    Size,
    Tensor,
    Tuple,
    Union,
    Unknown,
    may_be_tensor,
    networks,
    present,
)
from porter.rulebook import Argument, Refused, Rule
from porter.tree import dotted

if TYPE_CHECKING:
    from porter.project import Project

_VIEWS = frozenset({"items", "keys", "values"})  # of a dictionary


class Receivers(Either):
    """What `Calls` knows of methods of something unknown."""

    imports_torch: bool
    project: Project
    _objects: dict[tuple[cst.CSTNode, str], bool]
    _handing: set[str]  # classes whose objects hand on what is asked

    # -- what Calls adds
    def method(self, node: cst.Call, func: cst.Attribute, base: Kind) -> Kind | None:
        raise NotImplementedError

    def torch(self, node: cst.CSTNode, name: str, args: list[Argument]) -> Kind:
        raise NotImplementedError

    # -- what Evaluator adds
    def attribute_of(self, node: cst.Attribute, base: Kind) -> Kind:
        raise NotImplementedError

    def refine_attribute(self, node: cst.Attribute, kind: Kind) -> None:
        raise NotImplementedError

    def class_info(self, name: str) -> ClassInfo | None:
        raise NotImplementedError

    def member(self, info: ClassInfo, name: str) -> Kind | None:
        raise NotImplementedError

    def has(self, base: Kind, name: str) -> bool:
        """Whether torch gives this name to such an object, and not a class of the user's."""
        if name == "__class__":
            return False
        if isinstance(base, (Size, Shape)):  # the others are those of tuples
            return self.book.find(f"torch.Size.{name}") is not None
        if isinstance(base, ParamGroup):
            return hasattr(dict, name)  # torch's groups are dicts: the rest is read of a port's
        open_ = isinstance(base, Module) and base.cls in ("", "torch.nn.Module")
        if isinstance(base, Module) and (open_ or self.class_info(base.cls) is not None):
            return name in MODULE_NAMES or self.book.find(f"Module.{name}") is not None
        return not (isinstance(base, Module) and name in dict(base.entries))

    # -- methods
    def unknown_receiver(
        self, node: cst.Call, func: cst.Attribute, base: Kind
    ) -> tuple[Kind, Kind | None]:
        """The kind of the receiver, as far as this method tells it; and what the call gives where
        nothing does."""
        name = func.attr.value
        flag = name == "requires_grad_" and node.args and dotted(node.args[0].value) != "True"
        if flag and self.imports_torch:  # networks have it, too
            self.facts.kinds[func] = UNKNOWN
            args = [Argument(func.value, base), *self.arguments(node)]
            return base, self.torch(node, "Either.requires_grad_", args)
        tensors = self.imports_torch or base == TAINTED
        if name == "add_param_group" and tensors:  # torch's, or one of the program's own
            self.facts.kinds[func] = UNKNOWN
            args = [Argument(func.value, base), *self.arguments(node)]
            return base, self.torch(node, "Either.add_param_group", args)
        if name == "parameters" and tensors and not node.args and self.has_own(name):
            self.facts.kinds[func] = UNKNOWN
            return base, self.torch(node, "Either.parameters", [Argument(func.value, base)])
        if tensors:
            base = self._by_method(node, func, base)
        if isinstance(base, Unknown) and tensors and name in evidence.TELLING:
            args = self.arguments(node)
            told = evidence.receiver(name, args)
            base = self.refine(func.value, told) if told is not None else base
            if isinstance(base, Unknown) and evidence.moves(name, args):
                self.facts.kinds[func] = UNKNOWN
                self.torch(node, "Module.to", [Argument(func.value, base), *args])
                return base, base
            if isinstance(base, Unknown) and base != HOST and self._may_move(name, args):
                self.facts.kinds[func] = UNKNOWN
                self.torch(node, "Either.to", [Argument(func.value, base), *args])
                return base, base
            torchs = isinstance(base, Unknown) and evidence.is_torchs(name, args)
            if torchs and (evidence.to_whole(name, args) or self._is_tensors(func.value)):
                base = self.refine(func.value, TENSOR)
            elif torchs and name != "to" and not self._has_other_states(name):
                self.facts.kinds[func] = UNKNOWN  # a network's or an optimizer's, ported alike
                return base, self.torch(node, f"Module.{name}", [Argument(func.value, base), *args])
            elif torchs and name != "to":  # or a schedule's, or of a class of the program
                self.facts.kinds[func] = UNKNOWN
                self.torch(node, f"Either.{name}", [Argument(func.value, base), *args])
                return base, TAINTED
            elif torchs:
                self.facts.kinds[func] = UNKNOWN
                self.facts.refused[node] = Refused("P103", f"the owner of {name}() is not known")
                return base, TAINTED
        if isinstance(base, Unknown) and base != HOST and tensors:
            alone = not self.facts.defines(name) or (name == "train" and self._runs(func.value))
            plain = alone and (not node.args or (name == "apply" and len(node.args) == 1))
            if plain and self.book.find(f"Either.{name}") is not None:
                self.facts.kinds[func] = UNKNOWN
                args = [Argument(func.value, base), *self.arguments(node)]
                return base, self.torch(node, f"Either.{name}", args)
            if not self._for_effect(node) and (found := self.either(node, base)) is not None:
                return base, found
        if isinstance(base, Unknown) and name in _VIEWS and not node.args:
            items = {"items": Tuple((UNKNOWN, base)), "values": base}
            own = self.facts.defines(name)
            return base, None if own else Sequence(items.get(name, UNKNOWN))
        if isinstance(base, Unknown) and name in SHARED_METHODS:
            self.facts.kinds[func] = UNKNOWN
            self.ambiguous.add(node)
            self.arguments(node)
            return base, Array() if name in ARRAY_METHODS else UNKNOWN
        return base, None

    def has_own(self, name: str) -> bool:
        """Whether a class of the program that is no network's may have a method of this name."""
        infos = (*self.facts.classes.values(), *self.facts.other_classes.values())
        here = any(name in info.methods and not info.is_module for info in infos)
        return here or self.project.says(f"def {name}", self.facts.path)

    def _has_other_states(self, name: str) -> bool:
        """Whether more than networks and optimizers may have such a method: torch's schedules have
        it, too."""
        schedules = any("lr_scheduler" in text for text in self.facts.texts)
        return schedules or self.facts.defines(name)

    def _may_move(self, name: str, args: list[Argument]) -> bool:
        """`x.to(y)` of who knows what, in a file with torch: a tensor or a network, as a rule."""
        handed_on = any(arg.star for arg in args)  # `v.to(*args)` of a class's own to(), as a rule
        single = len(args) == 1 and not args[0].keyword
        open_ = handed_on or (single and isinstance(args[0].kind, (Unknown, Union)))
        return name == "to" and open_ and self.imports_torch

    def _for_effect(self, node: cst.Call) -> bool:
        """Whether a line asks for nothing that the call gives: no tensor is changed by it."""
        return isinstance(self.facts.index.parents.get(node), cst.Expr)

    def _runs(self, node: cst.BaseExpression) -> bool:
        """Whether something is called, as networks are: `net(x)`."""
        return dotted(node) in self.facts.index.called

    def _by_method(self, node: cst.Call, func: cst.Attribute, base: Kind) -> Kind:
        """What has this method: a tensor, a network."""
        name = func.attr.value
        rules = (self.book.find(f"Tensor.{n}") for n in (name, name[:-1]))
        in_place = changes(name) and any(rules)
        own = self.facts.defines(name)
        given = {arg.keyword.value for arg in node.args if arg.keyword is not None}
        fits = given <= KEYWORDS.get(name, given)
        if (name in TENSOR_ONLY or in_place) and not own and fits:
            return self.refine(func.value, TENSOR)
        plain = name in NETWORK_PLAIN and not node.args and not own
        plain |= name == "apply" and len(node.args) == 1 and not own and self._for_effect(node)
        plain |= name == "train" and self._has_modes(func.value)
        if name in NETWORK_ONLY or plain:
            return self.refine(func.value, Module())
        tensors = self._of_network(func.value) or evidence.is_weight(func.value)
        tensors = tensors or evidence.is_differentiated(self.facts, node)
        if name in SHARED_METHODS and tensors:
            return self.refine(func.value, TENSOR)
        if name in ("size", "view") and not own:
            if evidence.of_tensors(name, self.arguments(node), base == TAINTED):
                return self.refine(func.value, TENSOR)
        return base

    def _has_modes(self, node: cst.BaseExpression) -> bool:
        """Whether its function calls eval() of it, too: a network, whose mode it sets."""
        if self.facts.defines("eval"):
            return False
        function = self.facts.index.function(node)
        methods = evidence.methods_of(function) if function is not None else {}
        return "eval" in methods.get(dotted(node) or "", ())

    def _of_network(self, node: cst.CSTNode) -> bool:
        """Whether a network gave this: no network gives an array, and nothing else has methods
        that arrays and tensors share."""
        if isinstance(node, cst.Name) and node.value in self.scope.open:
            node = self.scope.open[node.value][0]
        return isinstance(node, cst.Call) and bool(networks(self.facts.kind(node.func)))

    def of_networks(self, rule: Rule | None, args: list[Argument]) -> list[Argument]:
        """The arguments; what a network gave is a tensor where torch takes no list of them."""
        lists = rule is None or [p.name for p in rule.params if p.annotation == "Tensors"]
        return [
            replace(arg, kind=self.refine(arg.node, TENSOR))
            if not lists and arg.kind == TAINTED and not arg.star and self._of_network(arg.node)
            else arg
            for arg in args
        ]

    def _is_tensors(self, node: cst.CSTNode) -> bool:
        """Whether what is torch's is made by a method of tensors: then it is a tensor."""
        call = evidence.tensors_method(node, self.book)
        if call is None or not isinstance(self.facts.kind(call.func.value), Unknown):
            return False
        return self.method(call, call.func, self.refine(call.func.value, TENSOR)) is not None

    def handed_on(self, node: cst.Attribute, info: ClassInfo) -> Kind | None:
        """What is asked where a class does not have a name, None if it hands nothing on. A name of
        torch's is told: the port's networks and tensors have others."""
        name, to = node.attr.value, delegation.held(info, self.class_info)
        if not to or to == name or info.name in self._handing:
            return None
        kind = present(self.member(info, to) or UNKNOWN)
        own = isinstance(kind, Module) and self.book.offers(kind.cls, name)  # of the port's, too
        torchs = any(isinstance(kind, of) for of, _ in SPACES) and self.has(kind, name) and not own
        only = name in TENSOR_ONLY or name in NETWORK_ONLY
        if torchs or (is_open(kind) and only and not self.facts.defines(name)):
            message = f"{name} is asked of what hands it on to its {to}"
            self.facts.refused[node] = Refused("P103", message, f"ask the {to}: x.{to}.{name}")
            return TAINTED
        if not isinstance(kind, (Instance, Module)):
            return UNKNOWN
        self._handing.add(info.name)
        found = self.attribute_of(node, kind)
        self._handing.discard(info.name)
        return found

    # -- what is told later
    def left_open(self, target: cst.CSTNode, value: cst.CSTNode) -> None:
        """`loss = x.mean()`, where x may be an array: a later line may tell what the loss is."""
        if not isinstance(target, cst.Name):
            return
        names, open_ = dict(self.scope.names), dict(self.scope.open)
        inner = value.expression if isinstance(value, cst.UnaryOperation) else value
        if self.facts.kind(value) == TAINTED and (
            inner in self.ambiguous or self._of_network(inner)
        ):
            self.scope.open[target.value] = (value, names, open_)

    def refine(self, node: cst.CSTNode, kind: Kind) -> Kind:
        """Torch takes only this kind here, so the name is of this kind from now on."""
        if isinstance(node, cst.Name) and isinstance(kind, Tensor) and self._is_object(node):
            kind = Instance()
        self.facts.kinds[node] = kind
        if isinstance(node, cst.Attribute) and node.attr.value == "data":
            if isinstance(kind, Tensor) and isinstance(self.facts.kind(node.value), Unknown):
                self.attribute_of(node, self.refine(node.value, TENSOR))
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
            self.facts.kinds[node] = kind = self.refine(node.expression, kind)
        if node in self.ambiguous and isinstance(node, cst.Call):
            self.ambiguous.discard(node)
            self.facts.forget(node)
            assert isinstance(node.func, cst.Attribute)
            found = self.method(node, node.func, self.refine(node.func.value, TENSOR))
            self.facts.kinds[node] = kind = found or kind
        if isinstance(node, cst.Name) and node.value in self.scope.names:
            self.scope.names[node.value] = self._as_it_was_bound(node.value, kind)
        if isinstance(node, cst.Attribute) and isinstance(kind, (Module, Number)):
            self.refine_attribute(node, kind)
        return kind

    def _is_object(self, name: cst.Name) -> bool:
        """Whether it has an attribute that only classes of the program have: `episodes.mask`, also
        where a network takes it."""
        index = self.facts.index
        place = index.body(name), name.value
        if place not in self._objects:
            named = (index.parents[n] for n in index.names_in(*place))
            read = {a.attr.value for a in named if isinstance(a, cst.Attribute)} - {name.value}
            self._objects[place] = any(map(self._of_program, read))
        return self._objects[place]

    def _of_program(self, attribute: str) -> bool:
        if self.book.find(f"Tensor.{attribute}") is not None or has_tensor(attribute):
            return False
        return self.facts.defines(attribute) or self.facts.holds(attribute)

    def _as_it_was_bound(self, name: str, kind: Kind) -> Kind:
        """A tensor, so what made it is told, too: with the names as they were then."""
        if name not in self.scope.open or not isinstance(kind, Tensor):
            return kind
        value, *then = self.scope.open.pop(name)
        now = self.scope.names, self.scope.open
        self.scope.names, self.scope.open = then
        found = self.refine(value, kind)
        self.scope.names, self.scope.open = now
        return found

    def refine_items(self, node: cst.CSTNode) -> None:
        """What torch joins are tensors: `torch.cat([x.reshape(n, -1) for x in inputs])`."""
        elements = node.elements if isinstance(node, cst.List) else ()
        for item in (one.value for one in elements if isinstance(one, cst.Element)):
            if isinstance(self.facts.kind(item), Unknown) or item in self.ambiguous:
                self.refine(item, TENSOR)
        if isinstance(node, (cst.ListComp, cst.GeneratorExp)) and node.elt in self.ambiguous:
            with self.comprehended(node.for_in):
                self.refine(node.elt, TENSOR)

    def is_type(self, func: cst.BaseExpression) -> bool:
        """Whether it is type(x), and x may be a tensor."""
        if not isinstance(func, cst.Call) or not self.imports_torch or len(func.args) != 1:
            return False
        of = self.facts.kind(func.args[0].value)
        return self.facts.kind(func.func) == Named("builtins.type") and (
            may_be_tensor(of) or is_open(of)
        )

    def read_of_super(self, node: cst.Attribute) -> Kind:
        """`super().logits` in an heir of a building block, whose objects have it, or its class."""
        info, name = self.facts.class_around(node), node.attr.value
        if info is None or not info.block or not self.book.offers(info.block, name):
            return UNKNOWN
        if self.book.keeps(info.block, name):
            message = f"super() does not have {name} in the port: the object has it"
            self.facts.refused[node] = Refused("P102", message, f"write self.{name}")
        return UNKNOWN

    def of_super(self, node: cst.Call, func: cst.Attribute) -> Kind | None:
        """`super().train(mode)` in a network, whose base is torch's own class; None where a class
        of the program has such a method."""
        name = func.attr.value
        offered = [f"{space}.{name}" for space in ("Super", "Module")]
        api = next((one for one in offered if self.book.find(one) is not None), None)
        info = self.facts.class_around(node)
        if info is None or not info.is_module or not (api or name in _WITHOUT_RULE):
            return None
        above = [*info.bases]
        while above:
            base = above.pop()
            known = self.class_info(base.name) if isinstance(base, Class) else None
            if known is None:
                if not (isinstance(base, Named) and is_torch(base.name)):
                    return None
            elif name in known.methods:
                return None
            else:
                above += known.bases
        self.facts.kinds[func] = UNKNOWN
        if api == f"Module.{name}" and self.book.offers(info.block, name):
            self.arguments(node)
            return UNKNOWN  # the building block's own, by Python's rules
        if api is None:
            self.facts.refused[node] = Refused("P102", f"Keras has no {name}() to override")
            return UNKNOWN
        own = Argument(cst.Name("self"), Module(info.name))
        return self.torch(node, api, [own, *self.arguments(node)])


SUPER = Named("builtins.super()")
_WITHOUT_RULE = MODULE_NAMES - {"forward"}  # those that have one are ported by it
NO_CLASS = Refused("P102", "type(x) of a tensor makes another in torch", "write torch.tensor")
