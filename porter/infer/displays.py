"""Kinds of tuples, lists, dicts and texts that are written out."""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts
from porter.infer import optimizers, records
from porter.kinds import NEVER, UNKNOWN, GroupOptions, Kind, Sequence, Text, Tuple, item_of, join
from porter.tree import children


class Displays:
    """What `Operators` knows of what holds several values."""

    facts: Facts

    # -- what Evaluator adds
    def kind(self, node: cst.CSTNode) -> Kind:
        raise NotImplementedError

    def tuple(self, node: cst.Tuple) -> Kind:
        kinds = [self.kind(e.value) for e in node.elements]
        if any(isinstance(e, cst.StarredElement) for e in node.elements):
            return UNKNOWN
        return Tuple(tuple(kinds))

    def list(self, node: cst.List) -> Kind:
        found: Kind = NEVER
        for element in node.elements:
            kind = self.kind(element.value)
            starred = isinstance(element, cst.StarredElement)
            found = join(found, item_of(kind) if starred else kind)
        return Sequence(found)

    def formatted(self, node: cst.FormattedString | cst.ConcatenatedString) -> Kind:
        for child in children(node):
            self.kind(child)
        return Text()

    def dict_display(self, node: cst.Dict) -> Kind:
        for element in node.elements:
            for child in children(element):
                self.kind(child)
        if "params" in optimizers.options_of(node):
            return GroupOptions()
        return records.dictionary(node, self.facts.kind)
