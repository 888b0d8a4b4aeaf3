"""All rules: the classes in the files of rules/. Nothing lists them."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

from porter.linter import rules
from porter.linter.rule import Rule, Tier

SYNTAX, UNUSED = "TFE000", "TFE001"  # findings that no rule class makes
ENGINE = {
    SYNTAX: ("syntax-error", "the file can't be parsed, so nothing in it is checked"),
    UNUSED: ("unused-suppression", "a suppression suppresses nothing"),
}


@cache
def every() -> tuple[Rule, ...]:
    """An object of each rule, in the order of the ids."""
    names = {file.partition(".")[0] for file in os.listdir(rules.__path__[0])}
    modules = [import_module(f"{rules.__name__}.{n}") for n in names if n.startswith("tfe")]
    classes = [
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Rule) and thing is not Rule
    ]
    return tuple(sorted((made() for made in classes), key=lambda rule: rule.id))


def matches(rule: Rule, selector: str) -> bool:
    """Whether a selector means a rule: TFE101, the prefix TFE1, index-loop, ALL."""
    return selector == "ALL" or selector == rule.name or rule.id.startswith(selector)


def is_selector(selector: str) -> bool:
    """Whether a selector means any rule at all."""
    known = any(matches(rule, selector) for rule in every())
    return known or any(selector in (code, name) for code, (name, _) in ENGINE.items())


def nearest(selector: str) -> str:
    """The id or the name of a rule that a wrong selector may mean; "" where none is like it."""
    from difflib import get_close_matches

    codes = [code for rule in every() for code in (rule.id, rule.name)]
    like = {code.lower(): code for code in (*codes, *ENGINE)}
    return next((like[code] for code in get_close_matches(selector.lower(), like, 1)), "")


def chosen(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rules to run. A prefix selects rules of the default tier, a full id or ALL any."""
    return tuple(
        rule
        for rule in every()
        if _selected(rule, select) and not any(matches(rule, i) for i in ignore)
    )


def _selected(rule: Rule, select: tuple[str, ...]) -> bool:
    if rule.tier is Tier.DEFAULT:
        return not select or any(matches(rule, selector) for selector in select)
    return any(selector in (rule.id, rule.name, "ALL") for selector in select)
