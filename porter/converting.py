"""Files as they are asked for: scripts, and notebooks (Jupyter's, marimo's) by their cells."""

from __future__ import annotations

from pathlib import Path

from porter.pipeline import Options, Outcome
from porter.rulebook import RuleError
from porter.safely import convert_module, failed


def convert_text(text: str, path: str, root: Path | None, options: Options) -> Outcome:
    """Convert a script or a notebook: an outcome, whatever it is fed with."""
    is_marimo = "@app.cell" in text and not path.endswith(".ipynb")
    if not path.endswith(".ipynb") and not is_marimo:
        return convert_module(text, path, root, options)
    from porter import marimo, notebook  # they are rare, and reading them takes imports

    try:
        convert = marimo.convert if is_marimo else notebook.convert
        return convert(text, path, root, options)
    except RuleError:
        raise
    except Exception as error:
        return failed(path, error)
