"""What is known about a gradient tape: what it differentiates, and what becomes of the gradient."""

from __future__ import annotations

import ast

from porter.lint.bindings import Found
from porter.lint.file import File
from porter.lint.kinds import What
from porter.lint.tree import Function, dotted

_STEPS = frozenset(
    "step reset render fit predict item numpy append write get_weights set_weights".split()
)
_UPDATES = frozenset("assign assign_add assign_sub minimize set_weights".split())
_FAR = 2  # callers of callers that can apply a gradient


def opened(item: ast.withitem, file: File) -> str:
    """The name of a tape that is opened; "" where none is."""
    if item.optional_vars is None or file.kind(item.context_expr).what is not What.TAPE:
        return ""
    return dotted(item.optional_vars)


def outermost(node: ast.With, file: File) -> ast.With:
    """The tape's block, or that of the tape around it."""
    for above, _ in file.tree.ancestors(node):
        if isinstance(above, ast.With) and any(opened(item, file) for item in above.items):
            node = above
        elif isinstance(above, Function):
            break
    return node


def takes_gradient(tape: str, node: ast.With, file: File) -> bool:
    """Whether the function takes a gradient of the tape."""
    return tape in file.once(_differentiated, file.tree.scope(node))


def is_of_a_new_network(tape: str, node: ast.With, file: File) -> bool:
    """Whether each pass differentiates another network, as MAML does: each would be traced."""
    loop = file.heat.loop(node)
    networks = file.once(_differentiated, file.tree.scope(node))[tape]
    return any(loop and file.bindings.is_bound_in(loop, name) for name in networks.values())


def _differentiated(scope: ast.AST, file: File) -> dict[str, dict[Found, ast.Name]]:
    """The tapes that a function takes gradients of, and `model` of `model.trainable_variables`."""
    found: dict[str, dict[Found, ast.Name]] = {}
    for call in _calls(scope, file):
        use = call.func
        if isinstance(use, ast.Attribute) and use.attr in ("gradient", "jacobian"):
            networks = found.setdefault(dotted(use.value), {})
            for source in call.args[1:2]:
                if isinstance(source, ast.Attribute) and isinstance(source.value, ast.Name):
                    networks[file.bindings.of_name(source.value)] = source.value
    return found


def is_applied(node: ast.With, file: File) -> bool:
    """Whether variables change beside the tape, or where its function is called.

    Else the gradient is looked at: a saliency map, an attack, a Fisher matrix.
    """
    places = [_place(node, file)]
    for _ in range(_FAR + 1):
        if any(file.once(_updates, place) for place in places):
            return True
        functions = [place for place in places if isinstance(place, Function)]
        places = [_place(call, file) for f in functions for call in file.calls.of(f)]
    return False


def _place(node: ast.AST, file: File) -> ast.AST:
    """The function around a node; at the top level its loops, or it alone."""
    scope = file.tree.scope(node)
    return scope if isinstance(scope, Function) else [node, *file.tree.loops(node)][-1]


def _updates(place: ast.AST, file: File) -> bool:
    """Whether a function changes variables, or calls one that does."""
    calls = _calls(place, file)
    called = {function for call in calls for function in file.calls.called(call)}
    return any(map(_is_update, calls)) or any(
        _is_update(call) for function in called for call in _calls(function, file)
    )


def _is_update(call: ast.Call) -> bool:
    name = dotted(call.func).rpartition(".")[2]
    return name in _UPDATES or name == "apply" or name.startswith("apply_grad")


def runs_host_code(node: ast.AST, file: File) -> bool:
    """Whether a tape's block can't be traced: it calls the host, or what acts or makes networks.

    Or the network in it is traced already.
    """
    calls = _calls(node, file)
    kinds = {file.kind(call.func).what for call in calls}
    if What.GRAPH in kinds and What.MODEL not in kinds:
        return True
    if any(_is_host(call, file) for call in calls):
        return True
    called = {function for call in calls for function in file.calls.called(call)}
    return any(
        _acts(call) or file.kind(call).what is What.MODEL
        for function in called
        for call in _calls(function, file)
    )


def _calls(place: ast.AST, file: File) -> list[ast.Call]:
    return [node for node in file.tree.inside(place) if isinstance(node, ast.Call)]


def _acts(call: ast.Call) -> bool:
    """Whether this is a step of an environment: `env.step(action)`."""
    return dotted(call.func).split(".")[-2:] == ["env", "step"]


def _is_host(call: ast.Call, file: File) -> bool:
    """Whether a call in the tape's block can't be traced, or would be traced for nothing."""
    if file.name(call.func).startswith(("np.", "random.", "tf.summary.")):
        return True
    if file.kind(call).what is What.MODEL:
        return True  # a network that is made has variables of its own
    if isinstance(call.func, ast.Name):
        return call.func.id in ("print", "input", "next", "float", "int")
    return isinstance(call.func, ast.Attribute) and call.func.attr in _STEPS
