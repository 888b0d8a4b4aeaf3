"""The entry point of an observed process: orders in on stdin, events out on the wire."""

from __future__ import annotations

import json
import sys

from porter.equivalence.crash import told
from porter.equivalence.sides.observer import Observer
from porter.equivalence.sides.printed import Printed
from porter.equivalence.sides.processes import UNOBSERVED, started
from porter.equivalence.sides.program import Run, execute
from porter.equivalence.sides.wire import Wire
from porter.equivalence.tape.host_draws import host_on


def main(side: type[Observer]) -> None:
    """Run the program of the orders; its end or its crash is the last event."""
    orders = json.loads(sys.stdin.read())
    orders["arguments"] = tuple(orders["arguments"])
    run = Run(**orders)
    wire = Wire.connect(run.connection)
    error = ""
    observer = side(run, wire)
    observer.prepare()
    observer.printed = sys.stdout = Printed(sys.stdout)
    with (
        host_on(run.seed, observer.is_own),
        observer.watching(),
        started() as observer.processes,
    ):
        observer.actions.watch_libraries()
        try:
            execute(run)
        except Exception as failure:
            error = told(failure, run.here)
    if error and observer.processes:
        error += f". Note: {UNOBSERVED}"
    observer.finish(error)
