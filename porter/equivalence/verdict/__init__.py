"""The verdict: events of both programs in, what was compared and where they part out.

`judge` routes the events, `construction`, `backward`, `update` and `ending` judge the pairs,
`rounding` excuses, `record` keeps the score.
"""

from porter.equivalence.verdict.judge import Judge
from porter.equivalence.verdict.model import Divergence, Outcome, Pair, Phase, Tally, Update, Window
from porter.equivalence.verdict.rounding import Rounding
from porter.equivalence.verdict.tolerances import Tolerances

__all__ = [
    "Divergence",
    "Judge",
    "Outcome",
    "Pair",
    "Phase",
    "Rounding",
    "Tally",
    "Tolerances",
    "Update",
    "Window",
]
