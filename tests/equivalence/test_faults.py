"""A harness is as good as what it catches: seeded faults, and right ports that must pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.equivalence.verdict import Outcome

from .faults.a2c import A2C
from .faults.dqn import DQN
from .faults.model import Base, Rewrite
from .faults.normed import NORMED
from .faults.ppo import PPO
from .faults.prioritised import PRIORITISED
from .faults.recurrent import RECURRENT
from .faults.sac import SAC
from .faults.sequences import SEQUENCES
from .faults.table import Verdict, as_table, run, try_fault
from .faults.td3 import TD3
from .faults.vision import VISION

# A process that was set up for float64 stays so: these need one of their own
pytestmark = pytest.mark.slow
BASES = (TD3, DQN, A2C, SAC, VISION, RECURRENT, PPO, PRIORITISED, SEQUENCES, NORMED)
by_program = pytest.mark.parametrize("base", BASES, ids=lambda base: base.program)


@by_program
def test_the_right_port_passes(base: Base, tmp_path: Path) -> None:
    judge = run(base, Rewrite("as it is", "", ""), tmp_path).judge
    assert judge.outcome is Outcome.EQUIVALENT, judge.divergences[:3]


@by_program
def test_a_fault_of_each_program_is_caught(base: Base, tmp_path: Path) -> None:
    found = try_fault(base, base.faults[0], tmp_path)
    assert found.right, as_table([found])


def test_all_faults_are_caught_with_their_cause_and_line(tmp_path: Path) -> None:
    found: list[Verdict] = []
    for base in BASES:
        found += [try_fault(base, fault, tmp_path) for fault in base.faults]
    print(as_table(found))
    assert len(found) >= 180
    assert all(verdict.caught for verdict in found), as_table(found)
    assert sum(verdict.right for verdict in found) >= 0.95 * len(found), as_table(found)


def test_no_false_alarm(tmp_path: Path) -> None:
    rewrites = [(base, rewrite) for base in BASES for rewrite in base.rewrites]
    assert len(rewrites) >= 30
    for base, rewrite in rewrites:
        judge = run(base, rewrite, tmp_path).judge
        assert judge.outcome is Outcome.EQUIVALENT, (rewrite.name, judge.divergences[:3])
