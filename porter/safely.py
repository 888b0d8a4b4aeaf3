"""Conversion that ends well whatever it is fed with: an outcome, never an exception."""

from __future__ import annotations

import traceback
from dataclasses import replace
from pathlib import Path

from porter import pipeline, source
from porter.findings import Finding, Severity
from porter.pipeline import Converted, Failed, Options, Outcome
from porter.rulebook import RuleError

_DEEP = 100  # levels of syntax that each pass of porter's has to bear


def convert_module(text: str, path: str, root: Path | None, options: Options) -> Outcome:
    """pipeline.convert() behind a parse by Python, whose messages and limits are better."""
    problem = source.parse_problem(text, path)
    if problem is not None:
        return Failed(path, problem)
    try:
        outcome = pipeline.convert(text, path, root, options)
    except RuleError:
        raise  # the user's rule file is wrong, for every file alike
    except Exception as error:  # a bug of porter's in one file must not cost the others
        if isinstance(error, RecursionError) and source.depth(text) > _DEEP:
            return Failed(path, source.too_deep(path))
        return failed(path, error)
    if isinstance(outcome, Converted) and text.endswith("\r"):  # libcst drops the last one
        end = text[len(text.rstrip("\r")) :]
        outcome = replace(outcome, output=outcome.output.rstrip("\r") + end)
    return outcome


def failed(path: str, error: Exception) -> Failed:
    """The outcome of a file that porter has a bug for."""
    return Failed(path, bug(path, _brief(error)))


def bug(path: str, message: str) -> Finding:
    """The finding of an internal error."""
    hint = "please report this, with the file"
    return Finding(path, 1, 1, "P901", Severity.ERROR, f"porter failed: {message}", hint)


def _brief(error: Exception) -> str:
    """The error, and the last line of porter's that it went through."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [f for f in frames if Path(f.filename).is_relative_to(Path(__file__).parent)]
    where = f" at {Path(inside[-1].filename).name}:{inside[-1].lineno}" if inside else ""
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text}{where}"
