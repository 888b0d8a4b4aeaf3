"""What a run of the original showed: the file that `porter observe` writes and `convert` reads.

It is data: nothing in it is run, and it has no values of the program's, only kinds, dtypes, sizes
and counts (docs/evidence-schema.json).
"""

from porter.evidence.file import Broken, load, merged, save
from porter.evidence.model import Evidence, FileSeen, Value

__all__ = ["Broken", "Evidence", "FileSeen", "Value", "load", "merged", "save"]
