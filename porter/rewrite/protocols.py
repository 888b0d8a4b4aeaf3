"""What Python itself asks of a tensor: its class, its length, its rows, its hash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.assigned_buffers import is_buffer
from porter.callers import given
from porter.codegen import code
from porter.facts import Facts
from porter.iterators import seen_as_iterator
from porter.kinds import (
    Dictionary,
    Kind,
    Named,
    Number,
    Parameter,
    Shape,
    Size,
    Tensor,
    Unknown,
    item_of,
    may_be_tensor,
    members,
    networks,
    present,
)
from porter.promotion import is_float
from porter.rewrite.folds import Folds
from porter.rewrite.references import is_offered
from porter.rewrite.spelling import Spelling
from porter.rulebook import Argument, Rulebook
from porter.rulebook.bind import literal

_PARAMETER = ("torch.nn.Parameter", "torch.nn.parameter.Parameter")
_ROWS = frozenset(  # functions of Python's that go over their arguments
    Named(f"builtins.{name}")
    for name in "all any enumerate filter frozenset iter list map max min reversed set sorted sum"
    " tuple zip".split()
)
_LISTS = frozenset({Named("builtins.list"), Named("builtins.tuple"), Named("builtins.reversed")})
_DISPLAYS = (cst.Tuple, cst.List)
_SUM = "sum() of booleans begins with 0, and TensorFlow adds no boolean to it"
_KEY = "a tensor as a key: TensorFlow's tensors have no hash"
_IDS = "take a number, x.item(), or id(x) where it is about the object"
_TEXT = "Keras writes networks otherwise"
_BUFFERS = ("Module.buffers", "Module.named_buffers")
_UNSAVED = "a buffer that is not saved is a plain tensor in the port, and no buffer of the network"
_LOADS = ("Module.load_state_dict", "Either.load_state_dict")
_KEYS = "load_state_dict() tells in TensorFlow of no missing and no unexpected keys"
_CLASS = "TensorFlow's variables are parameters and buffers: none has a class of its own"


class Protocols(Folds):
    """What `Expressions` knows of them."""

    facts: Facts
    book: Rulebook
    spelling: Spelling

    # -- what Expressions adds
    def expression(self, node: Any) -> Any:
        raise NotImplementedError

    def inside(self, node: Any) -> Any:
        raise NotImplementedError

    def leave(self, node: cst.CSTNode, why: str, message: str, hint: str) -> Any:
        raise NotImplementedError

    def protocol(self, node: cst.CSTNode, new: Any) -> Any:
        """The port of a tensor where Python goes over it, or asks for its hash."""
        api = self.facts.api(node)
        if api in _BUFFERS and self._leaves_buffers_out():
            return self.leave(node, "P102", _UNSAVED, "register it as one that is saved")
        if api in _LOADS and _is_used(self.facts, node):
            return self.leave(node, "P102", _KEYS, "give the call a line of its own")
        if seen_as_iterator(self.facts, node):
            return cst.Call(cst.Name("iter"), [cst.Arg(new)])
        kind = present(self.facts.kind(node))
        if isinstance(node, (cst.Name, cst.Attribute, cst.Call)) and not isinstance(kind, Tensor):
            return self.operator(node, new)
        if not isinstance(kind, Tensor) or not isinstance(node, cst.BaseExpression):
            return new
        if _hashed(self.facts, node):
            return self.leave(node, "P102", _KEY, _IDS)
        if kind.rank != 0 and _of_math(self.facts, node):
            array = cst.Call(self.spelling.module("np", "asarray"), [cst.Arg(new)])
            return cst.Call(cst.Attribute(array, cst.Name("item")))
        if (parts := _unpacked(self.facts, node)) is not None:
            return cst.Call(self.spelling.tf("unstack"), [cst.Arg(new), *parts])
        gone_over = _gone_over(self.facts, node) and may_be_variable(self.facts, node)
        if gone_over or _listed(self.facts, node):
            return cst.Call(self.spelling.tf("unstack"), [cst.Arg(new)])
        if is_variable(self.facts, node) and _for_einops(self.facts, node):
            return cst.Call(self.spelling.tf("convert_to_tensor"), [cst.Arg(new)])
        return new

    def given(self, api: str, args: Sequence[Argument]) -> list[Any]:
        """The ported arguments. `tf.where(mask, 0, w)` makes an integer of the 0, and takes no
        variable of floats then."""
        found = [self.expression(arg.node) for arg in args]
        numbers = any(isinstance(arg.kind, Number) for arg in args)
        if api.rpartition(".")[2] not in ("where", "masked_fill") or not numbers:
            return found
        tensors = (a.kind for a in args if isinstance(a.kind, Tensor))
        floats = next((k.dtype for k in tensors if k.dtype and is_float(k.dtype)), "")
        if floats and len(args) == 3:
            found = [
                self.as_float(new, floats)
                if isinstance(arg.kind, Number) and arg.kind.type == "int"
                else new
                for arg, new in zip(args, found)
            ]
        return [
            cst.Call(self.spelling.tf("convert_to_tensor"), [cst.Arg(new)])
            if isinstance(arg.kind, Parameter)
            else new
            for arg, new in zip(args, found)
        ]

    def as_float(self, new: Any, dtype: str) -> Any:
        """0.0 of the 0 beside tensors of floats."""
        literal = code(new).lstrip("-").isdigit()
        return cst.parse_expression(f"{code(new)}.0") if literal else self.spelling.cast(new, dtype)

    def _leaves_buffers_out(self) -> bool:
        """Whether the file registers buffers that no state_dict has: no variables."""
        return any(
            api.name == "Module.register_buffer" and any(code(a.node) == "False" for a in api.args)
            for api in self.facts.apis.values()
        )

    def builtin(self, node: cst.Call, name: str) -> Any:
        """isinstance(), sum(), set() and frozenset(); None for what asks nothing of tensors."""
        if name == "builtins.isinstance" and len(node.args) == 2:
            return self._isinstance(node)
        if name == "builtins.hasattr" and len(node.args) == 2 and self._has_it(*node.args):
            return cst.Name("True")
        items = item_of(self.facts.kind(node.args[0].value)) if node.args else None
        if name == "builtins.sum" and isinstance(items, Tensor) and items.dtype == "bool":
            return self.leave(node, "P102", _SUM, "x.sum(), or sum(x.int() for x in …)")
        if name in ("builtins.set", "builtins.frozenset") and isinstance(items, Tensor):
            return self.leave(node, "P102", _KEY, _IDS)
        if name in ("builtins.repr", "builtins.str") and _asks_text(self.facts, node):
            return self.leave(node, "P102", _TEXT, "ask its layers: isinstance(), net.modules()")
        return self.fold(node, name)

    def _has_it(self, module: cst.Arg, name: cst.Arg) -> bool:
        """Whether a module of torch's is asked for what the port has: `hasattr(torch, "e")`."""
        asked = literal(name.value)
        api = self.facts.api(module.value)
        return isinstance(asked, str) and is_offered(self.book.find(f"{api}.{asked}"))

    def _isinstance(self, node: cst.Call) -> Any:
        """A variable is a tensor for torch, but no tf.Tensor; a shape is a tuple."""
        value, classes = (arg.value for arg in node.args)
        several = [e.value for e in classes.elements] if isinstance(classes, cst.Tuple) else []
        asked, kind = several or [classes], self.facts.kind(value)
        apis = [self.facts.api(one) for one in asked]
        if any(api in _PARAMETER for api in apis):
            return self.leave(node, "P102", _CLASS, "ask for its name, or where it was made")
        new = self.inside(node)
        if apis == ["torch.Tensor"] and _may_be_variable(kind):
            only = new.args[0].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            return new.with_changes(func=self.spelling.tf("is_tensor"), args=[only])
        listed = new.args[1].value
        ported = [e.value for e in listed.elements] if several else [listed]
        wanted: list[cst.BaseExpression] = []
        for one, api, port in zip(asked, apis, ported):
            shape = api == "torch.Size" or self.facts.kind(one) == Named("builtins.tuple")
            if api == "torch.Tensor" and _may_be_variable(kind):
                wanted += [port, self.spelling.module("keras", "Variable")]
            elif shape and _is_shape(kind):
                wanted += [cst.Name("tuple"), self.spelling.tf("TensorShape")]
            else:
                wanted.append(port)
        if len(wanted) == len(asked):
            return new
        together = cst.Tuple([cst.Element(one) for one in wanted])
        return new.with_changes(args=[new.args[0], new.args[1].with_changes(value=together)])


def _is_used(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether somebody reads what a call gives: `found = net.load_state_dict(d, strict=False)`."""
    above = facts.index.parents.get(node)
    return isinstance(above, (cst.Assign, cst.Arg, cst.Attribute, cst.Subscript, cst.NamedExpr))


def _may_be_variable(kind: Kind) -> bool:
    """Whether the port may have a variable for it: a parameter or a buffer."""
    return may_be_tensor(kind) or any(isinstance(k, Unknown) for k in members(kind))


def is_variable(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether the port has a variable for it."""
    return isinstance(present(facts.kind(node)), Parameter) or is_buffer(facts, node)


def _asks_text(facts: Facts, node: cst.Call) -> bool:
    """`"Linear" in repr(net)`: more is done with a network's text than printing it."""
    above = facts.index.parents.get(node)
    asked = isinstance(above, (cst.Comparison, cst.ComparisonTarget, cst.Attribute, cst.Subscript))
    return asked and len(node.args) == 1 and bool(networks(facts.kind(node.args[0].value)))


def may_be_variable(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is a variable, or a parameter of a function that some caller gives one for."""
    if is_variable(facts, node):
        return True
    function = facts.index.function(node) if isinstance(node, cst.Name) else None
    if function is None:
        return False
    found = given(facts, function, cst.ensure_type(node, cst.Name).value)
    return any(is_variable(home, argument) for home, argument in found)


def _is_shape(kind: Kind) -> bool:
    return any(isinstance(k, (Size, Shape)) for k in members(kind))


def _unpacked(facts: Facts, node: cst.BaseExpression) -> list[cst.Arg] | None:
    """How many rows `a, b = x` binds, which a graph may not know; None for what is no such line."""
    targets = _targets(facts, node)
    if not targets or not all(isinstance(target, _DISPLAYS) for target in targets):
        return None
    elements = targets[0].elements
    starred = any(isinstance(element, cst.StarredElement) for element in elements)
    return [] if starred else [cst.Arg(cst.Integer(str(len(elements))))]


def _targets(facts: Facts, node: cst.CSTNode) -> list[Any]:
    """What an assignment binds to a value: `x` in `a, b = x`, and in `(a, b), c = x, y`."""
    above = facts.index.parents.get(node)
    if isinstance(above, cst.Assign) and above not in facts.alone:
        return [assign.target for assign in above.targets]
    display: Any = facts.index.parents.get(above) if isinstance(above, cst.Element) else None
    if not isinstance(display, _DISPLAYS):
        return []
    place, targets = display.elements.index(above), _targets(facts, display)
    fitting = all(
        isinstance(t, _DISPLAYS)
        and len(t.elements) == len(display.elements)
        and all(isinstance(element, cst.Element) for element in t.elements)
        for t in targets
    )
    return [target.elements[place].value for target in targets] if fitting else []


def _listed(facts: Facts, node: cst.BaseExpression) -> bool:
    """`[*x]`, `f(*x)`, `list(x)`: a graph has the rows of a tensor where they are apart."""
    above: Any = facts.index.parents.get(node)
    if isinstance(above, cst.StarredElement):
        return True
    if not isinstance(above, cst.Arg) or above.keyword is not None:
        return False
    call: Any = facts.index.parents.get(above)
    lists = isinstance(call, cst.Call) and facts.kind(call.func) in _LISTS
    return above.star == "*" or (lists and not above.star)


def _gone_over(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether Python goes over its rows: `for row in w`, `zip(w, x)`, `f(*w)`."""
    above: Any = facts.index.parents.get(node)
    if isinstance(above, (cst.For, cst.CompFor)):
        return above.iter is node
    if isinstance(above, cst.StarredElement):
        return True
    if not isinstance(above, cst.Arg):
        return False
    call: Any = facts.index.parents.get(above)
    if above.star == "*":
        return True
    if not isinstance(call, cst.Call) or above.keyword is not None:
        return False
    callee = facts.kind(call.func)
    one = callee in (Named("builtins.max"), Named("builtins.min"))
    places = [arg for arg in call.args if arg.keyword is None]
    return callee in _ROWS and (len(places) == 1 or not one)


def _for_einops(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether einops gets it, or a list with it: it knows TensorFlow's variables, not Keras's."""
    above = facts.index.parents.get(node)
    while isinstance(above, (cst.Element, cst.List, cst.Tuple)):
        above = facts.index.parents.get(above)
    call = facts.index.parents.get(above) if isinstance(above, cst.Arg) else None
    callee = facts.kind(call.func) if isinstance(call, cst.Call) else None
    return isinstance(callee, Named) and callee.name.startswith("einops.")


def _of_math(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether a function of Python's math takes it: one element in any brackets, for torch."""
    above = facts.index.parents.get(node)
    call = facts.index.parents.get(above) if isinstance(above, cst.Arg) else None
    callee = facts.kind(call.func) if isinstance(call, cst.Call) else None
    return isinstance(callee, Named) and callee.name.startswith("math.")


def _hashed(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether it is the key of a dict or an item of a set, or hash() is asked of it."""
    above: Any = facts.index.parents.get(node)
    outer: Any = facts.index.parents.get(above)
    if isinstance(above, (cst.DictElement, cst.DictComp)):
        return above.key is node
    if isinstance(above, cst.SetComp):
        return above.elt is node
    if isinstance(above, cst.Element):
        return isinstance(outer, cst.Set)
    if isinstance(above, cst.Index) and isinstance(outer, cst.SubscriptElement):
        owner: Any = facts.index.parents.get(outer)
        return isinstance(facts.kind(owner.value), Dictionary)
    if isinstance(above, cst.Arg) and isinstance(outer, cst.Call):
        return facts.kind(outer.func) == Named("builtins.hash")
    return False
