"""The process in which ports run: corpus_run.py starts it, orders on stdin."""

import ast
import json
import os
import resource
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

import corpus_modules
from corpus_copies import reply, serve
from corpus_import import StandIns, absent
from corpus_run import script_of
from corpus_settings import settings
from corpus_watch import Watch

from porter.equivalence.sides.program import Run, execute
from porter.equivalence.tape.host_draws import host_on

WALL = 600.0


def _run(path: str, project: str, problem: str, there: int) -> str:
    """Run one port until it is enough; returns only where it could not be prepared."""
    if problem:
        return f"failed: {problem}"
    root, given = Path(project), settings(path)
    inside = path.partition("/")[2]
    script, counted = root / script_of(given.script or inside), root / script_of(inside)
    with open(root / "run.log", "w") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    os.environ["MPLBACKEND"] = "Agg"  # no windows
    start = _processor()

    def end(error: str = "") -> None:
        bodies = watch.bodies
        runs = bool(bodies) and all(body.runs for body in bodies)
        facts: dict[str, Any] = {"bodies": watch.found(), "error": error, "runs": runs}
        facts["eager"] = any(body.updates and not body.traces for body in bodies)
        reply(there, json.dumps({**facts, "seconds": round(_processor() - start, 1)}))

    watch = Watch(counted, end)
    signal.signal(
        signal.SIGPROF, lambda *_: end(f"stopped after {given.seconds} s of processor time")
    )
    signal.setitimer(signal.ITIMER_PROF, given.seconds)
    os.chdir(root if (script.parent / "__init__.py").exists() else script.parent)
    corpus_modules.install(_speaks_new(script))
    sys.meta_path.append(StandIns(absent(root)))
    sys.path[:0] = [str(script.parent), str(root)]
    try:
        with host_on(0), watch.watching():
            execute(Run(str(script), tuple(given.arguments.split()), connection=-1))
    except BaseException as error:  # whatever somebody's program raises is the result
        traceback.print_exc()
        sys.stderr.flush()
        end(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")
    end("the program ended")
    return ""


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _speaks_new(script: Path) -> bool:
    """Whether the program takes five values from `env.step()`, as gym gives them since 0.26."""
    return any(
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Tuple)
        and len(node.targets[0].elts) == 5
        and ".step(" in ast.unparse(node.value)
        for node in ast.walk(ast.parse(script.read_text()))
    )


if __name__ == "__main__":
    serve(_run, WALL)
