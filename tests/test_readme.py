"""README.md: the converted agent that it shows in full is what porter makes of the original."""

from __future__ import annotations

import re
from pathlib import Path

from porter.pipeline import Converted, Options, convert

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"```python\n# (cartpole\w*\.py)\n(.*?)```", re.S)


def test_the_agent_in_full_is_porters_own(update: bool) -> None:
    text = README.read_text(encoding="utf-8")
    blocks = dict(BLOCK.findall(text))
    found = convert(blocks["cartpole.py"], "cartpole.py", None, Options(helpers="module"))
    assert isinstance(found, Converted)
    assert not found.findings
    if update:
        README.write_text(text.replace(blocks["cartpole_tf.py"], found.output), encoding="utf-8")
        return
    assert blocks["cartpole_tf.py"] == found.output
