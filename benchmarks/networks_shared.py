"""What both sides of networks.py share: loading files whose packages miss, limits, flat results."""

import contextlib
import importlib
import importlib.machinery
import importlib.util
import io
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import numpy as np


class Late(Exception):
    """A network takes too long."""


@contextlib.contextmanager
def limit(seconds: int) -> Iterator[None]:
    """What fails or takes longer inside is left out: only networks that run are compared."""

    def alarm(*_: object) -> None:
        raise Late

    signal.signal(signal.SIGALRM, alarm)
    signal.alarm(seconds)
    with contextlib.suppress(Exception, SystemExit, Late):
        yield
    signal.alarm(0)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    silent = io.StringIO()
    with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
        yield


class _Missing(ModuleType):
    """A package that is not installed: environments, loggers, plots."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__ = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {}) if name[:1].isupper() else MagicMock(name=name)


class _Finder:
    """Gives such packages, last of all; those of the folder itself are found before."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        if name.partition(".")[0] in sys.stdlib_module_names or "torch_compat" in name:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _Missing(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""


sys.meta_path.append(_Finder())


def loaded(folder: Path, path: Path) -> ModuleType | None:
    """A file of a folder as its programs import it: from the top, or from beside it."""
    for place in (folder, path.parent):
        if str(place) not in sys.path:
            sys.path.insert(0, str(place))
    with contextlib.suppress(ImportError, TypeError, ValueError):
        module = importlib.import_module(".".join(path.relative_to(folder).with_suffix("").parts))
        if not isinstance(module, _Missing):
            return module
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        return None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def flat(value: Any) -> list[np.ndarray]:
    """The tensors and numbers of a result; of a distribution its mean and deviation."""
    if hasattr(value, "numpy"):
        return [np.asarray(value)]
    if isinstance(value, dict):
        return [part for key in sorted(value, key=str) for part in flat(value[key])]
    if isinstance(value, (list, tuple)):
        return [part for item in value for part in flat(item)]
    if hasattr(value, "log_prob"):
        return [*flat(value.mean), *flat(value.stddev)]
    return [np.asarray(value)] if isinstance(value, (bool, int, float, np.ndarray)) else []
