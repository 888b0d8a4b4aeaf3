"""Programs run in this process with the probes in, as the child runs them."""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

from _pytest.assertion.rewrite import AssertionRewritingHook

from porter.evidence import Evidence
from porter.evidence.model import Counts
from porter.observe.child import Observed, Orders


def seen_in(script: Path) -> tuple[Evidence, str, dict[str, Any]]:
    """The evidence of a run, what the program printed, and its names."""
    observed = Observed(Orders(str(script), (), str(script.parent), ""))
    module, printed = ModuleType("__main__"), io.StringIO()
    vars(module).update(__file__=str(script))
    beside = {file.stem for file in script.parent.glob("*.py")}
    others = {name: sys.modules.pop(name) for name in beside & sys.modules.keys()}
    before = dict(sys.modules)  # without another test's modules of these names
    path, arguments = list(sys.path), list(sys.argv)
    # pytest rewrites each module that has the name of a file of an editable install: rules/*.py
    # are such files, and a program may have a halves.py, too
    pytests = [finder for finder in sys.meta_path if isinstance(finder, AssertionRewritingHook)]
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder not in pytests]
    observed.hook.install()
    sys.path.insert(0, str(script.parent))
    sys.argv = [str(script)]
    sys.modules["__main__"] = module
    try:
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are the program's
            exec(observed.hook.code(script.read_bytes(), str(script)), vars(module))
    finally:
        sys.meta_path.remove(observed.hook)
        sys.meta_path[:0] = pytests
        sys.path[:], sys.argv[:] = path, arguments
        sys.modules["__main__"] = before["__main__"]
        for name in sys.modules.keys() - before.keys():
            if observed.file_of(getattr(sys.modules[name], "__file__", None) or "/"):
                del sys.modules[name]
        sys.modules.update(others)
    return observed.recorder.evidence(), printed.getvalue(), vars(module)


def by_text(evidence: Evidence, file: Path) -> dict[str, Counts]:
    """What the expressions of a file were, by their text; all of the same text together."""
    lines, found = file.read_text("utf-8").splitlines(), dict[str, Counts]()
    for (line, column, _, end), counts in evidence.files[file.name].places.items():
        known = found.setdefault(lines[line - 1][column - 1 : end - 1], {})
        for value, calls in counts.items():
            known[value] = known.get(value, 0) + calls
    return found
