"""porter serve: who is answered, what is answered, and that a real browser can work with it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from porter.cli import main
from porter.serve import runs
from porter.serve.server import MOST_BYTES, SESSION, Server
from porter.serve.workspace import LARGEST, CannotOpen, Workspace
from tests.browser import browser, found

AGENT = """\
import torch
from torch import nn

net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(30):
    loss = (net(torch.randn(8, 4)) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
LEFT = AGENT + "window = torch.kaiser_window(3)  # </td><script>alert(1)</script>\n"
MARK = "import pathlib; pathlib.Path({!r}).write_text('ran')\n"
Asked = tuple[int, dict[str, Any]]


class Client:
    """Requests to a server, with the headers of its page unless others are given."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.headers = {"Content-Type": "application/json"}

    def send(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, bytes]:
        connection = HTTPConnection("127.0.0.1", self.server.server_port, timeout=120)
        sent = {**self.headers, **{name.replace("_", "-"): v for name, v in headers.items()}}
        connection.request(method, path, body or None, sent)
        with connection.getresponse() as response:
            return response.status, response.read()

    def ask(self, request: str, **given: Any) -> Asked:
        status, data = self.send("POST", f"/api/{request}", json.dumps(given))
        return status, json.loads(data)

    def open(self) -> None:
        status, answer = self.ask("session", token=self.server.token)
        assert status == 200
        self.headers[SESSION] = answer["session"]


def serving(workspace: Workspace) -> Iterator[Client]:
    with Server(0, workspace) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield Client(server)
        server.shutdown()
        thread.join()


@pytest.fixture
def client() -> Iterator[Client]:
    yield from serving(Workspace())


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "nets.py").write_text("from torch import nn\n\nnet = nn.Linear(4, 2)\n")
    text = AGENT.replace("net = nn.Linear(4, 2)", "from lib.nets import net")
    (tmp_path / "train.py").write_text(text)
    (tmp_path / "data.txt").write_text("1")
    (tmp_path.parent / "secret.py").write_text("secret = 1\n")
    yield from serving(Workspace.of(tmp_path))


def test_it_listens_on_this_machine_alone(client: Client) -> None:
    assert client.server.server_address[0] == "127.0.0.1"
    assert client.server.link.startswith(f"http://127.0.0.1:{client.server.server_port}/#")


def test_the_token_is_good_once(client: Client) -> None:
    token = client.server.token
    assert client.ask("session", token="guess")[0] == 403
    client.open()
    assert client.ask("session", token=token)[0] == 403
    assert client.ask("session", token="")[0] == 403


@pytest.mark.parametrize("session", [None, "", "guess", "\u00e9"])
@pytest.mark.parametrize("name", ["files", "open", "convert", "run"])
def test_without_the_session_nothing_is_answered(
    name: str, session: str | None, client: Client
) -> None:
    client.open()
    del client.headers[SESSION]
    if session is not None:
        client.headers[SESSION] = session
    assert client.ask(name, text=AGENT, name="agent.py")[0] == 401


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "evil.example:{port}", ""])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_names_of_this_machine_are_refused(host: str, method: str, client: Client) -> None:
    client.open()
    headers = {"Host": host.format(port=client.server.server_port)}
    assert client.send(method, "/" if method == "GET" else "/api/files", "{}", **headers)[0] == 403


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_pages_of_others_are_refused(origin: str, client: Client) -> None:
    client.open()
    assert client.send("POST", "/api/files", "{}", Origin=origin)[0] == 403


def test_its_own_page_is_answered(client: Client) -> None:
    client.open()
    origin = f"http://127.0.0.1:{client.server.server_port}"
    assert client.send("POST", "/api/files", "{}", Origin=origin)[0] == 200


@pytest.mark.parametrize("path", ["/", "/style.css", "/app.css", "/app.js"])
def test_pages_name_nothing_outside_and_hold_no_secret(path: str, client: Client) -> None:
    status, data = client.send("GET", path)
    assert status == 200
    text = data.decode()
    assert "http://" not in text
    assert "https://" not in text
    assert "@import" not in text
    assert client.server.token not in text
    assert client.server.session not in text


def test_what_is_wrong_is_said(client: Client) -> None:
    client.open()
    assert client.send("GET", "/../../etc/passwd")[0] == 404
    assert client.ask("nothing")[0] == 404
    assert client.send("POST", "/api/files", "{}", Content_Type="text/plain")[0] == 415
    assert client.send("POST", "/api/files", "[1]")[0] == 400
    assert client.send("POST", "/api/files", "[" * 200_000)[0] == 400
    assert client.send("POST", "/api/files", "{")[0] == 400
    assert client.ask("convert", text=1)[0] == 400
    assert client.ask("convert", text=AGENT, name="agent.txt")[0] == 400
    run = {"text": AGENT, "kind": "check", "updates": 5, "arguments": []}
    for wrong in ({"kind": "port"}, {"updates": 0}, {"updates": True}, {"arguments": "-x"}):
        assert client.ask("run", **{**run, **wrong})[0] == 400


def test_a_text_has_a_limit(client: Client) -> None:
    client.open()
    status, answer = client.ask("convert", text="#" * (LARGEST + 1))
    assert (status, answer["error"]) == (413, "over 1,000,000 characters: use porter convert")
    assert client.send("POST", "/api/convert", Content_Length=str(MOST_BYTES + 1))[0] == 413


def test_a_text_becomes_what_porter_convert_writes(client: Client, tmp_path: Path) -> None:
    client.open()
    status, answer = client.ask("convert", text=AGENT, name="agent.py")
    (tmp_path / "agent.py").write_text(AGENT)
    assert main(["convert", str(tmp_path / "agent.py")]) == 0
    assert status == 200
    assert answer["port"] == (tmp_path / "agent_tf.py").read_text()
    assert answer["module"] == (tmp_path / "torch_compat.py").read_text()
    assert answer["findings"] == []


def test_findings_have_lines_and_texts_are_escaped(client: Client) -> None:
    client.open()
    answer = client.ask("convert", text=LEFT, name="agent.py")[1]
    [one] = answer["findings"]
    assert (one["line"], one["severity"]) == (11, "error")
    assert "torch.kaiser_window" in one["text"]
    assert "<script" not in answer["section"]
    assert "&lt;script" in answer["section"]


@pytest.mark.parametrize("text", ["", "x = 1\n", "def f(:\n", "import torch\n\0", "\ud800"])
def test_any_text_is_answered(text: str, client: Client) -> None:
    client.open()
    assert client.ask("convert", text=text)[0] == 200


def test_deep_expressions_are_answered(client: Client) -> None:
    client.open()
    text = "import torch\nx = " + "(" * 90 + "torch.ones(2)" + ")" * 90 + "\n"
    status, answer = client.ask("convert", text=text)
    assert status == 200
    assert "tf.ones" in answer["port"]


def test_a_project_is_opened(project: Client, tmp_path: Path) -> None:
    project.open()
    assert project.ask("files", path="")[1]["names"] == ["train.py", "lib/nets.py"]
    status, answer = project.ask("open", name="lib/nets.py")
    assert (status, answer["text"]) == (200, (tmp_path / "lib" / "nets.py").read_text())
    for name in ("../secret.py", "data.txt", str(tmp_path / "train.py"), "missing.py"):
        assert project.ask("open", name=name)[0] == 404
    text = (tmp_path / "train.py").read_text()
    answer = project.ask("convert", text=text, name="train.py")[1]
    assert "@tf.function" in answer["port"]  # net is known from the other file


def test_a_projects_own_rules_count(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(LEFT)
    (tmp_path / "ours.py").write_text(
        'from porter.rule import *\n\n@port("torch.kaiser_window")\n'
        'def kaiser_window(n) -> Tensor:\n    """Ours."""\n    return tf.range(n)\n'
    )
    settings = tmp_path / "pyproject.toml"
    settings.write_text('[tool.porter]\nrules = ["ours.py"]\n')
    with contextmanager(serving)(Workspace.of(tmp_path / "agent.py")) as client:
        client.open()
        found = client.ask("convert", text=LEFT, name="agent.py")
        assert "tf.range(3)" in found[1]["port"]
        settings.write_text('[tool.porter]\nrulse = ["ours.py"]\n')
        status, told = client.ask("convert", text=LEFT, name="agent.py")
    assert status == 404
    assert "has no 'rulse' -> rules?" in told["error"]


def test_another_path_is_opened(client: Client, tmp_path: Path) -> None:
    client.open()
    (tmp_path / "agent.py").write_text(AGENT)
    answer = client.ask("files", path=str(tmp_path / "agent.py"))[1]
    assert (answer["names"], answer["only"]) == (["agent.py"], "agent.py")
    status, answer = client.ask("files", path=str(tmp_path / "nowhere"))
    assert (status, "no such file" in answer["error"]) == (404, True)


def test_a_copy_leaves_the_files_alone(tmp_path: Path) -> None:
    top = tmp_path / "project"
    top.mkdir()
    (top / "agent.py").write_text("x = 1\n")
    (top / "data.txt").write_text("1")
    for workspace in (Workspace.of(top), Workspace.of(top / "agent.py")):
        folder = tmp_path / f"copy{workspace.only}"
        script = workspace.copied(folder, "agent.py", "x = 2\n")
        assert script.read_text() == "x = 2\n"
        assert (folder / "data.txt").read_text() == "1"
        assert (top / "agent.py").read_text() == "x = 1\n"
    with pytest.raises(CannotOpen):
        Workspace.of(top / "data.txt")


def test_typing_runs_nothing(client: Client, tmp_path: Path) -> None:
    client.open()
    client.ask("convert", text=MARK.format(str(tmp_path / "mark")) + AGENT)
    assert not (tmp_path / "mark").exists()


def test_one_run_at_a_time_and_a_closed_one_ends() -> None:
    orders = {"kind": "check", "text": "x = 1\n", "name": "agent.py", "root": "", "only": ""}
    first = runs.run({**orders, "updates": 1, "arguments": []})
    next(first)
    with pytest.raises(runs.Busy):
        runs.run(orders)
    first.close()  # type: ignore[attr-defined]
    again = list(runs.run({**orders, "updates": 1, "arguments": []}))
    assert "nothing in it to port" in str(again)
    assert again[-1] == {"ended": 0}


def events(client: Client, kind: str, **given: Any) -> list[dict[str, Any]]:
    asked = {"kind": kind, "name": "agent.py", "text": AGENT, "updates": 5, "arguments": []}
    status, data = client.send("POST", "/api/run", json.dumps({**asked, **given}))
    assert status == 200
    return [json.loads(line) for line in data.splitlines()]


def test_a_check_of_a_project_is_told_as_it_goes(project: Client, tmp_path: Path) -> None:
    project.open()
    before = sorted(tmp_path.rglob("*"))
    text = (tmp_path / "train.py").read_text()
    told = events(project, "check", name="train.py", text=text)
    assert any(event.get("at", "").startswith("check: float64") for event in told)
    assert "equivalent" in told[-2]["phase"]
    assert "porter-serve-" not in told[-2]["phase"]  # places are the user's
    assert told[-1] == {"ended": 0}
    assert sorted(tmp_path.rglob("*")) == before


def test_what_is_left_is_not_run(client: Client, tmp_path: Path) -> None:
    client.open()
    text = MARK.format(str(tmp_path / "mark")) + LEFT
    told = events(client, "check", text=text)
    assert "torch.kaiser_window has no rule" in told[-2]["phase"]
    assert not (tmp_path / "mark").exists()


@pytest.mark.slow
def test_bench_measures(client: Client) -> None:
    client.open()
    told = events(client, "bench", text=AGENT.replace("range(30)", "range(200)"), updates=20)
    assert "in PyTorch&#39;s time" in told[-2]["phase"]


def test_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", str(tmp_path / "missing.py")]) == 2
    assert "missing.py: no such file or directory" in capsys.readouterr().err
    assert main(["serve", "--port", "99999"]) == 2
    assert "--port 99999" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(found() is None, reason="no Chromium on this machine")
def test_a_browser_edits_checks_and_stops(client: Client, tmp_path: Path) -> None:
    with browser(tmp_path / "profile") as page:
        page.open(client.server.link)
        page.until("document.querySelector('#port .code.p') !== null")
        assert page.value("location.hash") == ""
        page.value("source.focus(); source.select()")
        page.type(LEFT)
        page.until("document.querySelector('#status').textContent === '1 error, 0 notes'")
        assert page.value("document.querySelector('#gutter .error').textContent") == "11"
        port = page.value("document.querySelector('#port').innerText")
        assert "import tensorflow as tf" in port
        assert "torch.kaiser_window has no rule" in port
        page.value("document.querySelector('#port a').click()")
        assert page.value("source.selectionStart") == LEFT.index("window = ")

        page.value("source.select()")
        page.type(AGENT.replace("range(30)", "range(10 ** 6)"))
        page.until("document.querySelector('#status').textContent === '0 errors, 0 notes'")
        page.press("Tab", 9)
        assert page.value("source.value.endsWith('    ')")
        page.press("Escape", 27)
        page.press("Tab", 9)
        assert page.value("document.activeElement.id") != "source"

        page.value("document.querySelector('#updates').value = 5")
        page.value("document.querySelector('button[name=check]').click()")
        page.until("document.querySelector('#at').textContent.includes('float64')", 60)
        page.until("document.querySelector('#at').textContent === 'done'", 120)
        assert "equivalent" in page.value("document.querySelector('#phases').innerText")
        page.value("document.querySelector('#updates').value = 100000")
        page.value("document.querySelector('button[name=check]').click()")
        page.until("document.querySelector('#at').textContent.includes(' updates')", 60)
        page.value("document.querySelector('#stop').click()")
        page.until("document.querySelector('#at').textContent === 'stopped'")
        end = time.monotonic() + 30
        while not runs._running.acquire(blocking=False):
            assert time.monotonic() < end, "the run goes on"
            time.sleep(0.2)
        runs._running.release()

        page.value("document.querySelector('#compare').click()")
        assert page.value("document.querySelector('#port td.code.o').offsetParent !== null")
        page.ask("Page.reload")
        page.until("document.querySelector('#port .code.p') !== null")  # the tab keeps its session
        assert page.told == []
