"""The seeded faults of faults/ still find their places in today's ports; they run with -m slow."""

from __future__ import annotations

from .faults.model import Base
from .test_faults import by_program


@by_program
def test_every_change_has_its_place(base: Base) -> None:
    for fault in base.faults:
        assert base.line(fault)
    for rewrite in base.rewrites:
        assert base.edited(rewrite)
