"""tools/release.py: which files it changes, and when it refuses. It is not run whole here."""

from __future__ import annotations

import re
from datetime import date

import pytest

import porter
from tools import release


def test_a_release_changes_every_place_that_names_the_version() -> None:
    texts = {p.name: text for p, text in release.changed("9.8.7", date(2030, 1, 2)).items()}
    assert '__version__ = "9.8.7"' in texts["__init__.py"]
    assert "\nversion: 9.8.7\n" in texts["CITATION.cff"]
    assert "rev: v9.8.7" in texts["lint.md"]
    assert "## [Unreleased]\n\n## [9.8.7] - 2030-01-02\n" in texts["CHANGELOG.md"]
    assert "porter/v9.8.7/ci/gitlab.yml" in texts["ci.md"]
    assert "rev: v9.8.7\n" in texts["ci.md"]


def test_no_page_names_a_release_that_a_new_one_leaves_behind() -> None:
    texts = release.changed("9.8.7", date(2030, 1, 2))
    pages = {path: path.read_text("utf-8") for path in release.ROOT.glob("docs/**/*.md")}
    for path, text in (pages | texts).items():
        if path.suffix == ".md" and path.name != "CHANGELOG.md":
            assert not re.findall(r"\bv(?!9\.8\.7)\d+\.\d+\.\d+", text), path


@pytest.mark.parametrize(("version", "moves"), [("1.2.3", True), ("1.2.3rc1", False)])
def test_the_tag_of_the_action_moves_with_releases_alone(version: str, moves: bool) -> None:
    assert ("git tag -f v1 " in release.told(version)) == moves


def test_all_places_name_the_same_version() -> None:
    citation = (release.ROOT / "CITATION.cff").read_text("utf-8")
    [named] = re.findall(r"(?m)^version: (.*)$", citation)
    assert named == porter.__version__


@pytest.mark.parametrize("arguments", [[], ["1.0"], ["v1.0.0"], ["1.0.0", "2.0.0"]])
def test_a_release_has_one_version(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main(arguments) == 1
    assert "name the version" in capsys.readouterr().err


def test_a_place_that_is_gone_is_told() -> None:
    with pytest.raises(release.ReleaseError, match=r"LICENSE has 0 places"):
        release.replaced("LICENSE", "no such text", "")
