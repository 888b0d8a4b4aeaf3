"""gym from 0.26 on: gymnasium by its old name, with all of its modules."""

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import gymnasium


class _Renamed(MetaPathFinder, Loader):
    """Finds gym.x as gymnasium.x."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name.startswith("gym.") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return importlib.import_module(spec.name.replace("gym", "gymnasium", 1))

    def exec_module(self, module: ModuleType) -> None:
        """It has been run, by its own name."""


sys.meta_path.insert(0, _Renamed())
sys.modules[__name__] = gymnasium
