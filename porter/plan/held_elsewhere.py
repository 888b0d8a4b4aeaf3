"""Gradients that a file works on and others compute: `log_norms(net)` in utils.py reads what the
parameters hold. All updates of such a program have the general form, in which they hold them.
"""

from __future__ import annotations

import re

from porter.facts import Facts
from porter.plan.helpers import reads_held


class HeldElsewhere:
    """What a file has to do with it."""

    def __init__(self, facts: Facts) -> None:
        own, *others = facts.texts
        self.here = bool(reads_held(own))  # it works on gradients of others …
        names = {name for text in others for name in reads_held(text)}
        used = (n for n in sorted(names) if any(map(_uses(n).search, facts.texts)))
        self.by = next(used, "")  # … and such a function of another file, on its own


def _uses(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!def )(?<!class )\b{name}\b")
