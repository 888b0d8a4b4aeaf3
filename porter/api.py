"""The Python API: `porter.convert`, `porter.lint`, `porter.check` and what they return.

Public is what stands in `porter.__all__`, and the words of `porter.rule` for rule files. It follows
semantic versioning: a name or a parameter is removed only in a major release, after a minor release
in which it raises a DeprecationWarning. Every other module of porter is internal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from porter.findings import Finding, Severity

if TYPE_CHECKING:
    from porter.equivalence.report import Report
    from porter.linter.finding import Finding as LintFinding


class ConversionError(Exception):
    """A source that cannot be converted at all: it does not parse, or porter failed on it.

    `finding` says where and why, as the report of `porter convert` does.
    """

    def __init__(self, finding: Finding) -> None:
        super().__init__(str(finding))
        self.finding = finding


@dataclass(frozen=True)
class Converted:
    """What `convert` returns.

    Attributes:
        code: The TensorFlow program. It is the source itself where there was nothing to convert.
        findings: What was left as it was (errors), and what was ported with another meaning in
            one respect (notes), in the order of the lines.
        helper_module: The text of `torch_compat.py`, which `code` imports its building blocks
            from; "" if it imports none.
        plan: What was decided for each update step, as `porter convert --explain` prints it.
        skipped: Why there was nothing to convert; "" if the source was converted.
    """

    code: str
    findings: tuple[Finding, ...] = ()
    helper_module: str = ""
    plan: str = ""
    skipped: str = ""

    @property
    def ok(self) -> bool:
        """Whether no finding is an error: the port is the same program."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)


def convert(
    source: str,
    *,
    path: str = "<string>",
    root: Path | None = None,
    helpers: Literal["inline", "module"] = "inline",
    jit: bool = False,
    rules: Iterable[Path] = (),
) -> Converted:
    """Convert the text of a PyTorch program to TensorFlow.

    Neither torch nor TensorFlow is imported, nothing of the source is run, and nothing is written.

    Examples:
        >>> import porter
        >>> converted = porter.convert("import torch\\n\\nx = torch.clamp(torch.ones(3), 0, 1)\\n")
        >>> print(converted.code, end="")
        import tensorflow as tf
        <BLANKLINE>
        x = tf.clip_by_value(tf.ones([3]), 0, 1)
        >>> converted.ok
        True

        What cannot be ported stays as it was, and a finding of severity error says why:

        >>> left = porter.convert("import torch\\n\\nw = torch.kaiser_window(3)\\n")
        >>> left.ok
        False
        >>> [(finding.line, finding.code) for finding in left.findings]
        [(3, 'P101')]

    Args:
        source: A Python program, or the JSON of a notebook if `path` ends with ".ipynb".
        path: The name that findings have.
        root: The directory in which imports of the project are looked up; None looks up none.
        helpers: "inline" puts the building blocks into `code`; "module" imports them from
            `torch_compat`, whose text is `Converted.helper_module`.
        jit: Compile update steps with XLA.
        rules: Rule files of your own. pyproject.toml is not read.

    Raises:
        ConversionError: The source does not parse.
        RuleError: A rule file is wrong.
    """
    from porter import pipeline
    from porter.converting import convert_text
    from porter.findings import gathered

    pipeline.forget_files()
    options = pipeline.Options(helpers=helpers, jit=jit, rules=tuple(rules))
    outcome = convert_text(source, path, root, options)
    if isinstance(outcome, pipeline.Failed):
        raise ConversionError(outcome.finding)
    if isinstance(outcome, pipeline.Skipped):
        return Converted(source, skipped=outcome.why)
    imported = outcome.blocks if helpers == "module" else ()
    module = pipeline.helper_module(imported, options) if imported else ""
    return Converted(outcome.output, gathered(outcome.findings), module, outcome.explanation)


def lint(
    source: str,
    *,
    path: str = "<string>",
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    hot_functions: Iterable[str] = (),
) -> tuple[LintFinding, ...]:
    """Find slow and wrong TensorFlow code in the text of a program. Nothing of it is run.

    Examples:
        >>> import porter
        >>> program = '''
        ... import tensorflow as tf
        ...
        ... q = tf.random.normal([200, 4])
        ... chosen = [q[i][a] for i, a in enumerate(actions)]
        ... '''
        >>> for finding in porter.lint(program):
        ...     print(finding.line, finding.rule, finding.name)
        5 TFE101 index-loop

    Args:
        source: A Python program, or the JSON of a notebook if `path` ends with ".ipynb".
        path: The name that findings have.
        select: Ids, prefixes or names of the rules to use; none of them: those that are on.
        ignore: Rules that are not used.
        hot_functions: Names of functions that a loop of another file calls. Patterns are allowed.

    Returns:
        The findings that no comment silences. pyproject.toml is not read.

    Raises:
        ValueError: A selector means no rule.
    """
    from porter.linter import documents, registry
    from porter.linter.settings import Settings

    chosen, ignored = tuple(select), tuple(ignore)
    for selector in (*chosen, *ignored):
        if not registry.is_selector(selector):
            raise ValueError(f"no rule is called {selector!r}")
    settings = Settings(Path(), chosen, ignored, (), tuple(hot_functions), ())
    return tuple(documents.of_text(path, source, settings).shown)


def check(
    original: str | Path,
    port: str | Path,
    *,
    arguments: Iterable[str] = (),
    precision: Literal["float64", "float32", "both"] = "both",
    device: Literal["cpu", "gpu", "both"] = "cpu",
    updates: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    timeout: float = 300.0,
    here: bool = False,
    gym: Literal["auto", "old", "new"] = "auto",
    floor: bool = True,
) -> Report:
    """Run an original and its port side by side, and compare them update by update.

    Both programs run whole, in processes of their own, with your rights. porter needs its extra
    `check` for that.

    Examples:
        >>> import porter
        >>> report = porter.check("agent.py", "agent_tf.py", precision="float64", updates=3)
        >>> print(report.outcome.value)
        equivalent
        >>> report.raise_if_different()

    Args:
        original: The PyTorch program, a script or a notebook.
        port: Its TensorFlow port.
        arguments: The command line of both programs.
        precision: float64 decides whether the port is right, float32 whether it stays so.
        device: Where the programs run.
        updates: Stop after so many updates; None runs the programs to their end.
        seconds: Stop after so long a time of comparing; 0 is no limit. The default is 80, or no
            limit if `updates` are given.
        seed: The seed of weights, random numbers and environments.
        timeout: The seconds of silence after which a run is ended.
        here: Run in the current directory instead of scratch directories.
        gym: The interface of the stand-in for gym that the programs are run with; "auto" gives them
            one where they import a gym that is missing or speaks another interface.
        floor: Also measure the original's own noise.

    Raises:
        FileNotFoundError: One of the programs does not exist.
        ValueError: An argument has no meaning.
        CouldNotRun: A program cannot be read. One that crashes is told in the report.
    """
    from porter.equivalence.check import Programs, check_programs
    from porter.equivalence.notebooks import scripts
    from porter.equivalence.options import Options

    chosen = Options(
        precision=precision, device=device, updates=updates, seconds=seconds, seed=seed,
        timeout=timeout, here=here, gym=gym, floor=floor,
    )  # fmt: skip
    both = Path(original), Path(port)
    for program in both:
        if not program.is_file():
            raise FileNotFoundError(f"{program}: no such file")
    with scripts(*both) as (first, second, places):
        programs = Programs(first, second, tuple(arguments))
        return places.told(check_programs(programs, chosen, lambda what, done: None))
