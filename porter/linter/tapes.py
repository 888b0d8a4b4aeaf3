"""What is known about a gradient tape: what it differentiates, and what becomes of the gradient."""

from __future__ import annotations

import ast

from porter.linter import updates
from porter.linter.bindings import Found, How
from porter.linter.file import File
from porter.linter.hot import BRIEF, Hot
from porter.linter.inputs import tokens_of
from porter.linter.kinds import What
from porter.linter.modes import Mode
from porter.linter.tree import Function, Loop, dotted
from porter.linter.updates import calls_in, is_gradient

_STEPS = frozenset(
    "step reset render fit predict item numpy append write get_weights set_weights".split()
)

_VARIABLES = frozenset("variables variable vars weights params parameters".split())


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
    for call in calls_in(scope, file):
        use = call.func
        if is_gradient(call) and isinstance(use, ast.Attribute):
            networks = found.setdefault(dotted(use.value), {})
            for source in call.args[1:2]:
                if isinstance(source, ast.Attribute) and isinstance(source.value, ast.Name):
                    networks[file.bindings.of_name(source.value)] = source.value
    return found


def is_applied(tape: str, node: ast.With, file: File) -> bool:
    """Whether a gradient of the tape changes variables."""
    return updates.is_applied(_gradients_of(tape, node, file), file)


def _gradients_of(tape: str, node: ast.With, file: File) -> list[ast.Call]:
    """The gradients of this very block: taken behind it, on the same pass of its loop."""
    found = file.once(_gradients, updates.place_of(node, file)).get(tape, [])
    loop = next(file.tree.loops(node), None)
    return [
        call
        for call in found
        if call.lineno >= node.lineno and (loop is None or loop in file.tree.loops(call))
    ]


def may_be_an_input(tape: str, node: ast.With, file: File) -> bool:
    """Whether the tape differentiates a parameter that nothing calls variables: a picture."""
    given = (call.args[1:2] for call in _gradients_of(tape, node, file))
    return any(
        isinstance(source, ast.Name)
        and not tokens_of(source) & _VARIABLES
        and any(b.how is How.PARAMETER for b in file.bindings.of_name(source))
        for sources in given
        for source in sources
    )


def _watches(tape: str, node: ast.With, file: File) -> bool:
    """Whether the block watches what it is differentiated by: an input, no variable."""
    watched = {
        call.args[0].id
        for call in calls_in(node, file)
        if call.args and isinstance(call.args[0], ast.Name)
        if dotted(call.func) == f"{tape}.watch" and not tokens_of(call.args[0]) & _VARIABLES
    }
    taken = (call.args[1:2] for call in _gradients_of(tape, node, file))
    return any(isinstance(s, ast.Name) and s.id in watched for sources in taken for s in sources)


def gets_data(node: ast.With, loop: Loop, file: File) -> bool:
    """Whether the block uses what each pass of a loop sets anew, outside of it: a batch."""

    def is_anew(source: ast.AST) -> bool:
        around = [above for above, _ in file.tree.ancestors(source)]
        return loop in around and node not in around

    used = (name for name in file.tree.inside(node) if isinstance(name, ast.Name))
    return any(is_anew(bound.source) for name in used for bound in file.bindings.of_name(name))


def computes(node: ast.With, file: File) -> bool:
    """Whether the block runs TensorFlow for sure: an op, a network, or a function of this file."""
    kinds = (What.MODEL, What.LAYER, What.KERAS)
    for part in file.tree.inside(node):
        if isinstance(part, ast.Call) and file.kind(part).what is not What.TAPE:
            known = file.kind(part.func).what in kinds or file.calls.called(part)
            if (
                known
                or _is_defined(part.func, file)
                or file.name(part.func).startswith(("tf.", "keras."))
            ):
                return True
        elif isinstance(part, ast.BinOp) and file.kind(part).is_tensor:
            return True
    return False


def is_of_a_long_loop(hot: Hot, tape: str, node: ast.With, file: File) -> bool:
    """Whether it is an update of a loop over data or time, or of one that is long for sure."""
    if not is_applied(tape, node, file) or _watches(tape, node, file):
        return False
    if hot.runs is not None or hot.loop is None or isinstance(hot.loop, ast.While):
        return True
    if file.heat.loops.counts_unknown(hot.loop) and file.hot(hot.loop) is None:
        if not gets_data(node, hot.loop, file):
            return False
    passes = file.heat.loops.passes(hot.loop)
    alone = file.hot(hot.loop) is None and not list(file.tree.loops(hot.loop))
    if alone and passes is not None and passes <= BRIEF:
        return False
    return (passes or 0) > BRIEF or not may_be_an_input(tape, node, file)


def _is_defined(function: ast.expr, file: File) -> bool:
    found = file.bindings.of_name(function) if isinstance(function, ast.Name) else []
    return any(binding.how is How.DEFINITION for binding in found)


def _gradients(place: ast.AST, file: File) -> dict[str, list[ast.Call]]:
    """The calls that take gradients of each tape."""
    found: dict[str, list[ast.Call]] = {}
    for call in calls_in(place, file):
        if is_gradient(call) and isinstance(call.func, ast.Attribute):
            found.setdefault(dotted(call.func.value), []).append(call)
    return found


def runs_host_code(node: ast.AST, file: File) -> bool:
    """Whether a tape's block can't be traced: it calls the host, or what acts or makes networks.

    Or the network in it is traced already.
    """
    calls = calls_in(node, file)
    kinds = {file.kind(call.func).what for call in calls}
    if What.GRAPH in kinds and What.MODEL not in kinds:
        return True
    if any(_is_host(call, file) for call in calls):
        return True
    called = {function for call in calls for function in file.calls.called(call)}
    return any(
        _acts(call) or file.kind(call).what is What.MODEL or _leaves(call, file)
        for function in called
        for call in calls_in(function, file)
    )


def _leaves(call: ast.Call, file: File) -> bool:
    """Whether a call takes a tensor's value to NumPy or pandas, or draws, which a trace can't."""
    name = file.name(call.func)
    if name.startswith(("pd.", "pandas.", "random.", "np.random.")):
        return True
    if dotted(call.func).startswith("pd."):
        return True
    if isinstance(call.func, ast.Attribute) and call.func.attr == "numpy":
        return file.modes(call) is Mode.EAGER
    return name.startswith("np.") and any(file.kind(argument).indexes for argument in call.args)


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
