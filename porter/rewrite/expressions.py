"""Expressions: torch calls become what their rules say, networks are called through graph()."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.findings import FOLLOWS, Severity
from porter.given_to_write import given_to_write
from porter.infer.chosen_by_text import ACTIVATION
from porter.kinds import (
    Class,
    Kind,
    Module,
    Named,
    Tensor,
    members,
    networks,
)
from porter.layer_hooks import HOOKED, has_hooks
from porter.named_tuples import holds_object, is_own_object
from porter.plan.flowing import Flowing
from porter.plan.leaves import grad_name, owned
from porter.plan.length_reads import is_length
from porter.plan.model import Plan, Problem
from porter.plan.own_optimizers import OwnOptimizers
from porter.plan.traceable import CLIPS, STEP_PARTS, Traceable
from porter.rewrite import python_dtypes, weights
from porter.rewrite.asked_classes import (
    OTHER_NAME,
    asks_for_class,
    class_of,
    is_other_name,
    no_class,
)
from porter.rewrite.base_calls import BaseCalls
from porter.rewrite.checked_casts import CHECKED, is_checked
from porter.rewrite.context import Context, Count
from porter.rewrite.doubles import uncast
from porter.rewrite.either import Either
from porter.rewrite.formatted import with_quotes_kept
from porter.rewrite.in_place import InPlace
from porter.rewrite.joins import joins_kept
from porter.rewrite.keras_names import has_own_call, is_forward, is_reserved, renamed
from porter.rewrite.layout import spread
from porter.rewrite.network_arguments import numbers_by_name
from porter.rewrite.protocols import Protocols, may_be_variable
from porter.rewrite.pythons import HOLDERS, is_pythons
from porter.rewrite.references import chosen, handed_to_caller, passed_on, told_names, why_left
from porter.rewrite.shapes import opened
from porter.rewrite.spelling import Spelling
from porter.rulebook import Argument, Rulebook, promote, repaired
from porter.tree import dotted, mapped

# What a torch class is called where it isn't called: in annotations and isinstance().
_BARE = {
    "torch.Tensor": ("tf", "Tensor"),
    "torch.nn.Module": ("keras", "Layer"),
    "torch.optim.Optimizer": ("keras", "optimizers.Optimizer"),
    "torch.dtype": ("tf", "DType"),
}
_TRACEABLE = "pass what changes as an argument, and keep Python's own work out of forward"


class Expressions(InPlace, BaseCalls, Either, Protocols):
    """Rewrites expressions; `Statements` adds the rest."""

    def __init__(self, facts: Facts, book: Rulebook, spelling: Spelling) -> None:
        InPlace.__init__(self)
        Either.__init__(self)
        self.facts = facts
        self.book = book
        self.spelling = spelling
        self.traceable = Traceable(facts)
        self.by_mode = Traceable(facts, by_mode=True)
        self.context = Context()
        self.problems: list[Problem] = []
        self.count = Count()
        self.unported = False  # the statement at hand holds something that must stay
        self.renamed: set[str] = set()
        self.data: dict[cst.CSTNode, str] = {}  # that a train body gets: its name there
        # Leaf tensors whose gradient a tape computes: each with whose name it is
        self.leaves: set[tuple[str, cst.CSTNode]] = set()
        self.flowing = Flowing(facts, Plan())
        self.by_hand = False  # an update is refused: somebody goes on from what stands here
        self.own: dict[cst.CSTNode, Callable[[Any], Any]] = {}  # what the classes above rewrite

    @contextmanager
    def within(self, **changes: Any) -> Iterator[None]:
        """The context with these changes, for a while."""
        outer = self.context
        self.context = replace(outer, **changes)
        yield
        self.context = outer

    def expression(self, node: Any) -> Any:
        """The port of an expression (or of any node that holds expressions)."""
        own = self.own.get(node)
        if own is not None:
            return own(node)
        if type(node) in HOLDERS:
            return self.inside(node)
        if not is_pythons(self.facts, node) or self.context.substitutes or node in self.data:
            return self.plain(node)
        return node if self.context.graph else self.placed(node, node)

    def plain(self, node: Any) -> Any:
        """The same by rules alone."""
        new = self._expression(node)
        if (self.context.tapes or self.context.callee) and weights.is_read(self.facts, node):
            new = cst.Call(self.spelling.tf("stop_gradient"), [cst.Arg(new)])
        new = self.protocol(node, new)
        return new if self.context.graph else self.placed(node, new)

    def _expression(self, node: Any) -> Any:
        if (name := self.context.called(node)) is not None:
            return cst.Name(name)
        if self.context.graph and node in self.data:
            return cst.Name(self.data[node])
        refused = self.facts.refused.get(node)
        either = node in self.facts.either and node not in self.of_tensors
        if refused is not None or node in self.facts.apis or either:
            self.count.seen.append(node)
        if either:
            return self.either(node)
        port = self.facts.ports.get(node)
        if port is not None:
            return self._ported(node, port)
        if refused is not None:
            return self.leave(node, refused.code, refused.message, refused.hint)
        method = _METHODS.get(type(node))
        return method(self, node) if method is not None else self.inside(node)

    def inside(self, node: Any) -> Any:
        """The node with its parts ported, in parentheses where their new operators need them."""
        new = mapped(node, self.expression)
        return new if new is node else repaired(new)

    def _formatted(self, node: cst.FormattedString) -> Any:
        return with_quotes_kept(node, self.inside)

    def _ported(self, node: cst.CSTNode, port: Any) -> Any:
        api = self.facts.api(node)
        same = api in ("Tensor.detach", "Tensor.data") and not self._recorded()
        if given_to_write(self.facts, node) is not None or (same and not self.by_hand):
            return self.expression(port.args[0].node)
        decision = self.decided(node, port)
        self.spelling.need(decision.imports, decision.blocks)
        if decision.note:
            self.note(node, "N402", decision.note)
        if isinstance(node, cst.Call) and decision.callee and len(node.args) == len(port.args):
            args = [self.inside(arg) for arg in node.args]  # only the name changes
            for i in python_dtypes.places(self.facts, port):
                args[i] = args[i].with_changes(value=self._dtype_for(args[i].value))
            return node.with_changes(func=cst.Name(self.spelling.names[decision.callee]), args=args)
        arguments = self.given(api, port.args)
        for i in python_dtypes.places(self.facts, port):
            arguments[i] = self._dtype_for(arguments[i])
        if self.context.graph:
            built = opened(self.facts, node, decision.build(arguments, self.spelling.names))
        else:
            built = self.built(node, replace(port, decision=decision), arguments)
        if isinstance(built, cst.Call) and not self._recorded() and joins_kept(self.facts, node):
            built = built.with_changes(func=cst.Name(self.spelling.block("concat")))
        if isinstance(built, cst.Call) and is_checked(self.facts, node):
            built = built.with_changes(func=cst.Name(self.spelling.block("cast_copy")))
            self.note(node, "N402", CHECKED)
        if self.in_place(node):
            built = self.changed(node, built, decision.kind)
        own = getattr(node, "lpar", ())
        if own and not built.lpar:  # `if(x)`: the user's brackets may be all that parts two words
            built = built.with_changes(lpar=own, rpar=node.rpar)  # type: ignore[attr-defined]
        return spread(node, uncast(self.facts, built))

    def _dtype_for(self, value: Any) -> cst.Call:
        return cst.Call(cst.Name(self.spelling.block("dtype_for")), [cst.Arg(value)])

    def _call(self, node: cst.Call) -> Any:
        api, func = self.facts.api(node), node.func
        if node in self.facts.by_name:
            names, name = self.facts.by_name[node], self.expression(node.args[1].value)
            if not isinstance(name, cst.SimpleString) and names != (ACTIVATION,):
                self.note(node, "N402", told_names(names))
            return chosen(names, name, self.book, self.spelling)
        if isinstance(func, cst.Attribute) and func.attr.value == "forward":
            if found := networks(self.facts.kind(func.value)):
                own = any(has_own_call(self.facts, one) for one in found)
                return self.inside(node) if own else self._network(node, func.value)
        if (based := self.of_base(node)) is not None:
            return based
        if api:
            message = f"{api} has no rule"
            if api in STEP_PARTS or api in CLIPS:
                message = f"{api.rpartition('.')[2]}() {FOLLOWS}"
                return self.leave(node, "P201", message, "")
            return self.leave(node, "P101", message, _hint(api))
        callee = self.facts.kind(node.func)
        if networks(callee):
            return self._network(node, node.func)
        if isinstance(callee, Named) and callee.name == "copy.deepcopy" and node.args:
            return self.deepcopy(node)
        if isinstance(callee, Named) and callee.name in ("builtins.float", "builtins.int"):
            return self._number(node)
        if isinstance(callee, Named) and (asked := self.builtin(node, callee.name)) is not None:
            return asked
        if is_length(self.facts, node):
            if self.in_network(node) or may_be_variable(self.facts, node.args[0].value):
                return self._size(node)
        return self.of_network(node, self.inside(node))

    def deepcopy(self, node: cst.Call) -> Any:
        raise NotImplementedError  # Copies has it

    def _size(self, node: cst.Call) -> Any:
        """`x.shape[0]` of `len(x)`: no AutoGraph goes through the methods of a network."""
        whole = self.expression(node.args[0].value)
        shape = repaired(cst.Attribute(whole, cst.Name("shape")))
        first = cst.Subscript(shape, [cst.SubscriptElement(cst.Index(cst.Integer("0")))])
        return first.with_changes(lpar=node.lpar, rpar=node.rpar)

    def _number(self, node: cst.Call) -> Any:
        """float(x): torch takes one element in any brackets, TensorFlow a scalar only."""
        kind = self.facts.kind(node.args[0].value) if len(node.args) == 1 else None
        new = self.inside(node)
        tensors = [k for k in members(kind) if isinstance(k, Tensor)] if kind is not None else []
        if all(tensor.rank == 0 for tensor in tensors):
            return new
        if isinstance(kind, Tensor):
            array = cst.Call(repaired(cst.Attribute(new.args[0].value, cst.Name("numpy"))))
        else:
            array = cst.Call(self.spelling.module("np", "asarray"), [cst.Arg(new.args[0].value)])
        item = cst.Call(cst.Attribute(array, cst.Name("item")))
        return new.with_changes(args=[new.args[0].with_changes(value=item)])

    def _network(self, node: cst.Call, network: cst.BaseExpression) -> Any:
        """A network is called through graph() by host code, directly inside a graph."""
        kind = self.facts.kind(network)
        given = numbers_by_name(self.facts, node, kind)
        args = self._promoted(node, kind, given)
        callee = self.expression(network)
        here = self.context.graph or bool(self.context.tapes) or self.facts.index.in_lambda(node)
        eager = here or (isinstance(kind, Module) and kind.cls.endswith("Loss"))
        block = "" if eager else self._graph(node, kind)
        if block:
            callee = self.as_graph(block, callee, node, given)
        return node.with_changes(func=callee, args=args)

    def _promoted(self, node: cst.Call, kind: Kind, args: list[cst.Arg]) -> list[cst.Arg]:
        """The ported arguments; those of a building block are cast as torch promotes them."""
        given = [
            Argument(
                arg.value, self.facts.kind(arg.value), arg.keyword.value if arg.keyword else None
            )
            for arg in node.args
        ]
        casts = {}
        if isinstance(kind, Module) and not any(arg.star for arg in node.args):
            casts = self.book.casts(kind.cls, [Argument(node.func, kind), *given])
        found = [self.inside(arg) for arg in args]
        for index, dtype in casts.items():
            self.spelling.need(["tf"])
            names = dict(self.spelling.names)
            if dtype in promote.WHILE_RUNNING.values():
                names[str(dtype)] = self.spelling.block(str(dtype))
            value = promote.cast(found[index - 1].value, dtype, names)
            found[index - 1] = found[index - 1].with_changes(value=value)
        return found

    def _graph(self, node: cst.Call, kind: Kind) -> str:
        """The block that traces the network, "" if no trace keeps being right."""
        found: list[str | None] = []
        called = tuple(self.traceable.run_by(node.func, kind)) or (kind,)
        for traceable in (self.traceable, self.by_mode):
            reasons = (self._untraceable(traceable, k) for k in called)
            found.append(next(filter(None, reasons), None))
        why = HOOKED if self.facts.once(has_hooks) else found[1]
        if isinstance(kind, Module) and not kind.cls:
            why = "its class is not known"
        elif holds_object(self.facts, self.facts.kind(node)):
            why = "it returns an object that is no tensor"
        elif any(is_own_object(self.facts, self.facts.kind(arg.value)) for arg in node.args):
            why = "it takes an object that is no tensor"
        if why:
            name = code(node.func)
            self.note(node, "N403", f"{name} is called in eager mode: {why}", _TRACEABLE)
        return "" if why else "graph_by_mode" if found[0] else "graph"

    def _untraceable(self, traceable: Traceable, kind: Kind) -> str | None:
        forward = self.facts.method(kind, "forward")
        if forward is not None:
            return traceable.method(forward, kind)
        if kind == Module(""):
            return "its class is not known"
        return traceable.mode(kind) if isinstance(kind, Module) else None

    def _attribute(self, node: cst.Attribute) -> Any:
        name = node.attr.value
        if (cls := is_reserved(self.facts, node)) is not None:
            node = self._renamed(node, cls, name)
        elif is_forward(self.facts, node):
            node = node.with_changes(attr=cst.Name("call"))
        elif name in ("grad", "_grad", "grad_fn") and self.facts.api(node):
            return self._gradient(node)
        elif self.facts.api(node):
            return self._bare(node)
        elif is_other_name(self.facts, self.book, node):
            self.note(node, "N402", OTHER_NAME)
        return self.inside(node)

    def _gradient(self, node: cst.Attribute) -> Any:
        """`m.grad` of a leaf whose gradient a tape computed; `y.grad_fn` next to such a tape."""
        leaf = dotted(node.value) or ""
        if self.is_grad_of_leaf(node):
            return cst.Name(grad_name(leaf))
        if node.attr.value == "grad_fn" and self.leaves and leaf:
            message = "TensorFlow keeps no function behind a tensor: the tape tells its variables"
            self.note(node, "N402", message)
            return cst.parse_expression(f"{self.spelling.fresh('tape')}.watched_variables()")
        message = f"{self.facts.api(node)}: a tensor keeps no gradient, tape.gradient() returns it"
        return self.leave(node, "P104", message, "take it from the update step that computes it")

    def is_grad_of_leaf(self, node: cst.CSTNode) -> bool:
        """`w.grad` of a leaf whose gradient a tape computes."""
        if not isinstance(node, cst.Attribute) or node.attr.value != "grad" or not self.leaves:
            return False
        return owned(self.facts, dotted(node.value) or "", node) in self.leaves

    def _renamed(self, node: cst.Attribute, cls: str, name: str) -> cst.Attribute:
        if cls and f"{cls}.{name}" not in self.renamed:
            self.renamed.add(f"{cls}.{name}")
            self.note(node, "N401", f"{name} is called {renamed(name)}: Keras reserves the name")
        return node.with_changes(attr=cst.Name(renamed(name)))

    def _bare(self, node: cst.Name | cst.Attribute) -> Any:
        """A torch name that isn't called."""
        name = self.facts.api(node)
        if not name or isinstance(self.facts.kind(node), Class):
            return node
        if name == "torch.device":
            return cst.Name("str")  # a device is its name
        if name == "torch.nn.Module" and self._inherited(node):
            return cst.Name(self.spelling.block("TorchModel"))
        if name == "torch.optim.Optimizer" and self.facts.once(OwnOptimizers).any:
            return cst.Name(self.spelling.block("OptimizerBase"))
        if name in _BARE and not handed_to_caller(self.facts, node):
            return self.spelling.module(*_BARE[name])
        rule = self.book.find(name)
        if rule is not None and asks_for_class(self.facts, name, rule, node):
            found = class_of(rule, self.spelling)
            return found or self.leave(node, "P102", *no_class(name))
        found = passed_on(self.facts, rule, node, self.book, self.spelling)
        return found or self.leave(node, *why_left(rule, name), _hint(name))

    def _inherited(self, node: cst.CSTNode) -> bool:
        """Whether this is a base of a class, or the owner of a method: `nn.Module.__init__`."""
        above, further = islice(self.facts.index.above(node), 2)
        return isinstance(above, cst.Attribute) or isinstance(further, cst.ClassDef)

    def leave(self, node: cst.CSTNode, why: str, message: str, hint: str) -> Any:
        """The statement around the node stays as it was."""
        self.unported = True
        self.problems.append(Problem(node, why, Severity.ERROR, message, hint))
        return node

    def note(self, node: cst.CSTNode, why: str, message: str, hint: str = "") -> None:
        """Something changed meaning."""
        self.problems.append(Problem(node, why, Severity.NOTE, message, hint))


_METHODS: dict[type[cst.CSTNode], Callable[[Expressions, Any], Any]] = {
    cst.Call: Expressions._call,
    cst.Attribute: Expressions._attribute,
    cst.Name: Expressions._bare,
    cst.FormattedString: Expressions._formatted,
    cst.BinaryOperation: Expressions.operation,
    cst.UnaryOperation: Expressions.unary,
    cst.Comparison: Expressions.comparison,
    cst.Subscript: Expressions.subscript,
}


def _hint(api: str) -> str:
    return f"write it with TensorFlow by hand, or add a rule for {api} (--rules)"
