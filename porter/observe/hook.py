"""The import hook: the program's own files are compiled with probes, all others as ever."""

from __future__ import annotations

import builtins
import importlib.util
import linecache
import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

from porter import cells, magics
from porter.evidence.model import digest
from porter.observe.instrument import CHANGED, PROBE, RAN, instrumented
from porter.observe.recorder import Recorder

FileOf = Callable[[str], "str | None"]


class Hook(MetaPathFinder):
    """Finds what the other finders find; what is the program's own gets another loader."""

    def __init__(self, recorder: Recorder, file_of: FileOf) -> None:
        self.recorder, self.file_of = recorder, file_of

    def install(self) -> None:
        """From now on, in this process."""
        setattr(builtins, PROBE, self.recorder.probe)
        setattr(builtins, CHANGED, self.recorder.changed)
        setattr(builtins, RAN, self.recorder.ran)
        sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        for finder in sys.meta_path:
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                own = type(spec.loader) is SourceFileLoader and self.file_of(spec.origin or "")
                if own and spec.origin:
                    spec.loader = _Loader(name, spec.origin, self)
                return spec
        return None

    def code(self, source: bytes, path: str) -> CodeType:
        """A file of the program, with probes."""
        text = importlib.util.decode_source(source)
        if path.endswith(".ipynb"):
            return self._notebook(cells.program(text).text, path)
        name = self.file_of(path)
        if name is None:
            return compile(source, path, "exec", dont_inherit=True)
        return instrumented(text, path, *self.recorder.new_file(name, digest(text)))

    def _notebook(self, text: str, path: str) -> CodeType:
        """The cells one below the other; tracebacks show these lines, not those of the file."""
        ran = magics.blanked(text)
        linecache.cache[path] = len(ran), None, ran.splitlines(keepends=True), path
        name = self.file_of(path) or os.path.basename(path)
        return instrumented(ran, path, *self.recorder.new_file(name, digest(text)))


class _Loader(SourceFileLoader):
    """Compiles anew, and keeps no cache: that would be the program's without the hook."""

    def __init__(self, name: str, path: str, hook: Hook) -> None:
        super().__init__(name, path)
        self.hook = hook

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.hook.code(self.get_data(path), path)
