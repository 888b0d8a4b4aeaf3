"""torch.autograd.Function: `Square.apply(x)` runs forward(), and a backward pass backward()."""

from __future__ import annotations

import libcst as cst

from porter.facts import ClassInfo
from porter.infer.definitions import Definitions
from porter.kinds import TENSOR, Class, Function, Instance, Kind, Sequence, Tensor, Tuple
from porter.rulebook import Argument, Refused

_BASES = frozenset({"torch.autograd.Function", "torch.autograd.function.Function"})
_SETUP = "its context is set up apart from forward(): let forward(ctx, …) do both"


class CustomFunctions(Definitions):
    """The context that both get is an object of the class."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self._saved: dict[str, Kind] = {}  # what save_for_backward() got, by the class

    def attribute_of(self, node: cst.Attribute, base: Kind) -> Kind:
        if isinstance(base, Class) and node.attr.value == "apply":
            info = self._custom(base.name)
            forward = info.methods.get("forward") if info is not None else None
            if forward is not None:
                return Function(forward.name)
        if isinstance(base, Instance) and node.attr.value == "saved_tensors":
            if self._custom(base.cls) is not None:
                return self._saved.get(base.cls, Sequence(TENSOR))
        return super().attribute_of(node, base)

    def result(self, node: cst.Call, callee: Kind) -> Kind:
        info = self._applied_class(node, callee)
        if info is None:
            return super().result(node, callee)
        if "setup_context" in info.methods:
            self.facts.refused[node] = Refused("P104", _SETUP)
            return TENSOR
        context = Argument(node.func, Instance(info.name))
        found = self.run(info.methods["forward"], [context, *self.arguments(node)], bound=False)
        outputs = found.items if isinstance(found, Tuple) else (found,)
        upstream = [Argument(node.func, k if isinstance(k, Tensor) else TENSOR) for k in outputs]
        if "backward" in info.methods:
            self.run(info.methods["backward"], [context, *upstream], bound=False)
        return found

    def method(self, node: cst.Call, func: cst.Attribute, base: Kind) -> Kind | None:
        if isinstance(base, Instance) and func.attr.value == "save_for_backward":
            if self._custom(base.cls) is not None:
                args = self.arguments(node)
                if not any(arg.star for arg in args):
                    self._saved[base.cls] = Tuple(tuple(arg.kind for arg in args))
        return super().method(node, func, base)

    def _applied_class(self, node: cst.Call, callee: Kind) -> ClassInfo | None:
        """The class whose apply() is called, under that name or another: `ste = STE.apply`."""
        function = self.function_info(callee.name) if isinstance(callee, Function) else None
        cls = function.cls if function is not None else None
        if cls is None or function is None or function.node.name.value != "forward":
            return None
        direct = isinstance(node.func, cst.Attribute) and node.func.attr.value == "forward"
        return self._custom(cls.name) if not direct else None

    def _custom(self, name: str) -> ClassInfo | None:
        info = self.class_info(name)
        return info if info is not None and info.block in _BASES else None
