"""What people look at: a verdict as a tree for the terminal, as JSON and as a page.

`build` makes a `Report` of judges, `tree`, `document` and `page` show it.
"""

from porter.equivalence.report.build import result_of
from porter.equivalence.report.document import as_json
from porter.equivalence.report.model import NotEquivalent, Report, Result
from porter.equivalence.report.page import as_html
from porter.equivalence.report.tree import as_text, as_tree

__all__ = [
    "NotEquivalent",
    "Report",
    "Result",
    "as_html",
    "as_json",
    "as_text",
    "as_tree",
    "result_of",
]
