"""Methods in whose place a program puts others: `agent.replay.sample = f`, `Replay.sample = f`."""

from __future__ import annotations

from porter.facts import ClassInfo
from porter.infer.names import is_torch
from porter.infer.set_attributes import SetAttributes
from porter.kinds import TAINTED, UNKNOWN, Class, Function, Kind, Named
from porter.kinds_of_torch import is_of_torch


def method_before(info: ClassInfo, name: str) -> Kind | None:
    """The method that an object has until an attribute of its name is set."""
    method = info.methods.get(name)
    return Function(method.name) if method is not None and not method.node.decorators else None


class ReplacedMethods(SetAttributes):
    """What `Evaluator` knows of them."""

    def replace_method(self, base: Kind, name: str, kind: Kind) -> None:
        """The objects of a class have either method, and one gets them as its first argument. A
        module has either, too: `agent.SCALE = np.ones(2)`."""
        if isinstance(base, Named) and self.tells and not is_torch(base.name):
            self.project.sets_name(self.facts.path, base.name, name, kind)
        info = self.class_info(base.name) if isinstance(base, Class) else None
        before = method_before(info, name) if info is not None else None
        if info is not None and before is not None:
            self.sets_elsewhere(info, name, before, kind)
            gives = info.methods[name].returns
            info.attributes[name] = TAINTED if is_of_torch(gives) else UNKNOWN
            self.late.attribute(info, name, before, info.attributes[name])
