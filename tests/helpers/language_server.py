"""yaml-language-server, as an editor drives it: one process, one request after the other."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NODE_MODULES = Path(__file__).parents[1] / "npm" / "node_modules"
_SERVER = NODE_MODULES / "yaml-language-server" / "bin" / "yaml-language-server"
_SETTINGS = {"completion": True, "validate": True, "schemaStore": {"enable": False}}


class LanguageServer:
    """Completion and diagnostics of texts that are opened as files."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._number = 0
        self._opened = 0
        self._told: dict[str, list[dict[str, Any]]] = {}
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}},
            "workspace": {"configuration": True},
        }})  # fmt: skip
        self._send({"method": "initialized", "params": {}})

    def open(self, path: Path, text: str) -> str:
        """The address of a file beside this one that is now open with this text."""
        self._opened += 1
        uri = path.with_name(f"{self._opened}-{path.name}").as_uri()
        opened = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
        return uri

    def complete(self, path: Path, text: str) -> dict[str, dict[str, Any]]:
        """What is offered where `‸` stands in the text, by its label."""
        place = self._place(text)
        uri = self.open(path, text.replace("‸", ""))
        found = self.request(
            "textDocument/completion", {"textDocument": {"uri": uri}, "position": place}
        )
        return {each["label"]: each for each in found["items"]}

    def diagnose(self, path: Path, text: str) -> list[str]:
        """Line, from 1, and message of every mistake in the text."""
        uri = self.open(path, text)
        while uri not in self._told:
            self._receive()
        return [
            f"{each['range']['start']['line'] + 1}: {each['message']}" for each in self._told[uri]
        ]

    def request(self, method: str, params: dict[str, Any]) -> Any:
        """The answer to a request."""
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.get("id") == number and "method" not in message:
                return message.get("result")

    def _place(self, text: str) -> dict[str, int]:
        before = text.partition("‸")[0]
        return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        """The next message; requests of the server are answered, diagnostics kept."""
        out = self._process.stdout
        assert out is not None
        length = 0
        while (line := out.readline()).strip() or not length:
            if not line:
                raise EOFError("the language server has ended")
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        message: dict[str, Any] = json.loads(out.read(length))
        if message.get("method") == "workspace/configuration":
            wanted = message["params"]["items"]
            answer = [_SETTINGS if item.get("section") == "yaml" else {} for item in wanted]
            self._send({"id": message["id"], "result": answer})
        elif "id" in message and "method" in message:
            self._send({"id": message["id"], "result": None})
        elif message.get("method") == "textDocument/publishDiagnostics":
            self._told[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message


@contextmanager
def started_language_server() -> Iterator[LanguageServer]:
    """The server of the npm package, until the end of the block."""
    with subprocess.Popen(
        ["node", str(_SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            yield LanguageServer(process)
        finally:
            process.kill()
