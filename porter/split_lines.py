"""`opt.zero_grad(); loss.backward(); opt.step()`, `y = x; x[0] = 1`: one line each, so that each
can be rewritten; and `with torch.no_grad(), timer:` is two blocks, one in the other, which is the
same. Types of tensors that map() calls are called in a generator, and a lambda that is a part of an
update step is a function."""

from __future__ import annotations

import re
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.rewrite.unused import of_torch
from porter.tree import dotted, is_expression, mapped, walk

_STEP = frozenset({"zero_grad", "backward", "step"})
_SWITCHES = frozenset({"no_grad", "enable_grad", "inference_mode", "set_grad_enabled"})
_LIBRARIES = (["torch"], ["nn"], ["F"], ["np"], ["random"])
_FUNCTION = re.compile(r"^[ \t]*def (\w+)", re.M)
# An import of torch that shares its line, or its block's: it goes alone
_IMPORT = re.compile(r":[ \t]*(?:import|from)[ \t]+\w*torch")
_SUITE = re.compile(r"^[ \t]*(?:with|if|elif|else|for|while)\b.*:[ \t]*[^\s#]", re.M)
_MAPPED = re.compile(r"\bmap\(\s*(?:torch\.|th\.)?(?:cuda\.)?\w*Tensor\b")
_TYPE = re.compile(r"(?:(?:torch|th)\.)?(?:cuda\.)?(?:Float|Double|Long|Int|Bool|Byte)?Tensor")
# A part of an update step that has a name: `go = lambda loss: loss.backward()`
_LAMBDA = re.compile(r"=[ \t]*lambda\b[^\n]*\.(?:backward|step|zero_grad)\(")
# `torch.max(most, now, out=most)`; a call is shorter than this, and the search ends
_OUT = re.compile(r"\b(?:torch|th)\.\w+\([^#]{0,1000}?\bout\s*=\s*\w")
_GIVEN_OUT = re.compile(r"\bout\s*=\s*\w")
_TORCH = frozenset({"torch", "th"})  # names that programs give it
_BESIDE = re.compile(rf"^[ \t]*with\b(?=.*,).*\b({'|'.join(sorted(_SWITCHES))})\(", re.M)


def split_lines(module: cst.Module, text: str) -> cst.Module:
    """The module with the parts of an update step, and changes of tensors, on lines of their own,
    and blocks that switch gradients off in blocks of their own."""
    if _MAPPED.search(text):
        found = _called_each(module)
        assert isinstance(found, cst.Module)
        module = found
    if _GIVEN_OUT.search(text) and _OUT.search(text):
        found = _copied_out(module)
        assert isinstance(found, cst.Module)
        module = found
    if _LAMBDA.search(text):
        found = _as_functions(module)
        assert isinstance(found, cst.Module)
        module = found
    stepping = _stepping(text)
    alone = not any(found.search(text) for found in (_BESIDE, _IMPORT, _SUITE))
    if ";" not in text and alone and not stepping:
        return module
    found = _split(module, stepping)
    assert isinstance(found, cst.Module)
    return found


def _called_each(node: Any) -> Any:
    """The types of tensors are called: `map(torch.FloatTensor, xs)` is a generator of calls."""
    new = mapped(node, _called_each)
    if not isinstance(new, cst.Call) or dotted(new.func) != "map" or len(new.args) != 2:
        return new
    made, items = (arg.value for arg in new.args)
    if any(arg.star for arg in new.args) or not _TYPE.fullmatch(dotted(made) or ""):
        return new
    call = cst.Call(made, [cst.Arg(cst.Name("item"))])
    return cst.GeneratorExp(call, cst.CompFor(cst.Name("item"), items))


def _copied_out(node: Any) -> Any:
    """`torch.max(most, now, out=most)` is a copy into what is one of the operands."""
    if is_expression(node):
        return node
    new = mapped(node, _copied_out)
    call = new.value if isinstance(new, cst.Expr) else None
    if not isinstance(call, cst.Call) or (dotted(call.func) or "").partition(".")[0] not in _TORCH:
        return new
    outs = [a for a in call.args if a.keyword is not None and a.keyword.value == "out"]
    others = [arg for arg in call.args if arg not in outs]
    if len(outs) != 1 or not others or call.args[-1] is not outs[0]:
        return new
    calls = any(isinstance(node, cst.Call) for node in walk(outs[0].value))
    if calls or code(outs[0].value) not in [code(arg.value) for arg in others]:
        return new
    others[-1] = others[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    value = call.with_changes(args=others)
    return new.with_changes(
        value=cst.Call(cst.Attribute(outs[0].value, cst.Name("copy_")), [cst.Arg(value)])
    )


def _as_functions(node: Any) -> Any:
    """`go = lambda loss: loss.backward()` is a function of one line, which gives nothing."""
    if is_expression(node):
        return node
    new = mapped(node, _as_functions)
    if not isinstance(new, cst.SimpleStatementLine) or len(new.body) != 1:
        return new
    small = new.body[0]
    value = small.value if isinstance(small, cst.Assign) and len(small.targets) == 1 else None
    body = value.body if isinstance(value, cst.Lambda) else None
    name = small.targets[0].target if isinstance(small, cst.Assign) else None
    called = body.func if isinstance(body, cst.Call) else None
    if not isinstance(called, cst.Attribute) or called.attr.value not in _STEP:
        return new
    nothing = called.attr.value != "step" or not body.args  # type: ignore[union-attr]
    if not isinstance(name, cst.Name) or not nothing:
        return new
    line = cst.SimpleStatementLine([cst.Expr(body)])  # type: ignore[arg-type]
    suite = cst.IndentedBlock([line], header=new.trailing_whitespace)
    return cst.FunctionDef(name, value.params, suite, leading_lines=new.leading_lines)  # type: ignore[union-attr]


def _stepping(text: str) -> frozenset[str]:
    """The functions of a file that go back through a loss, and are called behind a colon."""
    parts = _FUNCTION.split(text)
    names = {name for name, body in zip(parts[1::2], parts[2::2]) if ".backward(" in body}
    return frozenset(name for name in names if re.search(rf":[ \t]*[\w.= \t]*\b{name}\(", text))


def _split(node: Any, stepping: frozenset[str]) -> Any:
    if is_expression(node):
        return node
    new = mapped(node, lambda part: _split(part, stepping))
    short = isinstance(new, cst.SimpleStatementSuite)
    if short and (_needs_lines(new) or any(_called(part) in stepping for part in new.body)):
        lines = _lines(cst.SimpleStatementLine(new.body))
        return cst.IndentedBlock(lines, header=new.trailing_whitespace)
    plain = isinstance(new, cst.With) and new.asynchronous is None
    if plain and len({_switches(item) for item in new.items}) > 1:
        return _nested(new)
    if not isinstance(new, (cst.Module, cst.IndentedBlock)):
        return new
    body: list[Any] = []
    for statement in new.body:
        if isinstance(statement, cst.SimpleStatementLine) and _needs_lines(statement):
            body += _lines(statement)
        else:
            body.append(statement)
    return new.with_changes(body=body) if len(body) != len(new.body) else new


def _needs_lines(line: cst.SimpleStatementLine | cst.SimpleStatementSuite) -> bool:
    """Whether a part of a line may become another statement: passes see lines, not their parts."""
    parts = line.body
    if isinstance(line, cst.SimpleStatementSuite):  # `with torch.no_grad(): values[t] = net(x)`
        if any(_imports_torch(part) or _changes(part) for part in parts):
            return True
    rules = (_changes, _steps, _hands_over, _imports_torch)
    return len(parts) > 1 and any(rule(part) for rule in rules for part in parts)


def _imports_torch(part: cst.CSTNode) -> bool:
    return isinstance(part, (cst.Import, cst.ImportFrom)) and bool(of_torch(part))


def _steps(part: cst.CSTNode) -> bool:
    return any(isinstance(n, cst.Attribute) and n.attr.value in _STEP for n in walk(part))


def _hands_over(part: cst.CSTNode) -> bool:
    """`self.minimize(loss, opt)`: the function may step on what it is given."""
    value = part.value if isinstance(part, (cst.Expr, cst.Assign)) else None
    if not isinstance(value, cst.Call):
        return False
    given = any(isinstance(arg.value, (cst.Name, cst.Call)) for arg in value.args)
    *owner, name = (dotted(value.func) or "").split(".")
    return given and not name[:1].isupper() and name != "print" and owner[:1] not in _LIBRARIES


def _called(part: cst.CSTNode) -> str:
    value = part.value if isinstance(part, (cst.Expr, cst.Assign)) else None
    name = dotted(value.func) if isinstance(value, cst.Call) else None
    return (name or "").rpartition(".")[2]


def _changes(part: cst.CSTNode) -> bool:
    """`x[0] = 1`, `x += 1`, `x.mul_(2)`, `x.grad = None`: what changes a tensor in place."""
    if isinstance(part, cst.Assign):
        return any(map(_is_place, (n for t in part.targets for n in walk(t.target))))
    if isinstance(part, cst.AugAssign):
        return True
    value = part.value if isinstance(part, cst.Expr) else None
    func = value.func if isinstance(value, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value.endswith("_")


def _is_place(node: cst.CSTNode) -> bool:
    """Whether a tensor is changed by an assignment to this: `x[0]`, `x.grad`."""
    if isinstance(node, cst.Attribute):
        return node.attr.value in ("grad", "_grad", "data")
    return isinstance(node, cst.Subscript)


def _lines(line: cst.SimpleStatementLine) -> list[cst.SimpleStatementLine]:
    found = [
        cst.SimpleStatementLine([part.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])
        for part in line.body
    ]
    found[0] = found[0].with_changes(leading_lines=line.leading_lines)
    found[-1] = found[-1].with_changes(trailing_whitespace=line.trailing_whitespace)
    return found


def _switches(item: cst.WithItem) -> bool:
    call = item.item
    name = dotted(call.func) if isinstance(call, cst.Call) else None
    return (name or "").rpartition(".")[2] in _SWITCHES


def _nested(block: cst.With) -> cst.With:
    first, *others = block.items
    plain = block.with_changes(lpar=cst.MaybeSentinel.DEFAULT, rpar=cst.MaybeSentinel.DEFAULT)
    inner = plain.with_changes(items=others, leading_lines=())
    if len({_switches(item) for item in others}) > 1:
        inner = _nested(inner)
    alone = first.with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return plain.with_changes(items=[alone], body=cst.IndentedBlock([inner]))
