"""What a user installs: the wheel and the sdist, what is in them, and that they work."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import porter

ROOT = Path(__file__).parents[1]
AGENT = "import torch\n\nx = torch.clamp(torch.ones(3), 0, 1)\n"
PORT = "import tensorflow as tf\n\nx = tf.clip_by_value(tf.ones([3]), 0, 1)\n"


def output(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a command prints; the test fails where the command does."""
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**clean, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist, and the wheel that is built of what the sdist has."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("dist")
    output(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, folder=ROOT)
    [sdist] = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):
            archive.extractall(folder, filter="data")
        else:
            archive.extractall(folder)
    tree = folder / sdist.name.removesuffix(".tar.gz")
    output(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=tree)
    [wheel] = folder.glob("*.whl")
    return {"sdist": sdist, "tree": tree, "wheel": wheel}


def test_a_wheel_holds_one_package(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as archive:
        names = set(archive.namelist())
        [metadata] = [archive.read(n).decode() for n in names if n.endswith("dist-info/METADATA")]
    assert {name.split("/")[0] for name in names} == {
        "porter",
        f"porter_rl-{porter.__version__}.dist-info",
    }
    tracked = output("git", "ls-files", "porter", "rules", folder=ROOT).split()
    expected = {re.sub("^rules/", "porter/rules/", name) for name in tracked}
    assert expected <= names, "files of the checkout that the wheel lacks"
    extra = {n for n in names - expected if n.startswith("porter/")}
    assert not [n for n in extra if n.endswith((".pyc", ".sarif", ".log"))]
    assert "porter/py.typed" in names
    assert f"\nVersion: {porter.__version__}\n" in metadata
    assert "Provides-Extra: check\n" in metadata
    description = metadata.partition("\n\n")[2]
    assert description.startswith("# porter\n")
    links = re.findall(r"\]\(([^)\s]+)\)", description)
    assert links
    assert all(link.startswith(("https://", "#")) for link in links), "PyPI has no docs/"
    assert f"porter/v{porter.__version__}/docs/terminal.svg)" in description


def test_an_sdist_has_what_a_packager_needs(built: dict[str, Path]) -> None:
    for name in (
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "CITATION.cff",
        "SECURITY.md",
        "tests/test_cases.py",
    ):
        assert (built["tree"] / name).is_file(), name
    assert not list(built["tree"].rglob("*.pyc"))


def test_a_wheel_converts_with_its_own_rules(built: dict[str, Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(built["wheel"]) as archive:
        archive.extractall(tmp_path / "installed")
    (tmp_path / "agent.py").write_text(AGENT, "utf-8")
    path = str(tmp_path / "installed")
    run = [sys.executable, "-m", "porter"]
    output(*run, "convert", "agent.py", folder=tmp_path, PYTHONPATH=path)
    assert (tmp_path / "agent_tf.py").read_text("utf-8") == PORT
    told = output(*run, "--version", folder=tmp_path, PYTHONPATH=path)
    assert told.startswith(f"porter {porter.__version__} ({Path(path, 'porter')})\n")


def interpreters() -> list[str]:
    """The oldest and the newest Python of those that porter is for and that are here."""
    here = [path for minor in range(10, 14) for path in _candidates(f"python3.{minor}")]
    return list(dict.fromkeys((here[0], here[-1]))) if here else []


def _candidates(name: str) -> list[str]:
    """The first that runs: of the path, or one that pyenv has and does not put there."""
    kept = Path.home().glob(f".pyenv/versions/*/bin/{name}")
    found = [path for path in (shutil.which(name), *map(str, kept)) if path]
    command = ["-c", "import venv, ensurepip"]
    return [p for p in found if not subprocess.run([p, *command], capture_output=True).returncode][
        :1
    ]


@pytest.mark.parametrize("version", ["3.10", "3.13"])
def test_the_wheel_works_in_a_clean_python(
    built: dict[str, Path], tmp_path: Path, version: str
) -> None:
    """The oldest and the newest one, with nothing but what the wheel depends on."""
    found = _candidates(f"python{version}")
    if not found:
        pytest.skip(f"no Python {version} on this machine")
    output(found[0], "-m", "venv", "--without-pip", tmp_path / "venv", folder=tmp_path)
    scripts = tmp_path / "venv" / "bin"
    into = [sys.executable, "-m", "pip", "--python", str(scripts / "python"), "install", "--quiet"]
    needs = subprocess.run([*into, "libcst", "tomli"], capture_output=True, text=True)
    if needs.returncode and "No matching distribution found" in needs.stderr:
        pytest.skip("no package index can be reached: libcst is not installed")
    output(*into, "--no-index", built["wheel"], folder=tmp_path)
    (tmp_path / "agent.py").write_text(AGENT, "utf-8")
    told = output(scripts / "porter", "--version", folder=tmp_path)
    assert told.startswith(f"porter {porter.__version__} (")
    assert f"python {version}." in told
    output(scripts / "porter", "convert", "agent.py", folder=tmp_path)
    assert (tmp_path / "agent_tf.py").read_text("utf-8") == PORT
    output(scripts / "porter", "lint", "agent_tf.py", folder=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
@pytest.mark.parametrize("python", interpreters())
def test_a_clean_installation_works(
    built: dict[str, Path], tmp_path: Path, python: str, kind: str
) -> None:
    output(python, "-m", "venv", tmp_path / "venv", folder=tmp_path)
    scripts = tmp_path / "venv" / "bin"
    install = [scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    output(*install, f"{built[kind]}[report]", folder=tmp_path)
    (tmp_path / "agent.py").write_text(AGENT, "utf-8")
    output(scripts / "porter", "convert", "agent.py", "--report", "r.html", folder=tmp_path)
    assert "clip_by_value" in (tmp_path / "r.html").read_text("utf-8")
    output(scripts / "porter", "convert", "agent.py", folder=tmp_path)
    assert (tmp_path / "agent_tf.py").read_text("utf-8") == PORT
    output(scripts / "porter", "lint", "agent_tf.py", folder=tmp_path)
    told = output(scripts / "porter", "--version", folder=tmp_path)
    assert told.startswith(f"porter {porter.__version__} (")
    assert "torch not installed" in told
    api = "import porter; print(porter.convert('import torch\\ntorch.ones(1)').ok)"
    assert output(scripts / "python", "-c", api, folder=tmp_path) == "True\n"
