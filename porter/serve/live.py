"""What the page shows of a text: its port, side by side, and the findings at their lines."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any

from porter import pipeline
from porter.converting import convert_text
from porter.files import Job, beside
from porter.html_report.page import as_fragments
from porter.jobs import Done
from porter.left_behind import LeftBehind
from porter.pipeline import Converted, Options, Skipped
from porter.report import Entry
from porter.serve.workspace import Workspace

_one_at_a_time = Lock()  # rules and the files of projects are shared


def converted(text: str, name: str, workspace: Workspace) -> dict[str, Any]:
    """The port of a text, as if it stood in the file `name`; nothing is run, nothing is written."""
    path, root = workspace.path(name), workspace.root
    shown = str(path or name)
    output = beside(Path(shown))
    job = Job(shown, output, root if path else None, helpers="module")
    with _one_at_a_time:
        pipeline.forget_files()
        options = Options(helpers="module", rules=workspace.rules, lines=True)
        outcome = convert_text(text, job.path, job.root, options)
        done = LeftBehind((job,)).told(Done(job, outcome, text))
        outcome = done.outcome
        blocks = outcome.blocks if isinstance(outcome, Converted) else frozenset[str]()
        module = pipeline.helper_module(blocks, options) if blocks else ""
    if isinstance(outcome, Skipped):
        return {"why": outcome.why, "port": text, "module": "", "findings": []}
    entry = Entry(outcome, output.name)
    summary, section = as_fragments(entry, text)
    found = [
        {
            "line": finding.line,
            "severity": finding.severity.value,
            "text": f"{finding.code}: {finding.message}",
        }
        for finding in entry.findings
    ]
    return {
        "why": "",
        "port": outcome.output if isinstance(outcome, Converted) else "",
        "module": module,
        "findings": found,
        "summary": summary,
        "section": section,
        "name": output.name,
    }
