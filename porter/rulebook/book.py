"""The rulebook: every rule, by the torch name that it ports."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import libcst as cst

from porter.kinds import UNKNOWN, Kind
from porter.rulebook import legacy, members, paste
from porter.rulebook.bind import bind, with_torchs_names
from porter.rulebook.decide import Decision, decide, together
from porter.rulebook.load import check_names, index, read, rule_files
from porter.rulebook.model import Argument, Refused, Rule, RuleError
from porter.rulebook.patterns import Api, Idioms, KindOf
from porter.rulebook.promote import TOGETHER, Cast, casts, met
from porter.rulebook.words import result
from porter.widest import widest

_CLASSES = (
    "torch.Tensor",
    "torch.nn.Module",
    "torch.optim.Optimizer",
    "torch.dtype",
)  # they need no rule
TF_DEFAULTS = Path(__file__).with_name("tf_defaults.json")


class Rulebook:
    """Answers what a torch call becomes. Made with `Rulebook.load()`."""

    def __init__(self, rules: Sequence[Rule], defaults: Mapping[str, Mapping[str, Any]]) -> None:
        self.rules: dict[str, Rule] = {rule.name: rule for rule in rules}
        self._by_api = {name: rule for rule in self.rules.values() for name in rule.names}
        self._tf_defaults = defaults
        self._idioms = Idioms(self.rules, self.find)
        # The same call is asked about again by idioms, and when a loop's body is evaluated twice.
        self._decide = lru_cache(maxsize=512)(
            lambda rule, args, element: decide(rule, args, element, self.rules, self._defaults)
        )

    @classmethod
    def load(cls, extra: Sequence[Path] = ()) -> Rulebook:
        """Porter's own rules, then the user's, which win."""
        found: dict[str, Rule] = {}
        for path in rule_files():
            for rule in index(path):
                if rule.name in found:
                    raise RuleError(
                        f"{path.name}:{rule.node.lineno}: {rule.name} is also in "
                        f"{found[rule.name].path.name} -> rename one of them"
                    )
                found[rule.name] = rule
        own = [rule for path in extra for rule in read(path)]
        for rule in own:
            found.pop(rule.name, None)
            found[rule.name] = rule
        check_names(own, found.keys())  # a test does it for those that come with porter
        defaults = json.loads(TF_DEFAULTS.read_text("utf-8")) if TF_DEFAULTS.exists() else {}
        return cls(list(found.values()), defaults)

    def find(self, name: str) -> Rule | None:
        """The rule for a torch name; a Parameter has everything that a Tensor has.

        `torch.fx.*` is for all names in torch.fx that have no rule of their own.
        """
        found = self._by_api.get(name)
        if found is None and name.startswith("Parameter."):
            return self._by_api.get(name.replace("Parameter", "Tensor", 1))
        return found or self._whole(name)

    def _whole(self, name: str) -> Rule | None:
        """The rule for all of a module that the name is in, under this name."""
        module = name.rpartition(".")[0]
        while "." in module:
            if (found := self._by_api.get(f"{module}.*")) is not None:
                return replace(found, names=(name,))
            module = module.rpartition(".")[0]
        return None

    def decide(self, rule: Rule, args: Sequence[Argument], element: int | None = None) -> Decision:
        """What the call becomes; Refused if the rule does not cover it.

        `element` asks for one item of a result that is a tuple: `torch.max(x, 1)[0]`.
        """
        return self._decide(rule, tuple(args), element)

    def together(
        self,
        decision: Decision,
        rule: Rule,
        args: Sequence[Argument],
        unlike: Callable[[Sequence[Kind]], bool],
    ) -> Decision:
        """The decision, where arguments of `unlike` kinds get their common dtype at run time."""
        takes = [p for p in rule.params if p.annotation in ("Tensors", *TOGETHER)]
        if rule.is_class or not takes or "together" in decision.blocks:
            return decision
        if any(arg.star for arg in args) or legacy.is_old(args) or legacy.placed(rule, args):
            return decision
        bound = bind(rule, with_torchs_names(rule, args))
        if casts(rule, bound):
            return decision
        return together(decision, met(rule, bound, unlike))

    def plain(self, decision: Decision) -> dict[str, str]:
        """The blocks of a decision that are needed for their gradient, and what each is without."""
        return {name: self.rules[name].plain for name in decision.blocks if self.rules[name].plain}

    def counting(self, decision: Decision) -> dict[str, str]:
        """The blocks of a decision that count from the end, and what each is where none does."""
        found = {name: self.rules[name].counting for name in decision.blocks}
        return {name: function for name, function in found.items() if function}

    def member(
        self,
        cls: str,
        name: str,
        args: Sequence[Argument] | None = None,
        dtype: str | None = None,
    ) -> Kind:
        """What a member of the building block for a torch class gives; Refused if it has none."""
        rule = self.find(cls)
        if rule is None or not rule.is_class:
            return UNKNOWN
        return members.member(rule, name, args, self.rules, dtype)

    def names_in(self, module: str) -> list[str]:
        """The names of a module of torch's that have rules: what `from module import *` binds."""
        prefix = f"{module}."
        every = (*self._by_api, *_CLASSES)
        found = (name.removeprefix(prefix) for name in every if name.startswith(prefix))
        return [name for name in found if "." not in name]

    def offers(self, cls: str, name: str) -> bool:
        """Whether the building block for a torch class has such a member of its own."""
        rule = self.find(cls)
        return rule is not None and rule.is_class and members.offers(rule, name, self.rules)

    def keeps(self, cls: str, name: str) -> bool:
        """Whether objects of the building block have this name, which its class has not."""
        rule = self.find(cls)
        return rule is not None and rule.is_class and members.keeps(rule, name, self.rules)

    def promised(self, cls: str, method: str, parameter: str) -> Kind:
        """What a parameter is in a method that a class of the user's overrides."""
        rule = self.find(cls)
        return members.promised(rule, method, parameter, self.rules) if rule else UNKNOWN

    def called(self, cls: str, args: Sequence[Argument]) -> Kind:
        """What a call of an object of a torch class gives; `args` start with the object."""
        rule = self.find(cls)
        if rule is None or not rule.is_class:
            return UNKNOWN
        return members.called(rule, args, self.rules)

    def gives(self, name: str) -> Kind:
        """What sort of thing a function of torch's gives, whatever it gets."""
        rule = self.find(name)
        if rule is None or not isinstance(rule.node, ast.FunctionDef):
            return UNKNOWN
        return widest(result(rule.node.returns, {}))

    def casts(self, cls: str, args: Sequence[Argument]) -> dict[int, Cast]:
        """What the arguments of such a call have to be cast to, as torch promotes them."""
        rule = self.find(cls)
        return members.casts(rule, args, self.rules) if rule is not None and rule.is_class else {}

    def idiom(
        self,
        node: cst.BaseExpression,
        api: Api,
        kind: KindOf,
    ) -> tuple[Rule, dict[str, Argument]] | None:
        """The idiom that starts at this node, with what its parameters stand for."""
        return self._idioms.find_match(node, api, kind, self._passes)

    def paste(self, blocks: Iterable[str], names: Mapping[str, str] | None = None) -> str:
        """The source of the blocks and of all that they use, dependencies first."""
        texts = self.definitions(blocks, names or {})
        return "\n\n\n".join(texts) + "\n" if texts else ""

    def definitions(self, blocks: Iterable[str], names: Mapping[str, str]) -> list[str]:
        """The blocks and all that they use, one by one; `names` says what is called otherwise."""
        return paste.definitions(blocks, self.rules, _renamed(names))

    def definition(self, name: str, names: Mapping[str, str]) -> str:
        """The source of one block alone."""
        return paste.definition(self.rules[name], _renamed(names))

    def closure(self, blocks: Iterable[str]) -> list[str]:
        """The blocks and all that they use; KeyError for a name that is none."""
        return paste.closure(blocks, self.rules)

    def imports(self, blocks: Iterable[str]) -> frozenset[str]:
        """The modules that the pasted blocks need: of tf, keras, np, math, functools."""
        return paste.imports(blocks, self.rules)

    def builtins(self, blocks: Iterable[str]) -> frozenset[str]:
        """The names of Python's own that the pasted blocks read."""
        return paste.builtins(blocks, self.rules)

    def _defaults(self, callee: str) -> Mapping[str, Any]:
        """What the keywords of a function of TensorFlow or of a block are, if left out."""
        if callee in self.rules and callee not in self._tf_defaults:
            return {p.name: p.default for p in self.rules[callee].params}
        return self._tf_defaults.get(callee, {})

    def _passes(self, rule: Rule, args: Sequence[Argument]) -> bool:
        """Whether this call returns its first argument as it is."""
        try:
            return self.decide(rule, args).returns_input
        except Refused:
            return False


def _renamed(names: Mapping[str, str]) -> paste.Renamed:
    return tuple((old, new) for old, new in names.items() if old != new)
