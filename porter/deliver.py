"""Outputs: written files, diffs, and the module of building blocks that files share."""

from __future__ import annotations

import ast
import difflib
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from porter import data_files, pipeline, source, written
from porter.files import STDOUT
from porter.findings import Finding, Severity, printable
from porter.import_graph import modules_of
from porter.jobs import Done
from porter.pipeline import Converted, Failed, Options, Outcome, Skipped
from porter.project_files import HELPER_MODULE
from porter.report import Entry
from porter.written import Replace


def write(
    converted: Sequence[Done], options: Options, changed: Replace = Replace.KEEP
) -> tuple[list[Entry], list[str]]:
    """Write all outputs; the entries of the report, and the modules of building blocks.

    Everything is converted by now, so that an interruption leaves little behind, and what ports
    import is written before them.
    """
    first = [one for one in converted if _is_helper(one.job.output)]
    entries = {one.job: deliver(one, changed=changed) for one in first}
    failed, modules = list[Entry](), list[str]()
    for helper in helpers([one for one in converted if one.data is not None], options):
        if failure := helper.write(changed):
            failed.append(failure)
        else:
            modules.append(str(helper.path))
    for one in converted:
        if one.job not in entries:
            entries[one.job] = deliver(one, changed=changed)
    return [*(entries[one.job] for one in converted), *failed], modules


def copy_data(data: Sequence[tuple[Path, Path, Path]]) -> Iterator[Entry]:
    """Copy files of data; the entries of the report where that failed."""
    for path, target, top in data:
        error, name = data_files.problem(path, target, top), str(path)
        if isinstance(error, written.Refused):
            yield Entry(Failed(name, _refusal(name, error)))
        elif error is not None:
            yield Entry(Failed(name, source.unwritable(name, str(target), error)))


def _is_helper(output: Path | None) -> bool:
    return output is not None and output.name == f"{HELPER_MODULE}.py"


def not_written(converted: Sequence[Done]) -> list[Entry]:
    """The entries of the report where nothing is to be written."""
    return [deliver(one, dry_run=True) for one in converted]


def diffs(converted: Sequence[Done], options: Options) -> str:
    """What the conversion changes in all files, as `patch` reads it."""
    new = helpers([one for one in converted if one.data is not None], options)
    return "".join([*map(diff, converted), *(helper.diff() for helper in new)])


def deliver(done: Done, dry_run: bool = False, changed: Replace = Replace.KEEP) -> Entry:
    """Write a job's output, if it has one and it goes to a file."""
    path, target, outcome = done.job.path, done.job.output, done.outcome
    if done.data is None:
        return Entry(outcome)
    if target is None:
        return Entry(outcome, STDOUT)
    if not dry_run:
        try:
            put = written.put(target, done.data, done.mode, changed, done.job.tree)
        except OSError as error:
            return Entry(Failed(path, source.unwritable(path, str(target), error)))
        except written.Refused as refused:
            return Entry(Failed(path, _refusal(path, refused)))
        if put.conflicts:
            outcome = _with_conflicts(outcome, target, put.conflicts)
        return Entry(outcome, str(target), put.kept)
    return Entry(outcome, str(target))


def _refusal(path: str, refused: written.Refused) -> Finding:
    return Finding(path, 1, 1, "P003", Severity.ERROR, refused.message, refused.hint)


def _with_conflicts(outcome: Outcome, target: Path, conflicts: int) -> Outcome:
    """The outcome of an output that was merged with what somebody had made of it."""
    number = f"{conflicts} conflict{'s' * (conflicts > 1)}"
    message = f"{target} has {number} with what was changed by hand"
    hint = "choose between the parts at each <<<<<<< line"
    finding = Finding(outcome.path, 1, 1, "P004", Severity.ERROR, message, hint)
    if isinstance(outcome, Converted):
        return replace(outcome, findings=(finding, *outcome.findings))
    return Failed(outcome.path, finding)


def unlisted(path: str, why: str) -> Entry:
    """A directory whose files are not known."""
    error = source.Unreadable(why, "check its permissions")
    return Entry(Failed(path, source.unreadable(path, error)))


def diff(done: Done) -> str:
    """What the conversion changes, as `patch` reads it."""
    if not isinstance(done.outcome, Converted):
        return ""
    return _unified(done.job.path, str(done.job.output or "-"), done.text, done.outcome.output)


def _unified(old_name: str, new_name: str, old: str, new: str) -> str:
    names = _quoted(old_name), _quoted(new_name)
    lines = difflib.unified_diff(_lines(old), _lines(new), *names)
    return "".join(x if x.endswith("\n") else f"{x}\n\\ No newline at end of file\n" for x in lines)


def _quoted(name: str) -> str:
    """A name with control characters as git and `patch` write it: a terminal would obey them."""
    if printable(name) == name:
        return name
    octal = {b: f"\\{b:03o}" for b in (*range(32), *range(127, 256), *b'"\\')}
    plain = "".join(octal.get(byte, chr(byte)) for byte in os.fsencode(name))
    return f'"{plain}"'


def _lines(text: str) -> list[str]:
    return io.StringIO(text, newline="\n").readlines()


@dataclass(frozen=True)
class Helper:
    """A module of building blocks: where it goes, and its text or why there is none."""

    path: Path
    text: str = ""
    problem: str = ""
    is_porters: bool = False  # what lies there is as porter writes it
    top: Path | None = None  # the output directory

    def diff(self) -> str:
        """The new file as a diff, where nothing is written."""
        return _unified(os.devnull, str(self.path), "", self.text) if self.text else ""

    def write(self, changed: Replace = Replace.KEEP) -> Entry | None:
        """Write the module; an entry only where that failed."""
        name = str(self.path)
        finding = Finding(name, 1, 1, "P003", Severity.ERROR, self.problem, _HELPER_HINT)
        if not self.problem:
            chosen = Replace.FORCE if self.is_porters else changed
            try:
                put = written.put(self.path, self.text.encode(), None, chosen, self.top)
                if not put.conflicts:
                    return None
                return Entry(_with_conflicts(Skipped(name, ""), self.path, put.conflicts))
            except OSError as error:
                finding = source.unwritable(name, name, error)
            except written.Refused as refused:
                finding = _refusal(name, refused)
        return Entry(Failed(name, finding))


_HELPER_HINT = "move it away, or use --helpers inline"


def helpers(delivered: Sequence[Done], options: Options) -> Iterator[Helper]:
    """The modules that the outputs import their building blocks from.

    Files of one directory share the same blocks. A script finds them beside itself and a package
    beside the package, so each directory that is no package gets the module. Where an import says
    which directory is on Python's path (`from cs.agents import dqn`), that one gets it.
    """
    blocks: dict[Path, set[str]] = {}
    places: dict[Path, set[Path]] = {}
    roots = _roots(delivered)
    for done in delivered:
        target, outcome = done.job.output, done.outcome
        if done.job.helpers != "module" or target is None or not isinstance(outcome, Converted):
            continue
        if outcome.blocks:
            top = done.job.tree or target.parent
            blocks.setdefault(top, set()).update(outcome.blocks)
            places.setdefault(top, {top}).update(roots.get(target) or {_import_root(target, top)})
    inputs = {os.path.realpath(done.job.path) for done in delivered}
    for top, names in blocks.items():
        text = pipeline.helper_module(names, replace(options, helpers="module"))
        for place in sorted(places[top]):
            path = place / f"{HELPER_MODULE}.py"
            found = _helper(path, text, names, options, os.path.realpath(path) in inputs)
            yield replace(found, top=top)


def _roots(delivered: Sequence[Done]) -> dict[Path, set[Path]]:
    """For outputs that others import by their whole name: the directories that it begins in."""
    targets = {done.job.output for done in delivered if done.job.helpers == "module"}
    found: dict[Path, set[Path]] = {}
    for done in delivered:
        here, top = done.job.output, done.job.tree
        names = {name for name in modules_of(done.text) if not name.startswith(".")}
        for base in here.parents if here is not None and top is not None else ():
            for stem in (base.joinpath(*name.split(".")) for name in names):
                for path in (stem.with_suffix(".py"), stem / "__init__.py"):
                    if path in targets:
                        found.setdefault(path, set()).add(base)
            if base == top:
                break
    return found


def _import_root(target: Path, top: Path) -> Path:
    """The directory that has to be on Python's path where this file is used."""
    place = target.parent
    while target.suffix == ".py" and place != top and (place / "__init__.py").exists():
        place = place.parent
    return place


def _helper(path: Path, text: str, names: set[str], options: Options, is_input: bool) -> Helper:
    """The module with these blocks, and those that it already has for other files."""
    if not path.exists():
        return Helper(path, text)
    try:
        old = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        old = ""
    if is_input or old.partition("\n")[0] != text.partition("\n")[0]:
        return Helper(path, problem="this file is not porter's: it is not replaced")
    try:
        there = _exported(old)
        text = pipeline.helper_module(names | there, options)
        return Helper(path, text, is_porters=pipeline.helper_module(there, options) == old)
    except (SyntaxError, ValueError, TypeError, KeyError):
        problem = "this file has building blocks that porter does not know: it is not replaced"
        return Helper(path, problem=problem)


def _exported(text: str) -> set[str]:
    """The blocks that other files may import from a module of them."""
    body = ast.parse(text).body
    for node in body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
