"""Methods in whose place a program puts others: `agent.replay.sample = f`, `Replay.sample = f`."""

from __future__ import annotations

from porter.facts import ClassInfo
from porter.infer.learned import Learned
from porter.kinds import TAINTED, UNKNOWN, Class, Function, Kind
from porter.kinds_of_torch import is_of_torch


def method_before(info: ClassInfo, name: str) -> Kind | None:
    """The method that an object has until an attribute of its name is set."""
    method = info.methods.get(name)
    return Function(method.name) if method is not None and not method.node.decorators else None


class ReplacedMethods:
    """What `Evaluator` knows of them."""

    late: Learned

    def class_info(self, name: str) -> ClassInfo | None:
        raise NotImplementedError

    def replace_method(self, base: Kind, name: str) -> None:
        """The objects of a class have either method, and one gets them as its first argument."""
        info = self.class_info(base.name) if isinstance(base, Class) else None
        before = method_before(info, name) if info is not None else None
        if info is not None and before is not None:
            gives = info.methods[name].returns
            info.attributes[name] = TAINTED if is_of_torch(gives) else UNKNOWN
            self.late.attribute(info, name, before, info.attributes[name])
