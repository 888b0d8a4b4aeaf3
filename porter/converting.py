"""Files as they are asked for: scripts, and notebooks by their cells."""

from __future__ import annotations

from pathlib import Path

from porter.pipeline import Options, Outcome
from porter.rulebook import RuleError
from porter.safely import convert_module, failed


def convert_text(text: str, path: str, root: Path | None, options: Options) -> Outcome:
    """Convert a script or a notebook: an outcome, whatever it is fed with."""
    if not path.endswith(".ipynb"):
        return convert_module(text, path, root, options)
    from porter import notebook  # they are rare, and reading them takes imports

    try:
        return notebook.convert(text, path, root, options)
    except RuleError:
        raise
    except Exception as error:
        return failed(path, error)
