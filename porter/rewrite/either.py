"""What may be a tensor or something else: `tf.reduce_sum(x) if tf.is_tensor(x) else x.sum()`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.infer.either import chain, is_plain, receiver
from porter.rewrite.spelling import Spelling
from porter.rulebook import repaired
from porter.rulebook.parens import parenthesized


class Either:
    """What `Expressions` knows of them: `facts.either` has the calls."""

    facts: Facts
    spelling: Spelling
    own: dict[cst.CSTNode, Callable[[Any], Any]]

    def __init__(self) -> None:
        self.of_tensors: set[cst.CSTNode] = set()  # calls whose receiver is a tensor here

    # -- what Expressions adds
    def expression(self, node: Any) -> Any:
        raise NotImplementedError

    def inside(self, node: Any) -> Any:
        raise NotImplementedError

    def either(self, node: Any) -> Any:
        """Both forms; a chain of methods is chosen as a whole, by what it begins with."""
        links = chain(self.facts, node)
        root = receiver(links[-1])
        asked = self.expression(root)
        given = None
        with self._named(root, asked) as name:
            if name and _is_gone_over(self.facts, node):
                given, asked = cst.Arg(asked), cst.Name(name)
            elif name:
                asked = cst.NamedExpr(cst.Name(name), asked)
            self.of_tensors.update(links)
            tensor = self.expression(node).with_changes(lpar=[], rpar=[])
            self.of_tensors.difference_update(links)
            other = self._as_it_was(node, links).with_changes(lpar=[], rpar=[])
        if not name and code(tensor) == code(other):
            return tensor.with_changes(lpar=node.lpar, rpar=node.rpar)
        test = cst.Call(self.spelling.tf("is_tensor"), [cst.Arg(asked)])
        choice = cst.IfExp(test, tensor, other)
        if given is not None:
            choosing = cst.Lambda(cst.Parameters([cst.Param(cst.Name(name))]), choice)
            made = cst.Call(parenthesized(choosing), [given])
            return made.with_changes(lpar=node.lpar, rpar=node.rpar)
        return repaired(choice.with_changes(lpar=node.lpar, rpar=node.rpar))

    @contextmanager
    def _named(self, root: cst.CSTNode, asked: Any) -> Iterator[str]:
        """A name for the receiver while both forms are written; "" where it needs none."""
        if is_plain(root):
            yield ""
            return
        name, before = self.spelling.fresh("it"), self.own.get(root)
        self.own[root] = lambda _: cst.Name(name)
        yield name
        del self.own[root]
        if before is not None:
            self.own[root] = before

    def _as_it_was(self, node: Any, links: list[Any]) -> Any:
        """The call with the original's own method; its arguments are ported."""
        if node not in links:
            return self.expression(node)
        if isinstance(node, cst.Attribute):
            return node.with_changes(value=self._as_it_was(node.value, links))
        func = node.func.with_changes(value=self._as_it_was(node.func.value, links))
        return repaired(node.with_changes(func=func, args=[self.inside(a) for a in node.args]))


def _is_gone_over(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it is within what a comprehension goes over, or in any comprehension of a class's
    own lines, where Python takes no `:=`."""
    inner, comprehended = node, False
    for above in facts.index.above(node):
        if isinstance(above, (cst.FunctionDef, cst.Lambda)):
            return False
        if isinstance(above, cst.CompFor) and above.iter is inner:
            return True
        if isinstance(above, cst.ClassDef):
            return comprehended
        comprehended = comprehended or isinstance(above, cst.BaseComp)
        inner = above
    return False
