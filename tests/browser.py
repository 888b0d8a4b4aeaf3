"""A headless Chromium, driven by its own protocol over a pipe: no driver, no package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def found() -> str | None:
    """A browser of this machine."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Browser:
    """One page. `sent` and `received` are the ends of the pipe that are ours."""

    def __init__(self, sent: int, received: int) -> None:
        self.sent, self.received = sent, received
        self.number, self.rest, self.session = 0, b"", ""
        self.told: list[Any] = []  # what the page writes to its console, and its errors

    def open(self, url: str) -> None:
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Page.navigate", url=url)

    def ask(self, method: str, **parameters: Any) -> Any:
        """The browser's answer to a command."""
        self.number += 1
        asked = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            asked["sessionId"] = self.session
        os.write(self.sent, json.dumps(asked).encode() + b"\0")
        while (answer := self._next()).get("id") != self.number:
            if answer.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.told.append(answer["params"])
        assert "error" not in answer, answer
        return answer["result"]

    def _next(self) -> Any:
        while b"\0" not in self.rest:
            chunk = os.read(self.received, 1 << 16)
            assert chunk, "the browser ended"
            self.rest += chunk
        line, _, self.rest = self.rest.partition(b"\0")
        return json.loads(line)

    def value(self, expression: str) -> Any:
        """What an expression of JavaScript is."""
        given = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        answer = self.ask("Runtime.evaluate", **given)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, expression: str, seconds: float = 30.0) -> Any:
        """The value, once it is true."""
        end = time.monotonic() + seconds
        while not (value := self.value(expression)):
            assert time.monotonic() < end, f"{expression} did not become true; {self.told}"
            time.sleep(0.1)
        return value

    def type(self, text: str) -> None:
        self.ask("Input.insertText", text=text)

    def press(self, key: str, code: int) -> None:
        for kind in ("rawKeyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code)


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A browser with a profile of its own."""
    theirs_in, sent = os.pipe()
    received, theirs_out = os.pipe()
    command = [
        str(found()), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-dev-shm-usage", "--window-size=1400,900", f"--user-data-dir={profile}",
        "--remote-debugging-pipe", "about:blank",
    ]  # fmt: skip
    # The browser reads from its descriptor 3 and writes to 4.
    shell = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
    process = subprocess.Popen(
        ["bash", "-c", shell, "bash", *command], pass_fds=(theirs_in, theirs_out),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        yield Browser(sent, received)
    finally:
        process.terminate()
        process.wait(10)
        os.close(sent)
        os.close(received)
