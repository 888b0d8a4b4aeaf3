"""`porter lint --lsp`: the linter as a language server over standard input and output.

Findings are published while a file is edited, a hover explains their rules, and their fixes are
quick fixes. Nothing of the file is run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from porter import __version__, code_hosts, source
from porter.linter import documents, registry, settings
from porter.linter.documents import Document
from porter.linter.finding import Finding
from porter.linter.fixing import applied, fix
from porter.linter.page import section
from porter.pyproject import SettingsError

_KINDS = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]


def serve() -> None:
    """Answer an editor until it goes away. What Python itself prints goes to standard error."""
    channels = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    server().start_io(*channels)


def server() -> LanguageServer:
    """The server; what it knows of a file is the file's text, so it keeps nothing."""
    made = LanguageServer("porter", __version__)

    def changed(
        ls: LanguageServer,
        event: lsp.DidOpenTextDocumentParams
        | lsp.DidChangeTextDocumentParams
        | lsp.DidSaveTextDocumentParams,
    ) -> None:
        file = _Opened(ls, event.text_document.uri)
        diagnostics = [file.diagnostic(finding) for finding in file.linted.shown]
        _publish(ls, file.uri, diagnostics)

    def closed(ls: LanguageServer, event: lsp.DidCloseTextDocumentParams) -> None:
        _publish(ls, event.text_document.uri, [])

    def hover(ls: LanguageServer, asked: lsp.HoverParams) -> lsp.Hover | None:
        file = _Opened(ls, asked.text_document.uri)
        here = lsp.Range(asked.position, asked.position)
        ids = {f.rule for f in file.linted.shown if _meet(file.range(f), here)}
        told = [section(rule) for rule in registry.every() if rule.id in ids]
        if not told:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n".join(told)))

    def actions(ls: LanguageServer, asked: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        file = _Opened(ls, asked.text_document.uri)
        only = asked.context.only
        return [a for a in file.actions(asked.range) if only is None or a.kind in only]

    for event in (
        lsp.TEXT_DOCUMENT_DID_OPEN,
        lsp.TEXT_DOCUMENT_DID_CHANGE,
        lsp.TEXT_DOCUMENT_DID_SAVE,
    ):
        made.feature(event)(changed)
    made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)(closed)
    made.feature(lsp.TEXT_DOCUMENT_HOVER)(hover)
    options = lsp.CodeActionOptions(code_action_kinds=_KINDS)
    made.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, options)(actions)
    return made


def _publish(ls: LanguageServer, uri: str, diagnostics: list[lsp.Diagnostic]) -> None:
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics))


class _Opened:
    """A file that the editor has open, linted as it stands there."""

    def __init__(self, ls: LanguageServer, uri: str) -> None:
        self.ls, self.uri = ls, uri
        self.open: TextDocument = ls.workspace.get_text_document(uri)
        self.path = to_fs_path(uri) or self.open.filename or "untitled.py"
        self.settings = self._settings()
        self.linted: Document = documents.of_text(self.path, self.open.source, self.settings)

    def _settings(self) -> settings.Settings:
        try:
            return settings.read(Path(self.path))
        except SettingsError as error:
            message = lsp.ShowMessageParams(lsp.MessageType.Error, f"porter: {error}")
            self.ls.window_show_message(message)
            return settings.Settings(Path(self.path).parent)

    def range(self, finding: Finding) -> lsp.Range:
        """Where a finding is, in the units of the editor."""
        start = lsp.Position(finding.line - 1, finding.column - 1)
        end = lsp.Position(finding.end_line - 1, finding.end_column - 1)
        codec = self.ls.workspace.position_codec
        return codec.range_to_client_units(self.open.lines, lsp.Range(start, end))

    def diagnostic(self, finding: Finding) -> lsp.Diagnostic:
        """A finding as the editor marks it."""
        syntax = finding.rule == registry.SYNTAX
        page = f"{code_hosts.DOCS}lint.md#{finding.rule.lower()}-{finding.name}"
        return lsp.Diagnostic(
            range=self.range(finding),
            message=finding.message,
            severity=lsp.DiagnosticSeverity.Error if syntax else lsp.DiagnosticSeverity.Warning,
            code=finding.rule,
            code_description=lsp.CodeDescription(page),
            source="porter",
        )

    def actions(self, asked: lsp.Range) -> Iterator[lsp.CodeAction]:
        """The fixes of the findings in a range, and all safe fixes of the file at once."""
        if self.linted.module is not None:
            return  # an editor has a notebook's cells, not its file
        text = self.open.source
        for finding in self.linted.shown:
            if finding.fix is None or not _meet(self.range(finding), asked):
                continue
            fixed = applied(text, [finding.fix])
            if source.parse_problem(fixed, self.path) is None:
                changes = "" if finding.fix.safe else " (a type may change)"
                yield lsp.CodeAction(
                    title=f"Fix {finding.rule} {finding.name}{changes}",
                    kind=lsp.CodeActionKind.QuickFix,
                    diagnostics=[self.diagnostic(finding)],
                    edit=self._edit(fixed),
                    is_preferred=finding.fix.safe,
                )
        lint = documents.lint
        found = fix(text, lambda code: lint(self.linted, code, self.settings), unsafe=False)
        if found.count:
            title, kind = "Fix all safe findings of porter", lsp.CodeActionKind.SourceFixAll
            yield lsp.CodeAction(title=title, kind=kind, edit=self._edit(found.text))

    def _edit(self, text: str) -> lsp.WorkspaceEdit:
        """The lines that differ."""
        old, new = self.open.lines, text.splitlines(keepends=True)
        edits = [
            lsp.TextEdit(
                lsp.Range(lsp.Position(first, 0), lsp.Position(last, 0)), "".join(new[start:end])
            )
            for tag, first, last, start, end in SequenceMatcher(a=old, b=new).get_opcodes()
            if tag != "equal"
        ]
        return lsp.WorkspaceEdit(changes={self.uri: edits})


def _meet(one: lsp.Range, other: lsp.Range) -> bool:
    return bool(one.start <= other.end and other.start <= one.end)
