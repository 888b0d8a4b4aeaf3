"""What a project knew before the program of one file told more, to be put back for the next; and
what that told, which the next file's program mostly tells again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # it imports this
    from pathlib import Path

    from porter.infer.set_elsewhere import Sets
    from porter.kinds import Kind
    from porter.project import Project

News = dict["Path", tuple[dict[str, dict[str, "Kind"]], "Sets"]]  # what files are given and is set
Passed = dict[str, dict[str, dict[str, "Kind"]]]  # by the functions' file, function, parameter

_KEPT = 8  # rounds of news that are remembered: they hold all that is known of the files


class State:
    """What a project knows of its files."""

    def __init__(self, project: Project) -> None:
        self._known = [dict(known) for known in _dictionaries(project)]
        self._given = _copied(project._given)
        self._sets = project._sets.copy()

    def restore(self, project: Project) -> None:
        for now, before in zip(_dictionaries(project), self._known):
            now.clear()  # in place: the facts of files refer to these
            now.update(before)
        project._given.clear()
        project._given.update(_copied(self._given))
        project._sets = self._sets.copy()

    def more(self, project: Project) -> Callable[[Project], None]:
        """What a project knows more than it did, to be told to it again."""
        found = [
            {key: value for key, value in now.items() if before.get(key) is not value}
            for now, before in zip(_dictionaries(project), self._known)
        ]
        given = _copied(_changed(project._given, self._given))
        sets = _changed(project._sets.sets, self._sets.sets)
        own = {home: dict(known) for home, known in project._sets.before.items()}

        def tell(project: Project) -> None:
            for now, more in zip(_dictionaries(project), found):
                now.update(more)
            project._given.update(_copied(given))
            project._sets.sets.update({pair: {**each} for pair, each in sets.items()})
            for home, known in own.items():
                project._sets.before[home] = {**known, **project._sets.before.get(home, {})}

        return tell


class Remembered:
    """What rounds of news made of a project."""

    def __init__(self) -> None:
        self._found: list[tuple[list[News], Callable[[Project], None]]] = []

    def tell(self, rounds: list[News], project: Project) -> bool:
        """Whether these came before; the project knows now what they told."""
        for number, (known, tell) in enumerate(self._found):
            if known == rounds:
                self._found.append(self._found.pop(number))
                tell(project)
                return True
        return False

    def keep(self, rounds: list[News], before: State, project: Project) -> None:
        self._found = [*self._found[1 - _KEPT :], ([*rounds], before.more(project))]

    def forget(self) -> None:
        self._found.clear()


def _dictionaries(project: Project) -> tuple[dict[Any, Any], ...]:
    return (
        *(project.classes, project.functions, project._scopes, project._facts),
        *(project._told, project._knew),
    )


def _copied(given: dict[str, Passed]) -> dict[str, Passed]:
    return {
        by: {
            home: {name: dict(kinds) for name, kinds in functions.items()}
            for home, functions in passed.items()
        }
        for by, passed in given.items()
    }


def _changed(now: dict[Any, Any], before: dict[Any, Any]) -> dict[Any, Any]:
    return {key: value for key, value in now.items() if before.get(key) != value}
