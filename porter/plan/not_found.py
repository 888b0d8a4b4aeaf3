"""Why there is no update where a backward is."""

from __future__ import annotations

import libcst as cst

from porter.codegen import code
from porter.findings import Severity
from porter.plan.model import Problem

ARGUED = "backward() with arguments", "differentiate a sum: (y * weights).sum().backward()"


class NotFound(Exception):
    """Why there is no update here: an error at a line."""

    def __init__(self, node: cst.CSTNode, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(node, code, Severity.ERROR, message, hint)


class Refused(NotFound):
    """The same where no other form is looked for, such as gradients that add up."""


def lost(backward: cst.CSTNode, name: str, value: cst.BaseExpression) -> NotFound:
    """The loss is made of what no tape of this update has recorded."""
    message = f"a gradient of this loss goes through {name}, which is computed elsewhere: "
    hint = f"compute {name} in the update, from the state and the action, or detach() it"
    return NotFound(backward, "P201", message + code(value), hint)
