"""Objects that hydra builds: the class stands in a configuration file of the project.

self.critic = hydra.utils.instantiate(critic_cfg)   # in config/agent.yaml:
                                                    # critic_cfg: ${critic}
                                                    # critic: {_target_: agent.Critic, …}
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

INSTANTIATE = frozenset({"hydra.utils.instantiate", "hydra.utils.call"})
_KEYS = ("_target_", "class", "cls", "target")  # hydra 1.1 and what it was before
_REFERENCE = re.compile(r"\$\{([\w.]+)\}")
_DEPTH = 4  # of references that are followed
_MANY = 200  # files


class Configurations:
    """The configuration files below a directory."""

    def __init__(self, root: Path | None) -> None:
        self.root = root

    def target(self, key: str) -> str | None:
        """The class that all files agree on for what lies under this key: "agent.Critic"."""
        found = set(self._targets(key, _DEPTH))
        return found.pop() if len(found) == 1 else None

    @cached_property
    def words(self) -> frozenset[str]:
        """The texts that stand in any file: "Adam" of `optimizer: Adam`."""
        values = [value for found in self._values.values() for value in found]
        values += [one for value in values if isinstance(value, list) for one in value]
        return frozenset(value for value in values if isinstance(value, str))

    def _targets(self, key: str, depth: int) -> Iterator[str]:
        for value in self._values.get(key, ()):
            reference = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
            if isinstance(value, dict):
                yield from (str(value[name]) for name in _KEYS if isinstance(value.get(name), str))
            elif reference is not None and depth:
                yield from self._targets(reference[1].rpartition(".")[2], depth - 1)

    @cached_property
    def _values(self) -> dict[str, list[Any]]:
        """What lies under each key, in any file at any depth."""
        found: dict[str, list[Any]] = {}
        for text in self._texts():
            for key, value in _items(text):
                found.setdefault(key, []).append(value)
        return found

    def _texts(self) -> Iterator[Any]:
        try:
            import yaml  # type: ignore[import-untyped]  # libcst needs it, too
        except ModuleNotFoundError:  # from Python 3.13
            import yaml_ft as yaml  # type: ignore[import-not-found]

        for path in self._paths():
            with suppress(OSError, UnicodeError, yaml.YAMLError):  # such a file tells nothing
                yield yaml.safe_load(path.read_text("utf-8"))

    def _paths(self) -> list[Path]:
        if self.root is None:
            return []
        found = [
            Path(folder, name)
            for folder, _, names in os.walk(self.root)
            for name in sorted(names)
            if name.endswith((".yaml", ".yml"))
        ]
        return [path for path in found if path.is_file()][:_MANY]


def _items(value: Any) -> Iterator[tuple[str, Any]]:
    """The keys and values of a mapping and of all that are in it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key), inner
            yield from _items(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _items(inner)
