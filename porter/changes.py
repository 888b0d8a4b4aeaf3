"""What a program changes while it runs: a traced function would keep the first value for good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from porter.analysis.doings import Doings
from porter.changed_names import Changed, changed_names
from porter.codegen import code
from porter.computed_names import given_from_elsewhere
from porter.hierarchy import Hierarchy
from porter.kinds import (
    Dictionary,
    Instance,
    Module,
    Number,
    Optimizer,
    Parameter,
    Record,
    Shape,
    Size,
    Tensor,
    Text,
    Unknown,
)
from porter.made_with import names_of
from porter.named_tuples import is_named_tuple
from porter.reloaded import mutated, reloaded, unmoved
from porter.tree import children, indices, is_expression, key_of, walk

if TYPE_CHECKING:
    from porter.facts import Facts

_LASTING = (Module, Optimizer, Parameter)  # a trace sees what changes in these


class Changes:
    """The names of a file whose value changes, each set found once and when it is asked for."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._index = facts.index
        self._set_of: dict[str, frozenset[str]] = {}  # by class
        self._until: dict[cst.CSTNode, frozenset[str]] = {}  # by loop

    @cached_property
    def attributes(self) -> frozenset[str]:
        """Names of attributes that are set anywhere but on self in `__init__`, or while nobody
        has used the object yet: `args.batch_size = args.num_envs * args.num_steps`."""
        return self._set | self._in_place | self._options

    @cached_property
    def _options(self) -> frozenset[str]:
        """What is set of the command line's options: no object of a class has these."""
        return frozenset[str]().union(*(one.options for one in self._every))

    @cached_property
    def _set(self) -> frozenset[str]:
        return self._set_in(self._own.bases, self._related)

    @cached_property
    def _in_place(self) -> frozenset[str]:
        """Those whose list, dict or array changes."""
        through = {name[1:] for name in self._facts.once(Doings).mutated if name.startswith(".")}
        return frozenset(through) | self._containers | self._written

    @cached_property
    def made_twice(self) -> set[str]:
        """The classes whose `__init__` a method calls again; "" where that may be any."""
        return set[str]().union(*(one.again for one in self._every))

    @cached_property
    def _made_again(self) -> Counter[str]:
        """What `__init__` sets, where a method calls it again."""
        again = self.made_twice
        related = again if "" in again or again & set(self._own.bases) else set()
        every = (self._own.made, *self._own.built.values())
        sets = (names for made in every for names in made.values())
        return sum((names for names in sets if related), Counter())

    @cached_property
    def _built_later(self) -> frozenset[str]:
        """The methods that `__init__` alone runs in their file, and that another file may run."""
        texts = (self._facts.text(self._facts.module), *self._facts.texts_elsewhere())
        return frozenset(
            method
            for place, one in enumerate(self._every)
            for method in one.built
            if any(method in names_of(text) for i, text in enumerate(texts) if i != place)
        )

    def _of_classes(self, one: Changed, classes: Iterable[str]) -> Counter[str]:
        """What methods of these classes of a file set of their own objects."""
        names = {*classes}
        late = (one.built[m] for m in self._built_later if m in one.built) if one.built else ()
        return sum((s for m in late for c, s in m.items() if c in names), one.of_classes(names))

    @cached_property
    def elsewhere(self) -> frozenset[str]:
        """Those that other files of the program change, also by methods of related classes."""
        return self._elsewhere(self._related) | self._written

    def _elsewhere(self, related: set[str]) -> frozenset[str]:
        found = self._named_anyhow({"", *related})
        for one in self._others:
            found = found.union(one.attributes, self._of_classes(one, related))
        return found

    def _set_in(self, classes: Iterable[str], related: set[str]) -> frozenset[str]:
        """Those that are set of objects of these classes, `related` ones in other files."""
        own = self._own.attributes + self._of_classes(self._own, classes) + self._made_again
        return frozenset(own - self._reloaded) | self._elsewhere(related)

    def set_of_class(self, cls: str) -> frozenset[str]:
        """Those of an object that is of this class, or of a subclass."""
        if cls not in self._set_of:
            related = self._hierarchy.relatives({cls})
            self._set_of[cls] = self._set_in(related, related)
        return self._set_of[cls]

    @cached_property
    def objects(self) -> frozenset[str]:
        """Names of attributes that change of any object, also of other files' classes."""
        return self._set_of_any | self._in_place

    @cached_property
    def _set_of_any(self) -> frozenset[str]:
        anyhow = self._named_anyhow(set[str]().union(*self._any_name))
        methods = (self._of_classes(one, one.bases) for one in self._others)
        return self._set.union(anyhow, self._options, *methods)

    def changes(self, node: cst.Attribute, home: Facts | None = None) -> bool:
        """Whether an attribute that is read here changes; `home` are the facts of the file in
        which it stands, if that is another one."""
        home = home or self._facts
        if _is_field(node, home):
            return False
        if self.sets(node, home):
            return True
        kind, name = home.kind(node), node.attr.value
        if isinstance(kind, (Number, Text, Shape, Size)):  # none changes in place
            return False
        lasts = isinstance(kind, _LASTING)
        return name in self._in_place or (not lasts and name in self._written_elsewhere)

    def sets(self, node: cst.Attribute, home: Facts | None = None) -> bool:
        """Whether an attribute that is read here is set to something else."""
        return node.attr.value in self._set_for(node.value, home or self._facts)

    @cached_property
    def _written(self) -> frozenset[str]:
        """Those of this file's classes whose tensor or array the program changes in place."""
        names = self._written_elsewhere | self._own.written
        classes = self._facts.classes.values() if names else ()
        held = ((n, info.attributes[n]) for info in classes for n in names & {*info.attributes})
        return frozenset(name for name, kind in held if not isinstance(kind, _LASTING))

    @cached_property
    def _written_elsewhere(self) -> frozenset[str]:
        return frozenset[str]().union(*(one.written for one in self._others))

    def _set_for(self, owner: cst.BaseExpression, home: Facts) -> frozenset[str]:
        """The attributes of this object that are set."""
        kind = home.kind(owner)
        cls = kind.cls if isinstance(kind, (Instance, Module)) else ""
        if home.class_info(cls) is not None:
            return self.set_of_class(cls.rpartition(":")[2].rpartition(".")[2])
        own = isinstance(owner, cst.Name) and owner.value == "self"
        return self._set if own else self._set_of_any

    def times(self, name: str) -> int:
        """How often lines of this file set an attribute of this name, of any object."""
        one = self._own
        every = (*one.own.values(), *one.made.values())
        built = (sets for late in one.built.values() for sets in late.values())
        return one.attributes[name] + sum(sets[name] for sets in (*every, *built))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Names of attributes, and keys, that somewhere become the result of arithmetic."""
        return frozenset[str]().union(*(one.numbers for one in self._every))

    def changes_item(self, node: cst.Subscript) -> bool:
        """Whether `self.weights["vf"]` changes, also under another name of the list or dict."""
        base, key = node.value, key_of(node)
        while isinstance(base, cst.Subscript):
            if self.changes_item(base):
                return True
            base = base.value
        if isinstance(base, cst.Attribute):
            name, changes = base.attr.value, self.changes(base)
        elif isinstance(base, cst.Name):
            name, changes = base.value, base.value in self.declared | self.mutated
        else:
            return False
        if changes or not self._shared(name):
            return changes
        stored = any(one.any_key or (key in one.keys if key else one.keys) for one in self._every)
        return stored or self._stores_anywhere

    @cached_property
    def _stores_anywhere(self) -> bool:
        """`options[name] = value` in what may be a dict that has other names, too."""
        for node in self._index.all(cst.Assign, cst.AugAssign):
            for place in node.targets if isinstance(node, cst.Assign) else (node,):
                target = place.target
                if isinstance(target, cst.Subscript) and not key_of(target):
                    keys = map(self._facts.kind, indices(target))
                    texts = any(isinstance(kind, (Text, Unknown)) for kind in keys)
                    kind, owner = self._facts.kind(target.value), target.value
                    kept = isinstance(owner, cst.Attribute) or self._is_parameter(owner)
                    if texts and kept and isinstance(kind, (Dictionary, Unknown)):
                        return True
        return False

    def _is_parameter(self, node: cst.CSTNode) -> bool:
        function = self._index.function(node)
        names = () if function is None else [p.name for p in function.params.params]
        return any(code(node) == name.value for name in names)

    def _shared(self, name: str) -> bool:
        """Whether a list or dict may have another name."""
        if self._facts.shared(name, self._facts.path):
            return True
        for node in self._index.all(cst.Attribute, cst.Name):
            called = node.attr.value if isinstance(node, cst.Attribute) else node.value
            above = self._index.parents[node] if called == name else None
            if isinstance(above, cst.AssignTarget):
                assign = self._index.parents[above]
                if isinstance(assign, cst.Assign) and not _is_display(assign.value):
                    return True
            elif isinstance(above, (cst.Arg, cst.Assign, cst.Element, cst.DictElement)):
                if not (isinstance(above, cst.Arg) and above.keyword is node):
                    return True
        return False

    @cached_property
    def _own(self) -> Changed:
        return changed_names(self._facts.text(self._facts.module))

    @cached_property
    def _others(self) -> tuple[Changed, ...]:
        return tuple(map(changed_names, self._facts.texts_elsewhere()))

    @property
    def _every(self) -> tuple[Changed, ...]:
        return self._own, *self._others

    @cached_property
    def _hierarchy(self) -> Hierarchy:
        return Hierarchy(self._every)

    def overrides(self, cls: str, method: str) -> set[str]:
        """The classes that inherit from this one, and have another method of this name."""
        heirs = self._hierarchy.below(cls)
        return {
            name for one in self._every for name in heirs if method in one.methods.get(name, ())
        }

    def replaced(self, cls: str, name: str) -> bool:
        """Whether a class that inherits from this one has something else under this name."""
        return bool(self.replacing(cls, name))

    def replacing(self, cls: str, name: str) -> set[str]:
        """The classes that inherit from this one and do."""
        heirs = self._hierarchy.below(cls)
        every = [sets for one in self._every for sets in one.built.values()] if heirs else []
        for one in self._every if heirs else ():
            every += [one.methods, one.shared, one.own, one.made]  # type: ignore[list-item]
        return {heir for heir in heirs if any(name in has.get(heir, ()) for has in every)}

    @cached_property
    def _related(self) -> set[str]:
        """The classes of the program that an object of a class of this file may be of as well."""
        return self._hierarchy.relatives(self._own.bases)

    def _named_anyhow(self, classes: set[str]) -> frozenset[str]:
        """What setattr() may change of objects of these classes, where its names stand elsewhere:
        each word in quotes, or of a keyword, may be one, and what has a part of one that is put
        together."""
        found, every = frozenset[str](), self._every
        if any(names & classes for names in self._any_name):
            found = found.union(*(one.words for one in every), self._put_together(every))
        if any(one.any_field & classes for one in every):
            found = found.union(self._options, *(one.fields for one in every))
        return found

    @cached_property
    def _any_name(self) -> list[set[str]]:
        """By file, the classes of whose objects setattr() may change any attribute: also with the
        keys of a table that another file may change."""
        texts = (self._facts.text(self._facts.module), *self._facts.texts_elsewhere())
        tables = given_from_elsewhere([one.tables for one in self._every], texts)
        return [one.any_name | classes for one, classes in zip(self._every, tables, strict=True)]

    def _put_together(self, every: tuple[Changed, ...]) -> set[str]:
        parts = set[str]().union(*(one.parts for one in every))
        names = (node.attr.value for node in self._index.all(cst.Attribute))
        return {name for name in names if any(part in name for part in parts)}

    @cached_property
    def _containers(self) -> set[str]:
        """`self.weights.update(…)`, where that is no method of an object."""
        names = set[str]().union(*(one.ambiguous for one in self._every))
        classes = (*self._facts.classes.values(), *self._facts.other_classes.values())
        objects = {
            name
            for info in classes
            for name, kind in info.attributes.items()
            if name in names and isinstance(kind, (Instance, Module, Optimizer))
        }
        return names - objects

    @cached_property
    def _reloaded(self) -> Counter[str]:
        """How often an attribute is set to a copy of a network that the port puts into the
        network that is there."""
        assigns = self._index.all(cst.Assign)
        return Counter(name for node in assigns if (name := reloaded(self._facts, node)))

    @cached_property
    def mutated(self) -> frozenset[str]:
        """Names whose list or dict is changed: `xs.append(x)`, `d[k] = v`, `d[k] += 1`."""
        return self._facts.once(Doings).mutated | self._filled

    def mutated_until(self, loop: cst.CSTNode) -> frozenset[str]:
        """The same, without what the module only does once a loop of it has ended."""
        if loop not in self._until:
            self._until[loop] = self._facts.once(Doings).mutated_until(loop) | self._filled
        return self._until[loop]

    @cached_property
    def _filled(self) -> frozenset[str]:
        places = [mutated(node.value) for node in self._index.all(cst.Expr)]
        targets = [t.target for node in self._index.all(cst.Assign) for t in node.targets]
        targets += [node.target for node in self._index.all(cst.AugAssign)]
        places += [target.value for target in targets if isinstance(target, cst.Subscript)]
        return frozenset(place.value for place in places if isinstance(place, cst.Name))

    @cached_property
    def declared(self) -> frozenset[str]:
        """The names of `global` and `nonlocal` statements, and those that other files change."""
        nodes = self._index.all(cst.Global, cst.Nonlocal)
        found = frozenset(item.name.value for node in nodes for item in node.names)
        return found | self._own.declared | (self._foreign & self._top)

    @cached_property
    def _foreign(self) -> frozenset[str]:
        """What may be changed of a module from outside: `agent.BETA = 0.1`, `TABLE["w"] = 2.0`."""
        every = ((*one.attributes, *one.declared, *one.mutated) for one in self._others)
        own = self._own.modules and (*self._own.attributes, *self._named_anyhow({""}))
        return frozenset(own or ()).union(*every)

    @cached_property
    def _top(self) -> frozenset[str]:
        """The names of the module."""
        return frozenset(self._facts.names)

    @cached_property
    def globals(self) -> frozenset[str]:
        """Names of the module that are bound more than once, in a loop, by `global`, or changed."""
        counts: Counter[str] = Counter()

        def visit(node: cst.CSTNode, loop: bool) -> None:
            if is_expression(node) or isinstance(node, (cst.FunctionDef, cst.ClassDef)):
                return
            loop = loop or isinstance(node, (cst.For, cst.While))
            targets: list[cst.CSTNode] = []
            if isinstance(node, cst.Assign):
                moved = code(unmoved(self._facts, node.value))
                targets = [t.target for t in node.targets if code(t.target) != moved]
            elif isinstance(node, (cst.AugAssign, cst.For)):
                targets = [node.target, node.target]
            for target in targets:
                for name in walk(target):
                    if isinstance(name, cst.Name):
                        counts[name.value] += 2 if loop else 1
            for child in children(node):
                visit(child, loop)

        visit(self._index.module, False)
        several = frozenset(name for name, count in counts.items() if count > 1)
        inner = {i.name.value for node in self._index.all(cst.Nonlocal) for i in node.names}
        return several | self.declared | self.mutated | inner


def _is_field(node: cst.Attribute, facts: Facts) -> bool:
    """Whether it is a tensor or number of a named tuple, which nobody can set."""
    owner = facts.kind(node.value)
    fixed = isinstance(owner, Record) or is_named_tuple(facts, owner)
    return fixed and isinstance(facts.kind(node), (Tensor, Number))


def _is_display(value: cst.BaseExpression) -> bool:
    return isinstance(value, (cst.Dict, cst.List, cst.DictComp, cst.ListComp))
