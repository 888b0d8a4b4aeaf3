"""Methods that Python's own syntax calls: `buffer[i]` of an object of the program's."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.facts import ClassInfo, Facts, FunctionInfo, is_unbound
from porter.infer import loaded, loaders, own_optimizers
from porter.infer.learned import Learned
from porter.infer.replaced_parts import registered_again
from porter.kinds import (
    NEVER,
    UNKNOWN,
    Class,
    Function,
    Instance,
    Kind,
    Module,
    Number,
    OptimizerDict,
    Parameter,
    Sequence,
    Tensor,
    Tuple,
    join,
    networks,
)
from porter.rulebook import Argument, Rulebook
from porter.tree import dotted, walk


class Specials:
    """What `Calls` knows of them."""

    facts: Facts
    book: Rulebook
    late: Learned

    # -- what Inference adds
    def class_info(self, name: str) -> ClassInfo | None:
        raise NotImplementedError

    def member(self, info: ClassInfo, name: str) -> Kind | None:
        raise NotImplementedError

    def function_info(self, name: str) -> FunctionInfo | None:
        raise NotImplementedError

    def run(self, info: FunctionInfo, args: list[Argument], bound: bool) -> Kind:
        raise NotImplementedError

    def torch(self, node: cst.CSTNode, name: str, args: list[Argument]) -> Kind:
        raise NotImplementedError

    # -- what Calls adds
    def block_member(
        self, node: cst.CSTNode, cls: str, name: str, args: list[Argument] | None
    ) -> Kind:
        raise NotImplementedError

    # -- what Evaluator adds
    def kind(self, node: cst.CSTNode) -> Kind:
        raise NotImplementedError

    def set_attribute(self, target: cst.Attribute, kind: Kind, anew: bool = False) -> None:
        raise NotImplementedError

    def special(self, cls: str, name: str) -> FunctionInfo | None:
        """Such a method of a class of the program's."""
        info = self.class_info(cls)
        found = self.member(info, name) if info is not None else None
        return self.function_info(found.name) if isinstance(found, Function) else None

    def through_class(self, cls: Class, func: cst.Attribute, args: list[Argument]) -> Kind | None:
        """What `Net.forward(net, x)` gives; None if it is no method that takes an object."""
        function = self.special(cls.name, func.attr.value)
        if function is None or is_unbound(function):
            return None
        return self.run(function, args[1:], bound=True)

    def loaded(self, node: cst.Call, name: str, args: list[Argument]) -> Kind | None:
        """What a file gives of which the program saves the same networks; None of any other."""
        places = loaded.loaded(self.facts.index, node, name)
        kinds = [self.kept(p) if isinstance(p, cst.Attribute) else self.made(p) for p in places]
        if not any(map(networks, kinds)):
            return None
        if name == "torch.load":
            self.torch(node, name, args)
        return kinds[0] if len(kinds) == 1 else Tuple(tuple(kinds))

    def made(self, place: cst.BaseExpression) -> Kind:
        """The network that a name gets elsewhere in its function, where no checkpoint is loaded."""
        index = self.facts.index
        found: Kind = NEVER
        for line in index.assigned.get(dotted(place) or "", ()):
            if index.body(line) is index.body(place):
                found = join(found, self.facts.kind(line.value))
        return found if networks(found) else UNKNOWN

    def kept(self, place: cst.Attribute) -> Kind:
        """The network that an attribute has before it gets another one."""
        owner = self.kind(place.value)
        info = self.class_info(owner.cls) if isinstance(owner, (Instance, Module)) else None
        kind = info.attributes.get(place.attr.value, UNKNOWN) if info is not None else UNKNOWN
        return kind if networks(kind) else UNKNOWN

    def registered(self, node: cst.CSTNode, api: str, args: list[Argument]) -> None:
        """net.register_buffer("a", x) sets an attribute."""
        if len(args) < 3 or not isinstance(args[1].node, cst.SimpleString):
            return
        kind = args[2].kind
        saved = not any(code(a.node) == "False" for a in args[3:])
        if isinstance(kind, Tensor) and saved:
            kind = Parameter(kind.dtype, kind.rank)
        name = str(args[1].node.evaluated_value)
        owner = args[0].kind
        info = self.class_info(owner.cls) if isinstance(owner, Module) else None
        layer = api in ("Module.add_module", "Module.register_module")
        if not layer and (why := registered_again(self.facts, node, info, name)) is not None:
            self.facts.ports.pop(node, None)
            self.facts.refused[node] = why
        if info is not None and isinstance(kind, Parameter) and api == "Module.register_buffer":
            info.buffers[name] = kind
        self.set_attribute(cst.Attribute(args[0].node, cst.Name(name)), kind)

    def started(self, node: cst.Call, target: Argument, args: list[Argument]) -> None:
        """What another process or thread runs is called with these arguments."""
        self.facts.workers[node] = (target, args)
        kind = target.kind
        function = self.function_info(kind.name) if isinstance(kind, Function) else None
        if function is not None:
            self.run(function, args, bound=function.cls is not None)

    def of_object(self, node: cst.Subscript, base: Instance) -> Kind:
        """What its __getitem__ gives."""
        if base.cls.startswith("torch.nn.utils."):
            args = [Argument(node.value, base), self._index(node)]
            return self.block_member(node, base.cls, "__getitem__", args)
        function = self.special(base.cls, "__getitem__")
        return UNKNOWN if function is None else self.run(function, [self._index(node)], bound=True)

    def set_item(self, node: cst.Subscript, base: Instance | OptimizerDict, kind: Kind) -> None:
        """`tree[i] = v`: its __setitem__ is called with what is stored."""
        if isinstance(base, OptimizerDict):
            own_optimizers.store(node, base, self.class_info(base.cls), kind, self.late)
            return
        function = self.special(base.cls, "__setitem__")
        if function is not None:
            self.run(function, [self._index(node), Argument(node, kind)], bound=True)

    def _index(self, node: cst.Subscript) -> Argument:
        part = node.slice[0].slice
        if len(node.slice) == 1 and isinstance(part, cst.Index):
            return Argument(part.value, self.kind(part.value))
        return Argument(node, UNKNOWN)

    def entered(self, kind: Kind) -> Kind:
        """What `with` binds: what __enter__ gives of a class of the program's."""
        if not isinstance(kind, (Instance, Module)):
            return kind
        function = self.special(kind.cls, "__enter__")
        if function is None:
            return UNKNOWN if self.class_info(kind.cls) is not None else kind
        found = self.run(function, [], bound=True)
        returned = (n.value for n in walk(function.node) if isinstance(n, cst.Return) and n.value)
        return kind if all(dotted(value) == "self" for value in returned) else found

    def batches(self, name: str, args: list[Argument]) -> Kind | None:
        """DataLoader(data): batches of what __getitem__ of the dataset's class gives."""
        cls, index = loaders.dataset(name, args), Argument(cst.Name("index"), Number("int"))
        function = self.special(cls, "__getitem__")
        if function is not None:
            return Sequence(loaders.collated(self.run(function, [index], bound=True)))
        if not self.book.offers(cls, "__getitem__"):
            return None
        whole = Argument(args[0].node, args[0].kind)
        item = self.book.member(cls, "__getitem__", [whole, index])
        return Sequence(loaders.collated(item)) if isinstance(item, Tuple) else None
