"""The README as PyPI shows it: there its links lead to the repository, at the version's tag."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGES = "https://github.com/porter-rl/porter/blob"
FILES = "https://raw.githubusercontent.com/porter-rl/porter"
LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!https?:|#)([^)\s]+)\)")


class Readme(MetadataHookInterface):
    """Gives the project its description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling, which knows the version by then."""

        def absolute(link: re.Match[str]) -> str:
            mark, words, path = link.groups()
            return f"{mark}{words}({FILES if mark else PAGES}/v{metadata['version']}/{path})"

        text = LINK.sub(absolute, Path(self.root, "README.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
