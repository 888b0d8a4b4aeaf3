"""What people look at: a verdict as a tree for the terminal, as JSON and as a page.

`build` makes results of judges, `whole` their report; `tree`, `document` and `page` show it. Import
`page` where one is wanted: it brings all of porter.
"""

from porter.equivalence.report.build import result_of
from porter.equivalence.report.document import as_json
from porter.equivalence.report.model import Result
from porter.equivalence.report.whole import NotEquivalent, Report, as_text, as_tree

__all__ = [
    "NotEquivalent",
    "Report",
    "Result",
    "as_json",
    "as_text",
    "as_tree",
    "result_of",
]
