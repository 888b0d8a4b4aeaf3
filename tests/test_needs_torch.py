"""Imports of packages that need torch: which are told, and what asks for torch by name."""

from __future__ import annotations

import libcst as cst
import pytest

from porter import needs_torch, torch_left


@pytest.mark.parametrize(
    ("line", "package"),
    [
        ("import timm.models", "timm"),
        ("from timm.models import create_model", "timm"),
        ("from transformers import AutoTokenizer, AutoModel", "transformers"),
        ("from transformers import AutoTokenizer, BertConfig", ""),
        ("import timmy", ""),
        ("from torchcrf import CRF", "torchcrf"),
        ("import pytorch_grad_cam.metrics", "pytorch_grad_cam"),
        ("import torchvision", ""),
        ("from torch_compat import replaced", ""),
        ("import skorched", ""),
    ],
)
def test_what_needs_torch(line: str, package: str) -> None:
    statement = cst.ensure_type(cst.parse_statement(line), cst.SimpleStatementLine)
    found = needs_torch.advice(statement.body[0])
    assert (found[0] if found else "") == package


def test_import_module_by_its_own_name() -> None:
    text = 'from importlib import import_module\n\nnn = import_module("torch.nn")\n'
    assert [left.line for left in torch_left.find(text)] == [3]
