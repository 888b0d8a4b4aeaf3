"""docs/lint.md and --explain: what the rules say about themselves, with what was measured."""

from __future__ import annotations

from porter.linter import measured, registry
from porter.linter.rule import Fixable, Rule, Tier

_FIXES = {Fixable.NO: "", Fixable.SAFE: "safe", Fixable.UNSAFE: "unsafe"}


def section(rule: Rule) -> str:
    """One rule."""
    fix = {
        Fixable.NO: "There is no automatic fix.",
        Fixable.SAFE: "`--fix` fixes it: values and types stay.",
        Fixable.UNSAFE: "`--fix --unsafe-fixes` fixes it; see *When not*.",
    }[rule.fixable]
    tier = "On by default." if rule.tier is Tier.DEFAULT else "Off unless it is selected."
    parts = [f"## {rule.id} {rule.name}", rule.documentation(), f"{tier} {fix}"]
    if found := _measured(rule):
        parts.append(f"Measured: {found}.")
    return "\n\n".join(parts)


def table() -> str:
    """All rules in one table."""
    rows = [
        (
            f"[{rule.id}](#{rule.id.lower()}-{rule.name})",
            rule.name,
            rule.documentation().partition("\n")[0].rstrip("."),
            measured.short(rule.id),
            _FIXES[rule.fixable],
            "" if rule.tier is Tier.DEFAULT else "off",
        )
        for rule in registry.every()
    ]
    head = ("id", "name", "what", "times slower", "fix", "default")
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def rules() -> str:
    """The part of docs/lint.md that is generated."""
    where = f"Ratios were measured on {measured.machine()}."
    note = "They are for small networks; the larger an op, the smaller the ratio."
    return "\n\n".join((table(), f"{where} {note}", *map(section, registry.every()))) + "\n"


def _measured(rule: Rule) -> str:
    entry = measured.of(rule.id)
    if "ratio" in entry:
        median, least, most = map(measured.rounded, entry["ratio"])
        return f"{median} times slower (rounds from {least} to {most}), {entry['size']}"
    return str(entry.get("observed", ""))
