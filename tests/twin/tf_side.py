"""Run ports against a record of the original: `-m twin.tf_side CASE FOLDER VARIANTS`.

VARIANTS is JSON: a list of edits for each run of the port; a report for each is printed. Without
a FOLDER ("") nothing is compared: the port just trains, for the count of traces.
"""

import contextlib
import json
import sys
from pathlib import Path
from unittest import mock

import keras
import numpy as np
import tensorflow as tf

from .program import Case, Enough, SetupError, filled_buffer, load
from .tape import Tape, tf_on
from .weights import PortState

Function = type(tf.function(lambda: None))
EARLY = 10  # updates after which everything has been traced


def free_error(before, after, port):
    """The largest weight error relative to its array, and where it is."""
    return max((abs(port[p] - after[p]).max() / abs(after[p]).max(), p) for p in port)


def step_error(before, after, port):
    """The largest L2 error of one update relative to the update, by network."""
    errors = []
    for network in {path.split(".")[0] for path in port}:
        paths = [p for p in port if p.split(".")[0] == network]
        error = np.sqrt(sum(np.sum((port[p] - after[p]) ** 2.0) for p in paths))
        update = np.sqrt(sum(np.sum((after[p] - before[p]) ** 2.0) for p in paths))
        errors.append((error / update if update else np.inf if error else 0.0, network))
    return max(errors)


class Follower:
    """Compares the port's state before every update with the record of the original."""

    def __init__(self, case, folder):
        self.case = case
        self.folder = Path(folder) if folder else None
        self.first = self.record(0)
        self.state = None
        self.errors = []
        self.functions = []
        self.bodies = []
        self.early = None

    def record(self, n):
        if self.folder is None:
            return {}
        with np.load(self.folder / f"{n}.npz") as record:
            return dict(record)

    def start(self, roots):
        """Take the original's initial weights, once all the networks exist."""
        paths = [key for key in self.first if "/" not in key]
        if self.state is None and all(path.split(".")[0] in roots for path in paths):
            self.state = PortState(roots, paths, self.case.dtype)
            if self.first:
                self.state.write(self.first)

    def before_update(self, n):
        """Judge the state that n updates led to; stop after the last."""
        if n == EARLY:
            self.early = self.traces()
        if n and self.folder:
            after = self.record(n)
            measure = step_error if self.case.resync else free_error
            error, where = measure(self.record(n - 1), after, self.state.read())
            self.errors.append((n, float(error), where))
            if self.case.resync:
                self.state.write(after)
        if n >= self.case.updates:
            raise Enough

    def traces(self):
        return sum(f.experimental_get_tracing_count() for f in self.functions)

    @contextlib.contextmanager
    def watch(self, namespace):
        """Collect every tf.function. In a script, the ones that call an optimizer are updates."""
        make, call = Function.__init__, Function.__call__

        def init(function, *args, **kwargs):
            make(function, *args, **kwargs)
            self.functions.append(function)

        def called(function, *args, **kwargs):
            if tf.inside_function():
                return call(function, *args, **kwargs)
            if not self.case.agent:
                self.start(namespace)
                if function in self.bodies:
                    self.before_update(self.state.updates())
            before = self.state.updates()
            result = call(function, *args, **kwargs)
            if function not in self.bodies and self.state.updates() > before:
                self.bodies.append(function)
            return result

        with mock.patch.multiple(Function, __init__=init, __call__=called):
            yield

    def train(self, namespace):
        """The class-shaped program: build the agent and train it on a filled buffer."""
        agent = namespace[self.case.agent](*self.case.arguments)
        buffer = filled_buffer(namespace, self.case, np.random.default_rng(self.case.seed))
        np.random.seed(self.case.seed)
        self.start(vars(agent))
        n = 0
        while True:
            self.before_update(n)
            agent.train(buffer, self.case.batch_size)
            n += 1


def run(case, folder, edits):
    """One run of the port; what a test needs to know of it."""
    follower, tape = Follower(case, folder), Tape(case.seed)
    tf.random.set_seed(case.seed)
    namespace, execute = load(case.port, [*case.edits, *edits], case.argv)
    with tf_on(tape), follower.watch(namespace):
        try:
            execute()
            if case.agent:
                follower.train(namespace)
            raise SetupError(f"{case.port} ended before {case.updates} updates")
        except Enough:
            pass
    return {
        "errors": follower.errors,
        "worst": max(follower.errors, key=lambda e: e[1], default=None),
        "draws": tape.draws,
        "bodies": [f.experimental_get_tracing_count() for f in follower.bodies],
        "early_traces": follower.early,
        "traces": follower.traces(),
    }


def main(case_file, folder, variants):
    case = Case.load(Path(case_file))
    keras.config.set_floatx(case.dtype)
    keras.config.set_dtype_policy(case.dtype)
    with mock.patch.object(tf, "float32", tf.as_dtype(case.dtype)):
        print(json.dumps([run(case, folder, edits) for edits in json.loads(variants)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
