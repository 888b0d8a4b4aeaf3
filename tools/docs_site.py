"""What the documentation site has beside docs/: pages made of the code itself. A hook of mkdocs.

The reference of commands, of torch APIs and the gallery are generated for each build, so they say
what porter does today. Links of docs/ to files outside of it become links to the repository.
"""

from __future__ import annotations

import posixpath
import re
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from porter.cli import whole_parser
from porter.rulebook import Rulebook
from porter.rulebook.table import Row, rows, totals
from tools.gallery_pages import EXAMPLES, gallery, plain

ROOT = Path(__file__).parents[1]
SOURCE = "https://github.com/porter-rl/porter/blob/main/"
LINK = re.compile(r"(\]\()([^)\s]+)(\))|(?<=src=\")([^\"]+)")
FENCE = re.compile(r"(?s)(```.*?```)")
# The pages of the site that lie elsewhere in the repository.
OUTSIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "rules/README.md": "reference/torch/index.md",
}
MADE_HERE = {"reference/torch/index.md"}  # not the text of the repository's page


def on_files(files: Files, config: Any) -> Files:
    """Add the generated pages."""
    pages = {
        **{
            page: (ROOT / name).read_text("utf-8")
            for name, page in OUTSIDE.items()
            if page not in MADE_HERE
        },
        "reference/commands.md": commands(),
        "reference/python.md": python(),
        **torch_pages(),
        **gallery(),
    }
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    for name in EXAMPLES:
        for image in (ROOT / "examples" / name).glob("*.svg"):
            target = f"gallery/{name}_{image.name}"
            files.append(File.generated(config, target, content=image.read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Page, config: Any, files: Files) -> str:
    """Turn links to files outside of docs/ into links to pages of the site or to the repository."""
    origins = {to: name for name, to in OUTSIDE.items() if to not in MADE_HERE}
    own = origins.get(page.file.src_uri) or page.meta.get("origin") or f"docs/{page.file.src_uri}"
    if not (ROOT / own).exists():
        return markdown  # a generated page, which links to pages of the site only

    def link(match: re.Match[str]) -> str:
        before, target, after = match[1] or "", match[2] or match[4], match[3] or ""
        path, mark, anchor = target.partition("#")
        if not path or "://" in path or path.startswith("mailto:"):
            return match[0]
        there = posixpath.normpath(posixpath.join(posixpath.dirname(own), path))
        return f"{before}{_address(there, page, files)}{mark}{anchor}{after}"

    parts = FENCE.split(markdown)
    return "".join(p if p.startswith("```") else LINK.sub(link, p) for p in parts)


def _address(there: str, page: Page, files: Files) -> str:
    """Where a file of the repository is read: on the site, else where the code is."""
    here = posixpath.dirname(page.file.src_uri)
    inside = OUTSIDE.get(there) or there.removeprefix("docs/")
    example = re.fullmatch(r"examples/(\w+)(?:/README\.md)?", there)
    picture = re.fullmatch(r"examples/(\w+)/(\w+\.svg)", there)
    if example and example[1] in EXAMPLES:
        inside = f"gallery/{example[1]}.md"
    elif picture:
        inside = f"gallery/{picture[1]}_{picture[2]}"
    if files.get_file_from_path(inside):
        return posixpath.relpath(inside, here or ".")
    if not (ROOT / there).exists():
        return f"missing-{there}"  # which the build reports
    return SOURCE + there


def commands() -> str:
    """The help of every command."""
    _, chosen = whole_parser()
    parts = ["# Commands\n\nThe output of `porter COMMAND --help`.\n"]
    for name, parser in sorted(dict(chosen.choices or ()).items()):
        parts.append(f"## porter {name}\n\n```\n{parser.format_help().rstrip()}\n```\n")
    return "\n".join(parts)


def python() -> str:
    """The docstrings of the public names."""
    import porter

    names = [name for name in porter.__all__ if name != "__version__"]
    order = sorted(names, key=lambda name: (name[0].isupper(), name))
    parts = (
        f"::: {porter._HOMES[name].replace(':', '.')}\n"
        f"    options:\n      heading: porter.{name}\n      toc_label: {name}"
        for name in order
    )
    head = "# Python API, in detail\n\nGenerated from the docstrings; [the overview](../api.md)."
    return "\n\n".join([head, *parts]) + "\n"


def torch_pages() -> dict[str, str]:
    """A page for each file of rules, and one with all names."""
    table = rows(Rulebook.load())
    index = [f"# torch APIs\n\n{totals(table)} `porter rules --explain NAME` shows a rule with its "
             "proof and what that becomes.\n\n| topic | names |\n| --- | --- |"]  # fmt: skip
    pages = {}
    for path, group in groupby(table, key=lambda row: row.rule.path):
        members = list(group)
        topic = path.stem.replace("_", " ")
        text = "\n".join(_rule(row) for row in members)
        note = f"Generated from [rules/{path.name}]({SOURCE}rules/{path.name})."
        pages[f"reference/torch/{path.stem}.md"] = f"# {topic}\n\n{note}\n\n{text}"
        names = ", ".join(f"`{name}`" for row in members for name in row.rule.names[:1])
        index.append(f"| [{topic}]({path.stem}.md) | {names.replace('|', chr(92) + '|')} |")
    pages["reference/torch/index.md"] = "\n".join(index) + "\n"
    return pages


def _rule(row: Row) -> str:
    names = " · ".join(f"`{name}`" for name in row.names)
    parts = [f"### {row.names[0]}\n" if row.rule.names else "### an idiom\n"]
    parts += [f"{names}\n"] if len(row.names) > 1 or not row.rule.names else []
    parts += [f"{plain(row.summary)}\n"] if row.summary else []
    if row.becomes.startswith("nothing"):
        parts.append("It is left out.\n")
    elif row.becomes:
        parts.append(f"```python\n{row.becomes}\n```\n")
    parts += [f"*Note:* {plain(row.rule.note)}\n"] if row.rule.note else []
    parts += [f"*Refused:* {plain(text)}\n" for text in row.refusals]
    proofs = "\n".join(f">>> {line}" for line in row.rule.proofs)
    parts += [f"Proven with:\n\n```python\n{proofs}\n```\n"] if proofs else []
    return "\n".join(parts)
