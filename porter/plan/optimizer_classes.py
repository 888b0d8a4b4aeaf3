"""Optimizers of the program's own that inherit from torch's: shared state, and known formulas.

`SharedAdam` makes torch's state at once, so that processes can share it. The port's optimizers
always do, and threads share them. A step() of its own is known by its formula or refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from porter.codegen import code
from porter.facts import ClassInfo, Facts
from porter.infer.optimizers import is_optimizer
from porter.tree import statements, walk

_OLD_ADAM = {
    "beta1,beta2=group['betas']",
    "state['step']+=1",
    "exp_avg.mul_(beta1).add_(grad,alpha=1-beta1)",
    "exp_avg_sq.mul_(beta2).addcmul_(grad,grad,value=1-beta2)",
    "denom=exp_avg_sq.sqrt().add_(group['eps'])",
    "bias_correction1=1-beta1**state['step']",
    "bias_correction2=1-beta2**state['step']",
    "step_size=group['lr']*math.sqrt(bias_correction2)/bias_correction1",
    "p.data.addcdiv_(exp_avg,denom,value=-step_size)",
}
_RMSPROP = {
    "alpha=group['alpha']",
    "state['step']+=1",
    "square_avg.mul_(alpha).addcmul_(grad,grad,value=1-alpha)",
    "avg=square_avg.sqrt().add_(group['eps'])",
    "p.data.addcdiv_(grad,avg,value=-group['lr'])",
}
# What a step() computes, by its class, and the building block that has the formula.
_FORMULAS = (
    ("torch.optim.Adam", _OLD_ADAM, "EarlyAdam"),
    ("torch.optim.RMSprop", _RMSPROP, "RMSprop"),
)
_AROUND = frozenset(  # what stands around every formula
    (
        "loss=None", "loss=closure()", "returnloss", "continue", "grad=p.grad.data", "grad=p.grad",
        "state=self.state[p]", "exp_avg,exp_avg_sq=state['exp_avg'],state['exp_avg_sq']",
        "exp_avg=state['exp_avg']", "exp_avg_sq=state['exp_avg_sq']",
        "square_avg=state['square_avg']", "grad=grad.add(p.data,alpha=group['weight_decay'])",
    )
)  # fmt: skip
HEADS = frozenset(
    (
        "closureisnotNone", "p.gradisNone", "group['weight_decay']!=0", "groupinself.param_groups",
        "pingroup['params']",
    )
)  # fmt: skip
MAKES_STATE = re.compile(
    r"state=state"
    r"|state\['\w+'\]=(0|torch\.zeros\(1\)|torch\.tensor\(0\.?0?\)|torch\.zeros_like\(p(\.data)?\)"
    r"|p\.data\.new\(\)\.resize_as_\(p\.data\)\.zero_\(\))(\.share_memory_\(\))?"
    r"|state\['\w+'\]\.share_memory_\(\)"
)


@dataclass
class OptimizerClass:
    """What becomes of such a class."""

    gone: list[cst.CSTNode] = field(default_factory=list)  # statements that the port needs not
    block: str = ""  # the building block that it inherits from, "" for the usual one
    problems: list[tuple[cst.CSTNode, str]] = field(default_factory=list)


def optimizer_class(facts: Facts, info: ClassInfo) -> OptimizerClass | None:
    """The decision for a class of the file; None where it is no optimizer."""
    if not is_optimizer(info.block):
        return None
    found = OptimizerClass()
    for name, method in info.methods.items():
        loops = [s for s in statements(method.node.body) if _makes_state(s)]
        found.gone += loops
        if name == "step":
            block = _formula(info.block, method.node)
            if block is None:
                message = "a step() of its own, whose formula is none of torch's"
                found.problems.append((method.node, message))
            else:
                found.gone.append(method.node)
                found.block = block
            continue
        kept = (s for s in statements(method.node.body) if s not in loops)
        for statement in kept:
            if any(code(n) == "self.state" for n in walk(statement)):
                message = "torch's state of an optimizer: the port has m, v, steps and so on"
                found.problems.append((statement, message))
    return found


def _makes_state(statement: cst.CSTNode) -> bool:
    """`for group in self.param_groups: for p in group["params"]: self.state[p][…] = zeros`"""
    if not isinstance(statement, cst.For):
        return False
    texts = [text.replace("self.state[p]", "state") for text in texts_of(statement)]
    return bool(texts) and all(text in HEADS or MAKES_STATE.fullmatch(text) for text in texts)


def _formula(base: str, step: cst.FunctionDef) -> str | None:
    """The building block with the formula of a step(), None if there is none."""
    texts = {text for text in texts_of(step.body) if text not in _AROUND | HEADS}
    for name, formula, block in _FORMULAS:
        if base == name and texts == formula:
            return block
    return None


def texts_of(node: cst.CSTNode) -> Iterator[str]:
    """Every small statement and every head, in today's spelling and without spaces."""
    for below in walk(node):
        if isinstance(below, cst.If):
            yield _plain(code(below.test))
        elif isinstance(below, cst.For):
            yield _plain(f"{code(below.target)} in {code(below.iter)}")
        elif isinstance(below, cst.BaseSmallStatement) and not _is_text(below):
            yield _plain(code(below))


def _is_text(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.BaseString)


def _plain(text: str) -> str:
    text = re.sub(r"\s", "", text).replace('"', "'").replace(".item()", "")
    text = re.sub(r"\.(add_?)\(([^(),=]+(?:\[[^]]*\])?),([\w.]+)\)", r".\1(\3,alpha=\2)", text)
    return re.sub(r"\.(addc\w+_)\(([^(),=]+),(\w+),(\w+)\)", r".\1(\3,\4,value=\2)", text)
