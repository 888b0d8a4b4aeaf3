"""What a traced function changes of the world around it: lists, attributes, and who reads them."""

from __future__ import annotations

import ast

from porter.linter.bindings import How
from porter.linter.file import File
from porter.linter.kinds import What
from porter.linter.tree import dotted


def is_list(node: ast.expr, file: File) -> bool:
    """Whether this is a list of Python that was made outside of the function, for sure."""
    if file.kind(node).what is not What.LIST:
        return False
    if isinstance(node, ast.Attribute):
        return dotted(node.value) == "self"
    if not isinstance(node, ast.Name):
        return False
    scope = file.tree.scope(node)
    made = (b for b in file.bindings.of_name(node) if b.how is not How.APPENDED)
    return all(file.tree.scope(b.source) is not scope for b in made)


def is_read(node: ast.Assign, name: str, file: File) -> bool:
    """Whether a method of this class, which Keras does not call, reads an attribute eagerly."""
    owner = file.tree.owner(node)
    return owner is not None and file.once(_is_read_eagerly, (owner, name))


def _is_read_eagerly(about: tuple[ast.ClassDef, str], file: File) -> bool:
    owner, name = about
    if file.instance(owner).what is not What.INSTANCE:
        return False
    reads = [read for read in file.tree.attributes(name) if isinstance(read.ctx, ast.Load)]
    return any(
        dotted(read.value) == "self" and file.tree.owner(read) is owner and file.eager(read)
        for read in reads
    )


def is_the_same(value: ast.expr, file: File) -> bool:
    """Whether a value comes from the outside, one for all calls: a global step, a constant."""
    here = file.tree.scope(value)
    parts = list(ast.walk(value))
    bound = [b for p in parts if isinstance(p, ast.Name) for b in file.bindings.of_name(p)]
    inside = (b.how is How.PARAMETER or file.tree.scope(b.source) is here for b in bound)
    return not any(inside)


def is_guarded(node: ast.AST, file: File) -> bool:
    """Under a condition, such as `if self.v is None`."""
    return any(isinstance(above, ast.If) for above, _ in file.tree.ancestors(node))
