"""The server: 127.0.0.1 alone, one session, and no request that a foreign page could make.

The link that is printed has a token behind `#`, which browsers send to nobody. The page trades it
for a session, once, and sends that with each request in a header, which no other page can set.
The Host header must name this server, against names that are made to lead here (DNS rebinding).
"""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any

from porter import __version__
from porter.html_report.templates import environment, style
from porter.pyproject import SettingsError
from porter.rulebook import RuleError
from porter.serve import live, runs
from porter.serve.workspace import LARGEST, TOO_LONG, CannotOpen, Workspace

ADDRESS = "127.0.0.1"
MOST_BYTES = 4 * LARGEST  # of a request
SESSION = "X-Porter-Session"
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_STACK = 64 << 20  # bytes for the thread of a request: converting follows deep expressions
_Json = dict[str, Any]


class Refused(Exception):
    """A request that is not answered."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


class Server(ThreadingHTTPServer):
    """Its token is good for one session."""

    daemon_threads = True

    def __init__(self, port: int, workspace: Workspace) -> None:
        threading.stack_size(_STACK)
        super().__init__((ADDRESS, port), Handler)
        self.workspace = workspace
        self.token, self.session = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self.trade = threading.Lock()
        static = files("porter.serve")
        page = environment().get_template("serve/page.html.j2").render(version=__version__)
        self.pages = {
            "/": ("text/html", page),
            "/style.css": ("text/css", style()),
            "/app.css": ("text/css", (static / "app.css").read_text("utf-8")),
            "/app.js": ("text/javascript", (static / "app.js").read_text("utf-8")),
        }

    @property
    def link(self) -> str:
        """What the user opens."""
        return f"http://{ADDRESS}:{self.server_port}/#{self.token}"


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Server
    timeout = 60  # seconds that a client may be silent
    server_version, sys_version = "porter", ""

    def do_GET(self) -> None:
        """The page and what it loads: nothing of the user's is in them."""
        self._answered(self._page)

    def do_POST(self) -> None:
        """What the page asks for, as JSON."""
        self._answered(self._asked)

    def log_message(self, *_: Any) -> None:
        """Nothing: the terminal has the link."""

    def _answered(self, answer: Callable[[], None]) -> None:
        try:
            self._check_host()
            answer()
        except Refused as refused:
            self._json({"error": str(refused)}, refused.status)
        except (CannotOpen, RuleError, SettingsError) as error:
            self._json({"error": str(error)}, HTTPStatus.NOT_FOUND)
        except runs.Busy as busy:
            self._json({"error": str(busy)}, HTTPStatus.CONFLICT)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the page does not wait for it any more

    def _check_host(self) -> None:
        hosts = {f"{name}:{self.server.server_port}" for name in (ADDRESS, "localhost")}
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        if host not in hosts or origin not in (None, f"http://{host}"):
            raise Refused(HTTPStatus.FORBIDDEN, "this page is for a browser on this machine")

    def _page(self) -> None:
        kind, text = self.server.pages.get(self.path, ("", ""))
        if not kind:
            raise Refused(HTTPStatus.NOT_FOUND, "there is no such page")
        self._send(text.encode(), f"{kind}; charset=utf-8")

    def _asked(self) -> None:
        name, asked = self.path.removeprefix("/api/"), self._body()
        if name == "session":
            self._json({"session": self._session(_text(asked, "token"))})
            return
        given = self.headers.get(SESSION, "").encode()
        if not hmac.compare_digest(given, self.server.session.encode()):
            raise Refused(HTTPStatus.UNAUTHORIZED, "open the link that porter serve printed")
        answers: dict[str, Callable[[_Json], None]] = {
            "files": self._files,
            "open": self._open,
            "convert": self._convert,
            "run": self._run,
        }
        if name not in answers:
            raise Refused(HTTPStatus.NOT_FOUND, "there is no such request")
        answers[name](asked)

    def _body(self) -> _Json:
        if self.headers.get_content_type() != "application/json":
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "requests are JSON")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            raise Refused(HTTPStatus.LENGTH_REQUIRED, "Content-Length is missing")
        if int(length) > MOST_BYTES:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LONG)
        try:
            found = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise Refused(HTTPStatus.BAD_REQUEST, "the request is no JSON object")
        return found

    def _session(self, token: str) -> str:
        """The session for the token, which is used up by that."""
        server = self.server
        with server.trade:
            if not server.token or not hmac.compare_digest(token.encode(), server.token.encode()):
                raise Refused(HTTPStatus.FORBIDDEN, "this link was used: start porter serve again")
            server.token = ""
        return server.session

    # -- requests
    def _files(self, asked: _Json) -> None:
        if path := _text(asked, "path"):
            self.server.workspace = Workspace.of(Path(path).expanduser())
        workspace = self.server.workspace
        root = str(workspace.root or "")
        self._json({"root": root, "names": workspace.names(), "only": workspace.only})

    def _open(self, asked: _Json) -> None:
        self._json({"text": self.server.workspace.read(_text(asked, "name"))})

    def _convert(self, asked: _Json) -> None:
        text, name = _source(asked)
        self._json(live.converted(text, name, self.server.workspace))

    def _run(self, asked: _Json) -> None:
        """Lines of JSON as long as the run lasts. A page that goes away ends it."""
        (text, name), workspace = _source(asked), self.server.workspace
        kind, updates, arguments = asked.get("kind"), asked.get("updates"), asked.get("arguments")
        if kind not in ("check", "bench"):
            raise Refused(HTTPStatus.BAD_REQUEST, "kind is check or bench")
        if type(updates) is not int or updates < 1:
            raise Refused(HTTPStatus.BAD_REQUEST, "updates is a whole number from 1 on")
        if not isinstance(arguments, list) or not all(isinstance(a, str) for a in arguments):
            raise Refused(HTTPStatus.BAD_REQUEST, "arguments is a list of texts")
        orders = {
            "kind": kind, "updates": updates, "arguments": arguments, "text": text, "name": name,
            "root": str(workspace.root or ""), "only": workspace.only,
        }  # fmt: skip
        events = runs.run(orders)
        try:
            self._head("application/x-ndjson")
            for event in events:
                self.wfile.write(json.dumps(event).encode() + b"\n")
        finally:
            events.close()  # type: ignore[attr-defined]

    # -- answers
    def _json(self, found: _Json, status: HTTPStatus = HTTPStatus.OK) -> None:
        self._send(json.dumps(found).encode(), "application/json", status)

    def _send(self, data: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self._head(kind, status, len(data))
        self.wfile.write(data)

    def _head(self, kind: str, status: HTTPStatus = HTTPStatus.OK, length: int = -1) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, **_HEADERS}.items():
            self.send_header(name, value)
        if length >= 0:
            self.send_header("Content-Length", str(length))
        self.end_headers()


def _text(asked: _Json, name: str) -> str:
    found = asked.get(name, "")
    if not isinstance(found, str):
        raise Refused(HTTPStatus.BAD_REQUEST, f"{name} is a text")
    return found


def _source(asked: _Json) -> tuple[str, str]:
    """The text of the editor, and the name of its file."""
    text, name = _text(asked, "text"), _text(asked, "name") or "agent.py"
    if len(text) > LARGEST:
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LONG)
    if "\0" in name or not name.endswith((".py", ".ipynb")):
        raise Refused(HTTPStatus.BAD_REQUEST, "name is that of a .py or .ipynb file")
    return text, name
