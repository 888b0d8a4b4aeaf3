"""Bytes in, the same bytes out: encodings, newlines, modes; a file is written whole or not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter import source
from porter.cli import main

AGENT = "import torch\n\nx = torch.zeros(2)  # café\n"


def ported(text: str) -> str:
    """What the port of such a text has to be."""
    text = text.replace("import torch", "import tensorflow as tf")
    return text.replace("torch.zeros(2)", "tf.zeros([2])")


def port(path: Path) -> bytes:
    """The bytes of a file's port."""
    assert main(["convert", str(path)]) == 0
    return path.with_name(f"{path.stem}_tf.py").read_bytes()


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ("# -*- coding: utf-8 -*-\n", "utf-8-sig"),
        ("# -*- coding: latin-1 -*-\n", "latin-1"),
        ("#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\n", "cp1252"),
        ("# coding: euc_jp\n# 強化学習\n", "euc_jp"),
    ],
)
def test_encodings_are_kept(tmp_path: Path, head: str, encoding: str) -> None:
    text = head + AGENT.replace("é", "" if encoding == "euc_jp" else "é")
    path = tmp_path / "agent.py"
    path.write_bytes(text.encode(encoding))
    assert port(path) == ported(text).encode(encoding)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
def test_newlines_are_kept(tmp_path: Path, newline: str, end: str) -> None:
    text = "import torch\n\n\nif True:\n\tx = torch.zeros(2)\n# the end" + end
    path = tmp_path / "agent.py"
    path.write_bytes(text.replace("\n", newline).encode())
    assert port(path) == ported(text).replace("\n", newline).encode()


def test_mixed_newlines_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_bytes(b"import torch\na = '''1\r\n2'''\r\nb = 1\nc = torch.zeros(2)\r\n")
    found = port(path)
    assert found.endswith(b"a = '''1\r\n2'''\r\nb = 1\nc = tf.zeros([2])\r\n")


def test_the_mode_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(AGENT, encoding="utf-8")
    path.chmod(0o750)
    port(path)
    assert (tmp_path / "agent_tf.py").stat().st_mode & 0o777 == 0o750


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(old: object, new: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "out.py"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        source.write(path, b"new")
    assert os.listdir(tmp_path) == ["out.py"]
    assert path.read_bytes() == b"old"


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target.py", tmp_path / "link.py"
    target.write_bytes(b"old")
    link.symlink_to(target)
    source.write(link, b"new")
    assert not link.is_symlink()
    assert link.read_bytes() == b"new"
    assert target.read_bytes() == b"old"


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    source.write(Path(os.devnull), b"new")
    assert Path(os.devnull).is_char_device()


def test_directories_are_made(tmp_path: Path) -> None:
    source.write(tmp_path / "a" / "b.py", b"new")
    assert (tmp_path / "a" / "b.py").read_bytes() == b"new"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"x = '\xe9'\n", "invalid or missing encoding declaration"),
        (b"a\nb\nc\nd = '\xe9'\n", "line 4 is not utf-8: byte 0xe9"),
        (b"# coding: klingon\n", "unknown encoding: klingon"),
        (b"# coding: rot13\n", "the encoding rot13 does not work here"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "encoding problem: utf-8"),
    ],
)
def test_what_cannot_be_decoded_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "agent.py"
    path.write_bytes(data)
    with pytest.raises(source.Unreadable) as caught:
        source.read(str(path))
    assert caught.value.message == message
    assert "UTF-8" in caught.value.hint
