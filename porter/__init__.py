"""porter ports PyTorch agents to TensorFlow/Keras, source to source, and proves the port.

The public names are those of `__all__`; docs/api.md describes them. They are imported when they are
asked for, so that `import porter` is light.
"""

# Nothing is imported here, not even from __future__: `python -m porter` runs this file before
# `__main__.py` can take the current directory out of the way.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from porter.api import ConversionError as ConversionError
    from porter.api import Converted as Converted
    from porter.api import check as check
    from porter.api import convert as convert
    from porter.api import lint as lint
    from porter.equivalence.library import check_equivalence as check_equivalence
    from porter.equivalence.report import NotEquivalent as NotEquivalent
    from porter.equivalence.report import Report as Report
    from porter.equivalence.twin import CouldNotRun as CouldNotRun
    from porter.findings import Finding as Finding
    from porter.findings import Severity as Severity
    from porter.linter.finding import Finding as LintFinding
    from porter.rulebook import RuleError as RuleError

__version__ = "1.0.0.dev0"

__all__ = [
    "ConversionError",
    "Converted",
    "CouldNotRun",
    "Finding",
    "LintFinding",
    "NotEquivalent",
    "Report",
    "RuleError",
    "Severity",
    "__version__",
    "check",
    "check_equivalence",
    "convert",
    "lint",
]

_HOMES = {
    "ConversionError": "porter.api:ConversionError",
    "Converted": "porter.api:Converted",
    "CouldNotRun": "porter.equivalence.twin:CouldNotRun",
    "Finding": "porter.findings:Finding",
    "LintFinding": "porter.linter.finding:Finding",
    "NotEquivalent": "porter.equivalence.report:NotEquivalent",
    "Report": "porter.equivalence.report:Report",
    "RuleError": "porter.rulebook:RuleError",
    "Severity": "porter.findings:Severity",
    "check": "porter.api:check",
    "check_equivalence": "porter.equivalence.library:check_equivalence",
    "convert": "porter.api:convert",
    "lint": "porter.api:lint",
}


def __getattr__(name: str) -> "Any":
    """Import a public name, and what it needs, for those who use it only."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, _, member = home.partition(":")
    return getattr(import_module(module), member)


def __dir__() -> "list[str]":
    return sorted({*globals(), *__all__})
