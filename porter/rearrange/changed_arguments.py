"""A function that changes its argument in place, whose callers read that again:

    improved = keep_better(best, found)

becomes `improved, best = keep_better(best, found)` of a function that ends in
`return improved, best`. For torch that is the same tensor, and so the same program; a function of
TensorFlow gives back what it changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import libcst as cst

from porter import callers
from porter.aliases import OF_CALLERS, Aliases
from porter.bindings import NO_BINDING
from porter.changed_names import changed_names
from porter.changes import Changes
from porter.codegen import code
from porter.facts import Facts
from porter.findings import Severity
from porter.infer.in_place import changes
from porter.kinds import Tensor, may_be_tensor
from porter.plan.model import Problem
from porter.recomputation.edits import Edits, stated
from porter.tree import dotted, only, statements, walk

Changed = dict[cst.FunctionDef, list[str]]  # functions with the parameters that they change
_COMPUTED = re.compile(r"\b(getattr|vars|globals|locals|attrgetter)\b|__dict__")
_INSIDE = (cst.FunctionDef, cst.ClassDef, cst.Yield, cst.Await)
_ENDS = (cst.Return, cst.Raise)


def told_of_callers(facts: Facts, wanted: str = OF_CALLERS) -> Changed:
    """The functions that change an argument in place, where that is refused: for their callers, or
    for any reason."""
    found: Changed = {}
    for target in _in_place(facts):
        root = facts.once(Aliases).keeping.origin(target)
        function = facts.index.function(target)
        if not isinstance(root, cst.Name) or not isinstance(function, cst.FunctionDef):
            continue
        aliases, kind = facts.once(Aliases), facts.kind(root)
        own = aliases.is_parameter(aliases.scope(root), root.value)
        if not own or root.value in found.get(function, ()) or not may_be_tensor(kind):
            continue
        why = aliases.problem(root)
        if why and wanted in why:
            found.setdefault(function, []).append(root.value)
    return found


def given_back(
    facts: Facts, changed: Changed, but: frozenset[str]
) -> tuple[cst.Module, dict[str, Problem]] | None:
    """The program whose functions give back what they change; a note for each by its name.
    Functions of these names stay as they are."""
    wanted, left = _that_fit(facts, changed, but)
    edits, notes = Edits(facts), dict[str, Problem]()
    for function, names in wanted.items():
        new = _Function(facts, edits, function, names)
        if not new.fits():
            return given_back(facts, changed, left | {function.name.value})
        notes[function.name.value] = new.rewrite()
    return (edits.module(), notes) if edits.any else None


def _that_fit(
    facts: Facts, changed: Changed, but: frozenset[str]
) -> tuple[Changed, frozenset[str]]:
    """The functions that can be rewritten, with those that hand their own argument to one of them;
    the names of all others."""
    while True:
        wanted = {one: [*names] for one, names in changed.items() if one.name.value not in but}
        handed = _with_callers(facts, wanted)
        left = {
            f for f, names in wanted.items() if not _Function(facts, Edits(facts), f, names).fits()
        }
        left |= {one for one in wanted if one.name.value in but}
        while more := {callee for callee, caller in handed if caller in left} - left:
            left |= more
        names = frozenset(one.name.value for one in left)
        if names <= but and not left:
            return wanted, but
        but |= names


def _in_place(facts: Facts) -> Iterator[cst.CSTNode]:
    """What lines of functions change in place."""
    for line in facts.index.all(cst.Assign):
        yield from (t.target for t in line.targets if isinstance(t.target, cst.Subscript))
    for line in facts.index.all(cst.AugAssign):
        yield line.target
    for call in facts.index.all(cst.Call):
        api = facts.api(call)
        if isinstance(call.func, cst.Attribute) and api.startswith("Tensor.") and changes(api):
            yield call.func.value


def _with_callers(facts: Facts, changed: Changed) -> list[tuple[cst.FunctionDef, cst.FunctionDef]]:
    """Adds the functions that hand their own argument to one of these, if their callers see it;
    gives each such pair."""
    open_ = [(function, name) for function, names in changed.items() for name in names]
    pairs: list[tuple[cst.FunctionDef, cst.FunctionDef]] = []
    while open_:
        function, name = open_.pop()
        for home, given in callers.given(facts, function, name):
            caller = home.index.function(given) if home is facts else None
            if not isinstance(given, cst.Name) or not isinstance(caller, cst.FunctionDef):
                continue
            aliases = facts.once(Aliases)
            scope = aliases.scope(given)
            if not aliases.is_parameter(scope, given.value):
                continue
            if aliases.dead_after_callers(scope, given.value):
                continue
            pairs.append((function, caller))
            if given.value not in changed.setdefault(caller, []):
                changed[caller].append(given.value)
                open_.append((caller, given.value))
    return pairs


class _Function:
    """One such function and its calls, which get what it gives back."""

    def __init__(
        self, facts: Facts, edits: Edits, function: cst.FunctionDef, names: list[str]
    ) -> None:
        self.facts, self.edits, self.function = facts, edits, function
        info = facts.defined_at(function)
        assert info is not None
        self.info = info
        self.names = [name for name in info.positional if name in names]
        self.all_named = len(self.names) == len(names)
        lines = facts.index.all(cst.SimpleStatementLine)
        self.returns = [n for n in walk(function.body) if isinstance(n, cst.Return)]
        inside = {*walk(function.body)}
        self.lines = [n for n in lines if n in inside and isinstance(only(n), cst.Return)]
        values = [r.value for r in self.returns if r.value is not None]
        self.gives = any(dotted(value) != "None" for value in values)
        self.calls: list[tuple[cst.Call, cst.SimpleStatementLine]] = []

    def fits(self) -> bool:
        """Whether the function and all of its calls have a form that can be rewritten."""
        facts, name = self.facts, self.function.name.value
        named = [one for one in facts.index.all(cst.FunctionDef) if one.name.value == name]
        plain = self.all_named and self.function.asynchronous is None and len(named) == 1
        plain = plain and len(self.lines) == len(self.returns)
        if not plain or any(isinstance(node, _INSIDE) for node in walk(self.function.body)):
            return False
        if self.function.decorators or self._is_named_elsewhere(name):
            return False
        places = callers.calls(facts, self.function)
        own = {call for call, _ in facts.calls_of.get(self.function, ())}
        if not places or any(home is not facts or call not in own for home, call in places):
            return False
        for _, call in places:
            line = next((n for n in facts.index.above(call) if isinstance(n, _LINE)), None)
            if line is None or not self._call_fits(call, line):
                return False
            self.calls.append((call, line))
        taken = {line for _, line in self.calls} & {*self.edits.become}
        return not taken and all(map(self._kept, self.names))

    def _is_named_elsewhere(self, name: str) -> bool:
        """Whether another file has the name, or a text that may be it: who calls it there, or has
        another function under it, knows nothing of what it gives back."""
        own = self.facts.text(self.facts.module)
        others = self.facts.texts_elsewhere()
        texts = (text for text in self.facts.index.all(cst.SimpleString) if name in text.value)
        if any(text.evaluated_value == name for text in texts) or any(
            re.search(rf"\b{name}\b", text) for text in others
        ):
            return True
        if not any(_COMPUTED.search(text) for text in (own, *others)):
            return False
        parts = set[str]().union(*(changed_names(text).parts for text in (own, *others)))
        return any(part in name for part in parts)

    def _kept(self, name: str) -> bool:
        """Whether the parameter is the caller's tensor to the end."""
        aliases = self.facts.once(Aliases)
        uses = aliases.scope(self.function.body).names.get(name, ())
        return name not in self.facts.once(Changes).declared and all(
            aliases.keeping.bound_value(use) is NO_BINDING for use in uses
        )

    def _given(self, call: cst.Call) -> list[cst.BaseExpression]:
        return [v for name in self.names for v in callers.arguments(call, self.info, name)]

    def _call_fits(self, call: cst.Call, line: cst.SimpleStatementLine) -> bool:
        """Whether a call is all that its line does, and its tensors can be bound again."""
        small, given = only(line), self._given(call)
        if getattr(small, "value", None) is not call or len(given) < len(self.names):
            return False
        if any(isinstance(n, (cst.Try, cst.With)) for n in self._around(line)):
            return False  # an error in the function would leave the old tensor
        bound = set[str]()
        if isinstance(small, cst.Assign):
            if len(small.targets) != 1:
                return False
            bound = {n.value for n in walk(small.targets[0]) if isinstance(n, cst.Name)}
        elif not isinstance(small, (cst.Expr, cst.Return)):
            return False
        return all(self._binds_again(value, bound) for value in given)

    def _around(self, line: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The blocks around a line that may end with an error in it."""
        for node in self.facts.index.above(line):
            if isinstance(node, cst.FunctionDef):
                return
            torchs = isinstance(node, cst.With) and all(
                self.facts.api(one.item).startswith("torch.") for one in node.items
            )
            if not torchs:
                yield node

    def _binds_again(self, value: cst.BaseExpression, bound: set[str]) -> bool:
        if not isinstance(self.facts.kind(value), Tensor):
            return False  # `x += 1` of a number changes nothing for the caller
        if isinstance(value, cst.Name):
            own = self.facts.variables.owner(value) is self.facts.index.scope(value)
            return own and value.value not in bound | self.facts.once(Changes).declared
        return not isinstance(value, cst.Attribute)

    # -- the new lines
    def rewrite(self) -> Problem:
        names = ", ".join(self.names)
        for line in self.lines:
            *first, last = self.edits.become.get(line, [line])
            self.edits.become[line] = [*first, self._return(last, only(last))]
        last = statements(self.function.body)[-1]
        if not _ended(last):
            text = f"return None, {names}" if self.gives else f"return {names}"
            self.edits.after[last] = [cst.parse_statement(text)]
        for call, line in self.calls:
            self.edits.become[line] = self._called(call, line)
        name = self.function.name.value
        node = self.edits.become[self.calls[0][1]][0]
        return Problem(
            node,
            "N402",
            Severity.NOTE,
            f"{name}() returns {names} as well, for TensorFlow's tensors don't change",
        )

    def _flat(self) -> int:
        """The length of the tuples that the function returns and that all calls unpack, or 0."""
        values = [r.value for r in self.returns]
        targets = [_target(line) for _, line in self.calls]
        shown = [*values, *targets]
        if not _ended(statements(self.function.body)[-1]) or not shown:
            return 0
        tuples = [value for value in shown if isinstance(value, cst.Tuple)]
        if len(tuples) < len(shown):
            return 0
        starred = any(isinstance(e, cst.StarredElement) for v in tuples for e in v.elements)
        lengths = {len(v.elements) for v in tuples}
        return 0 if starred or len(lengths) > 1 else lengths.pop()

    def _return(self, line: cst.SimpleStatementLine, small: cst.CSTNode | None) -> Any:
        value = small.value if isinstance(small, cst.Return) else None
        names = ", ".join(self.names)
        return stated(f"return {self._with(value, names)}", line, line.leading_lines)

    def _with(self, value: cst.BaseExpression | None, names: str) -> str:
        if not self.gives:
            return names
        if isinstance(value, cst.Tuple):
            parts = ", ".join(code(e.value) for e in value.elements)
            if not self._flat():
                return f"({parts}), {names}" if len(value.elements) > 1 else f"({parts},), {names}"
            return f"({parts}, {names})" if "\n" in parts else f"{parts}, {names}"
        return f"{code(value) if value is not None else 'None'}, {names}"

    def _called(self, call: cst.Call, line: cst.SimpleStatementLine) -> list[Any]:
        small, text = only(line), code(call)
        names = ", ".join(
            code(value)
            if isinstance(value, (cst.Name, cst.Attribute))
            else self.edits.fresh("changed")
            for value in self._given(call)
        )
        above = line.leading_lines
        if isinstance(small, cst.Return):
            value = self.edits.fresh("value") if self.gives else "None"
            to = f"{value}, {names}" if self.gives else names
            return [stated(f"{to} = {text}", _PLAIN, above), stated(f"return {value}", line)]
        if isinstance(small, cst.Assign):
            to = self._with(small.targets[0].target, names)
            if not self.gives:
                first = stated(f"{names} = {text}", _PLAIN, above)
                return [first, stated(f"{code(small.targets[0].target)} = None", line)]
            return [stated(f"{to} = {text}", line, above)]
        to = f"{self.edits.fresh('_', 'unused')}, {names}" if self.gives else names
        return [stated(f"{to} = {text}", line, above)]


def _target(line: cst.SimpleStatementLine) -> cst.BaseExpression | None:
    small = only(line)
    return small.targets[0].target if isinstance(small, cst.Assign) else None


def _ended(line: Any) -> bool:
    """Whether nothing comes behind a statement."""
    if isinstance(line, cst.SimpleStatementLine):
        return isinstance(line.body[-1], _ENDS)
    if isinstance(line, cst.If) and line.orelse is not None:
        orelse = (
            line.orelse if isinstance(line.orelse, cst.If) else statements(line.orelse.body)[-1]
        )
        return _ended(statements(line.body)[-1]) and _ended(orelse)
    return False


_LINE = cst.SimpleStatementLine
_PLAIN = cst.SimpleStatementLine([])
