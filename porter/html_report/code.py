"""Source text as lines of HTML."""

from __future__ import annotations

import re
from functools import cache

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

# Control characters, and those that hide or turn the text around them (CVE-2021-42574).
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)


def lines_of(text: str) -> list[str]:
    """The lines as Python and editors count them; a form feed ends none."""
    found = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return found if found[-1] else found[:-1]


def highlighted(text: str) -> list[str]:
    """Each line as HTML, with the classes of `style_sheets`."""
    lexer = PythonLexer(stripnl=False)
    plain = "".join(f"{line}\n" for line in lines_of(text))  # also of an empty line at the end
    html: str = highlight(_UNSEEN.sub(_escaped, plain), lexer, HtmlFormatter(nowrap=True))
    return lines_of(html)


def visible(text: str) -> str:
    """The text with `\\u202e` for a character that cannot be seen."""
    return _UNSEEN.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return ascii(match[0])[1:-1]


@cache
def style_sheets() -> tuple[str, str]:
    """The colours of the code on a light and on a dark page."""
    light, dark = (
        HtmlFormatter(style=style).get_style_defs(".code") for style in ("default", "github-dark")
    )
    return str(light), str(dark)
