"""The stopwatch changes nothing in the program, and counts what it should."""

import builtins
import time
from textwrap import dedent

import pytest

from porter.bench.instrument import WATCH, instrumented
from porter.bench.stopwatch import ENVIRONMENT, Stopwatch
from porter.equivalence.sides.program import Enough

UPDATE, ACTING = 0, 1


@pytest.fixture
def run(monkeypatch):
    """Runs a text, gives its globals and the watch; `# 0` puts a line into the phase 0."""

    def execute(text, limit=None, at_end=lambda: None):
        text = dedent(text)
        lines = {
            number: int(line.rpartition("# ")[2])
            for number, line in enumerate(text.splitlines(), 1)
            if line.rpartition("# ")[2].isdigit()
        }
        watch = Stopwatch(frozenset({UPDATE}), limit, at_end)
        monkeypatch.setattr(builtins, WATCH, watch, raising=False)
        names = {"found": []}
        code = compile(instrumented(text, "a.py", lines), "a.py", "exec")
        try:
            exec(code, names)
        except Enough:
            names["ended"] = True
        return names, watch

    return execute


def test_processor_time_counts_no_waiting():
    watch = Stopwatch(frozenset(), None, lambda: None, time.process_time)
    with watch.phase(ACTING):
        time.sleep(0.3)
    [seconds] = watch.spans[ACTING]
    assert 0 <= seconds < 0.2


def passes(watch):
    return {number: len(spans) for number, spans in watch.spans.items()}


def test_each_pass_counts_once_and_lines_between_belong_to_it(run):
    names, watch = run("""
        for i in range(5):
            a = i  # 0
            b = a + 1
            found.append(b)  # 0
            c = 1  # 1
    """)
    assert names["found"] == [1, 2, 3, 4, 5]
    assert passes(watch) == {UPDATE: 5, ACTING: 5}


def test_control_flow_goes_through(run):
    names, watch = run("""
        def f(n):
            for i in range(n):
                if i == 1:
                    continue  # 1
                if i == 3:
                    return i  # 1
            return -1

        try:
            found.append(f(9))
            raise ValueError  # 1
        except ValueError:
            found.append("caught")
    """)
    assert names["found"] == [3, "caught"]
    assert passes(watch) == {ACTING: 3}


def test_a_phase_inside_of_another_is_a_part_of_it(run):
    _, watch = run("""
        def forward():
            return 1  # 1

        for i in range(3):
            x = forward()  # 0
        forward()
    """)
    assert passes(watch) == {UPDATE: 3, ACTING: 1}


def test_the_environment_counts_for_itself_and_optimizers_are_none(run):
    _, watch = run("""
        import time

        class Env:
            def reset(self):
                return 0

            def step(self, action, info=None):
                time.sleep(0.02)
                return action

        class Optimizer:
            def step(self):
                return 0

        env, optimizer = Env(), Optimizer()
        for i in range(2):
            optimizer.step()  # 0
            action = env.step(env.step(1), info=2)  # 1
    """)
    assert passes(watch) == {UPDATE: 2, ACTING: 2, ENVIRONMENT: 4}
    assert min(watch.spans[ENVIRONMENT]) >= 0.02
    assert max(watch.spans[ACTING]) < 0.02, "the environment's time is not that of acting"
    assert watch.started is not None


def test_graphs_are_left_alone(run):
    names, watch = run("""
        class tf:
            @staticmethod
            def function(f=None, **keywords):
                return f or (lambda g: g)

        @tf.function
        def body():
            x = 1  # 0
            found.append(x)  # 0

        @tf.function(reduce_retracing=True)
        def other():
            found.append(2)  # 0

        body()
        other()
    """)
    assert names["found"] == [1, 2]
    assert passes(watch) == {}


def test_the_run_ends_after_the_last_update_that_is_wanted(run):
    names, watch = run(
        """
        while True:
            found.append(1)  # 0
        """,
        limit=3,
    )
    assert names["ended"]
    assert passes(watch) == {UPDATE: 3}
    assert names["found"] == [1, 1, 1]


def test_a_pass_waits_for_the_device(run):
    waits = []
    run("x = 1  # 0\n", at_end=lambda: waits.append(1))
    assert len(waits) == 2, "before it begins and before it ends"


def test_tracebacks_have_the_lines_of_the_file(run):
    with pytest.raises(ZeroDivisionError) as caught:
        run("""
            a = 1  # 0

            b = a / 0  # 0
        """)
    assert caught.traceback[-1].lineno + 1 == 4
