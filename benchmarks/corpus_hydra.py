"""hydra, as far as one program of the corpus needs it: configuration files and `instantiate`."""

import functools
import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

_REFERENCE = re.compile(r"\$\{([\w.]+)\}")


class Config(dict):
    """A part of the configuration; `${a.b}` is what stands there in the whole of it."""

    root: "Config"

    def __getattr__(self, name: str) -> Any:
        if name not in self:
            raise AttributeError(name)
        value = self[name]
        reference = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
        if reference:
            return functools.reduce(getattr, reference[1].split("."), self.root)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def values_of(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self}


def main(config_path: str, **options: Any) -> Callable[[Callable[[Config], None]], Any]:
    """Run the function with the configuration of a file and of `a.b=c` on the command line."""

    def decorate(function: Callable[[Config], None]) -> Callable[[], None]:
        return lambda: function(_configuration(Path(config_path)))

    return decorate


def _configuration(path: Path) -> Config:
    found = yaml.safe_load(path.read_text())
    for default in found.pop("defaults", ()):
        for folder, name in default.items():
            found |= yaml.safe_load((path.parent / folder / f"{name}.yaml").read_text())
    for argument in sys.argv[1:]:
        place, _, value = argument.partition("=")
        *folders, name = place.split(".")
        functools.reduce(dict.__getitem__, folders, found)[name] = yaml.safe_load(value)
    root = _config(found)
    _adopt(root, root)
    return root


def _config(value: Any) -> Any:
    if isinstance(value, dict):
        return Config({name: _config(part) for name, part in value.items()})
    if isinstance(value, str) and re.fullmatch(r"-?[\d.]+e-?\d+", value):
        return float(value)  # YAML wants a sign in the exponent
    return value


def _adopt(part: Config, root: Config) -> None:
    object.__setattr__(part, "root", root)
    for value in part.values():
        if isinstance(value, Config):
            _adopt(value, root)


def instantiate(part: Config, **more: Any) -> Any:
    """An object of the class that the configuration names."""
    module, _, name = part["class"].rpartition(".")
    cls = getattr(importlib.import_module(module), name)
    return cls(**part.params.values_of(), **more)
