"""What a project knew before the program of one file told more, to be put back for the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:  # it imports this
    from porter.project import Project

K = TypeVar("K")
V = TypeVar("V")


class Bare:
    """What a project knew of its files before the program of one of them told more."""

    def __init__(self, project: Project) -> None:
        self._classes, self._functions = dict(project.classes), dict(project.functions)
        self._scopes, self._facts = dict(project._scopes), dict(project._facts)
        self._sets, self._told = project._sets.copy(), dict(project._told)
        self._knew = dict(project._knew)
        self._given = {
            by: {name: dict(kinds) for name, kinds in given.items()}
            for by, given in project._given.items()
        }

    def restore(self, project: Project) -> None:
        _put_back(project.classes, self._classes)  # the facts of files refer to these
        _put_back(project.functions, self._functions)
        _put_back(project._scopes, self._scopes)
        _put_back(project._facts, self._facts)
        _put_back(project._given, self._given)
        project._sets, project._told, project._knew = self._sets, self._told, self._knew


def _put_back(now: dict[K, V], before: dict[K, V]) -> None:
    now.clear()
    now.update(before)
