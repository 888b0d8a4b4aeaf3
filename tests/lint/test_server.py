"""`porter lint --lsp`, driven by a scripted client over its standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from porter.cli import main

ROOT = Path(__file__).parents[2]
SLOW = """\
import tensorflow as tf

q = tf.random.normal([200, 4])
loss = tf.reduce_sum([q[i, a] for i, a in enumerate(actions)])  # \N{GRINNING FACE}
"""


class Client:
    """Speaks JSON-RPC with a server, one message after the other."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "porter", "lint", "--lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        self.asked = 0
        self.uri = (folder / "agent.py").as_uri()

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, **({"params": params} if params else {})})

    def ask(self, method: str, **params: Any) -> Any:
        self.asked += 1
        self._send({"id": self.asked, "method": method, **({"params": params} if params else {})})
        return self._until(lambda message: message.get("id") == self.asked)["result"]

    def told(self, method: str) -> Any:
        return self._until(lambda message: message.get("method") == method)["params"]

    def open(self, text: str) -> list[dict[str, Any]]:
        document = {"uri": self.uri, "languageId": "python", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        return list(self.told("textDocument/publishDiagnostics")["diagnostics"])

    def actions(self, line: int) -> list[dict[str, Any]]:
        place = {"line": line, "character": 25}
        found = self.ask(
            "textDocument/codeAction",
            textDocument={"uri": self.uri},
            range={"start": place, "end": place},
            context={"diagnostics": []},
        )
        return list(found)

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def _until(self, wanted: Any) -> dict[str, Any]:
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while line := stream.readline().strip():
                name, _, value = line.partition(b": ")
                length = int(value) if name == b"Content-Length" else length
            assert length, "the server has ended"
            message: dict[str, Any] = json.loads(stream.read(length))
            if wanted(message):
                return message


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    pytest.importorskip("pygls")
    made = Client(tmp_path)
    answer = made.ask("initialize", processId=None, rootUri=None, capabilities={})
    assert answer["capabilities"]["hoverProvider"]
    assert answer["serverInfo"]["name"] == "porter"
    made.tell("initialized", ignored=True)
    yield made
    made.ask("shutdown")
    made.tell("exit")
    assert made.process.wait(20) == 0
    assert made.process.stdin is not None
    assert made.process.stdout is not None
    made.process.stdin.close()
    made.process.stdout.close()


def replaced(text: str, edits: list[dict[str, Any]]) -> str:
    """The text as an editor changes it; all edits here are of whole lines."""
    lines = text.splitlines(keepends=True)
    for edit in sorted(edits, key=lambda e: -int(e["range"]["start"]["line"])):
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["character"] == end["character"] == 0
        lines[start["line"] : end["line"]] = edit["newText"].splitlines(keepends=True)
    return "".join(lines)


def test_findings_come_and_go_with_the_text(client: Client) -> None:
    [found] = client.open(SLOW)
    assert found["code"] == "TFE101"
    assert found["source"] == "porter"
    assert found["range"]["start"] == {"line": 3, "character": 21}
    assert found["codeDescription"]["href"].endswith("lint.md#tfe101-index-loop")
    client.tell(
        "textDocument/didChange",
        textDocument={"uri": client.uri, "version": 2},
        contentChanges=[{"text": "import tensorflow as tf\n"}],
    )
    assert client.told("textDocument/publishDiagnostics")["diagnostics"] == []
    client.tell(
        "textDocument/didChange",
        textDocument={"uri": client.uri, "version": 3},
        contentChanges=[{"text": "import tensorflow as tf\nx = (\n"}],
    )
    [broken] = client.told("textDocument/publishDiagnostics")["diagnostics"]
    assert broken["severity"] == 1


def test_a_quick_fix_gives_what_fix_gives(client: Client, tmp_path: Path) -> None:
    client.open(SLOW)
    quick, every = client.actions(3)
    assert quick["title"] == "Fix TFE101 index-loop"
    assert quick["isPreferred"]
    path = tmp_path / "agent.py"
    path.write_text(SLOW, "utf-8")
    main(["lint", "--fix", str(path)])
    for action in (quick, every):
        edits = action["edit"]["changes"][client.uri]
        assert replaced(SLOW, edits) == path.read_text("utf-8") != SLOW
    assert [action["kind"] for action in client.actions(0)] == ["source.fixAll"]


def test_a_hover_explains_the_rule(client: Client) -> None:
    client.open(SLOW)
    document = {"uri": client.uri}
    place = {"line": 3, "character": 30}
    told = client.ask("textDocument/hover", textDocument=document, position=place)
    assert told["contents"]["kind"] == "markdown"
    assert told["contents"]["value"].startswith("## TFE101 index-loop\n")
    place = {"line": 0, "character": 1}
    assert client.ask("textDocument/hover", textDocument=document, position=place) is None


def test_the_settings_of_the_project_count(client: Client, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.porter.lint]\nignore = ["TFE101"]\n')
    assert client.open(SLOW) == []


def test_without_pygls(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delitem(sys.modules, "porter.linter.server", raising=False)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    assert main(["lint", "--lsp"]) == 2
    assert "pip install 'porter-rl[lsp]'" in capsys.readouterr().err
