"""`porter lint`: its findings, fixes and suppressions."""

from __future__ import annotations

from tests.mutants.model import Mutant

LINT = (
    Mutant(
        "porter/linter/hot.py",
        "step % 100 == 0 counts as often",
        "return bool(ends) or any(isinstance(part, ast.Mod) for part in parts)",
        "return bool(ends)",
        ("lint/test_rules.py::test_valid[TFE202-2]",),
    ),
    Mutant(
        "porter/linter/hot.py",
        "what a hot function calls is not hot",
        "                waiting.append(called)\n",
        "                pass\n",
        ("lint/test_rules.py::test_invalid[TFE202-1]",),
    ),
    Mutant(
        "porter/linter/suppress.py",
        "a suppression of TFE1 silences TFE101",
        "if c.upper() == finding.rule or c == finding.name",
        "if finding.rule.startswith(c.upper()) or c == finding.name",
        ("lint/test_suppressions.py",),
    ),
    Mutant(
        "porter/linter/suppress.py",
        "a bare noqa silences nothing",
        "if codes or not comment.codes:",
        "if codes:",
        ("lint/test_suppressions.py",),
    ),
    Mutant(
        "porter/linter/suppress.py",
        "a suppression at the end of a statement of several lines is not seen",
        "for line in {finding.line, finding.end_line, *finding.statement}:",
        "for line in {finding.line, finding.end_line}:",
        ("lint/test_fixing.py::test_add_noqa_where_a_comment_can_stand",),
    ),
    Mutant(
        "porter/linter/fixing.py",
        "what is silenced is fixed",
        "if f.fix and not f.suppressed]",
        "if f.fix]",
        ("lint/test_suppressions.py",),
    ),
    Mutant(
        "porter/linter/fixing.py",
        "unsafe fixes are made without being asked for",
        "chosen = _apart(f for f in fixes if f.safe or unsafe)",
        "chosen = _apart(f for f in fixes if f.safe or not unsafe)",
        ("lint/test_rules.py::test_fixed[TFE103-0]",),
    ),
    Mutant(
        "porter/linter/fixing.py",
        "an import goes above the docstring",
        "after = plain[0].lineno - 1 if plain else 0",
        "after = 0",
        ("lint/test_fixing.py::test_an_import_that_a_fix_needs",),
    ),
    Mutant(
        "porter/linter/rules/tfe101_index_loop.py",
        "enumerate(x, 1) is fixed as if it took all rows",
        "if loop.generators[0].ifs or not isinstance(over, ast.Call) or len(over.args) != 1:",
        "if loop.generators[0].ifs or not isinstance(over, ast.Call):",
        ("lint/test_fixing.py",),
    ),
    Mutant(
        "porter/linter/rules/tfe101_index_loop.py",
        "a comprehension with an if is fixed as if it took all rows",
        "if loop.generators[0].ifs or not isinstance(over, ast.Call) or len(over.args) != 1:",
        "if not isinstance(over, ast.Call) or len(over.args) != 1:",
        ("lint/test_suppressions.py",),
    ),
    Mutant(
        "porter/linter/retracing.py",
        "a tf.function with an input_signature counts as retraced",
        "return not _has_signature(call.func, kind.node, file)",
        "return True",
        ("lint/test_rules.py::test_valid[TFE302-2]",),
    ),
)
