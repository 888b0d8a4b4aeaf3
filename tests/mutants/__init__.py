"""Mistakes put into porter itself: each has to be noticed by the tests of the gate."""

from __future__ import annotations

from tests.mutants.accounting import ACCOUNTING
from tests.mutants.harness import HARNESS
from tests.mutants.kinds import KINDS
from tests.mutants.lint import LINT
from tests.mutants.order import ORDER
from tests.mutants.training import TRAINING

ALL = (*TRAINING, *ORDER, *KINDS, *ACCOUNTING, *HARNESS, *LINT)
