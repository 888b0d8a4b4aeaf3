"""What a network is given in a loop: something new on each pass, a batch of one, a data set."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left

from porter.linter.bindings import Binding, Found, How
from porter.linter.file import File
from porter.linter.hot import BRIEF, Hot
from porter.linter.kinds import What
from porter.linter.tree import Loop, dotted, iterable, names, targets

_EVALUATED = frozenset("dev eval evaluation holdout test testing val valid validation".split())
_WRITERS = frozenset("open save savez write write_png".split())
# What takes as long as a call of a network does.
_FILES = _WRITERS | frozenset(
    "imread imwrite imsave imshow load_img load_image read_file read_csv savefig".split()
)
_TRAINING = frozenset("train fit learn replay remember gradients".split())
_LEARNING = frozenset("train fit learn replay gradient gradients minimize".split())
_WORK = _TRAINING | {"step", "move", "play"}
_KEEPING = frozenset(
    "memorize memory update store optimize buffer states actions log batch".split()
)
# What a loop over data, or over what was lived through, goes over or takes.
_DATA = frozenset(
    "batch minibatch batches samples memory replay dataset ds data loader generator experience "
    "experiences transitions trajectory history buffer rollout".split()
)
_MANY = 20  # passes
# What draws for people, or films: they watch at their own speed.
_SHOWING = frozenset("render imshow waitKey append_data".split())
_OF_ONE = frozenset(["np.expand_dims", "tf.expand_dims", "np.atleast_2d"])
_STACKED = frozenset("np.array np.asarray np.vstack np.stack tf.constant tf.stack".split())


def is_model(node: ast.expr, file: File) -> bool:
    """Whether this is a network for sure, whose methods are Keras's."""
    return file.kind(node).what is What.MODEL


def overrides(model: ast.expr, method: str, file: File) -> bool:
    """Whether a class of this file has its own `predict` or `fit`."""
    owner = file.kind(model).node
    return isinstance(owner, ast.ClassDef) and file.method(owner, method) is not None


def varies(argument: ast.expr, file: File) -> bool:
    """Whether an argument is another one on each pass: bound in the loop, or by the function."""
    loop = file.heat.loop(argument)
    function = file.tree.function(argument)
    if any(_tokens(name) & _EVALUATED for name in _all_names(argument)):
        return False
    for name in (n for n in ast.walk(argument) if isinstance(n, ast.Name)):
        if name.id == "self" and loop is None:
            return True
        if file.bindings.is_bound_in(loop or function, name):
            return True
    return loop is not None and any(isinstance(n, ast.Call) for n in ast.walk(argument))


def is_stepped(hot: Hot, argument: ast.expr, file: File) -> bool:
    """Whether a loop goes on from what it computed: it plays, trains, or decodes token by token."""
    loop = hot.loop
    if hot.configured or loop is None:
        return hot.configured
    return file.once(works, loop) or any(
        _is_carried(name, loop, file)
        for name in ast.walk(argument)
        if isinstance(name, ast.Name) and file.heat.loop(argument) is loop
    )


def is_of_data(hot: Hot, file: File) -> bool:
    """Whether a loop goes over a data set for sure: that makes many passes."""
    over = None if hot.loop is None else iterable(hot.loop)
    if over is None:
        return False
    counted = any(isinstance(part, ast.Name) and part.id == "len" for part in ast.walk(over))
    if counted or file.kind(over).what is What.DATASET:
        return True
    return bool(tokens_of(over) & _DATA)


def is_played_again(hot: Hot, argument: ast.expr, file: File) -> bool:
    """Whether a loop that plays is run again and again, trains, or makes many passes for sure.

    One episode with a network that was trained before, or one translated sentence, takes a second.
    """
    loop = hot.loop
    if hot.configured or loop is None:
        return hot.configured
    if (file.heat.loops.passes(loop) or 0) > BRIEF:
        return is_stepped(hot, argument, file)
    return file.once(works, loop) and (file.hot(loop) is not None or file.once(_trains, loop))


def is_one_game(hot: Hot, file: File) -> bool:
    """Whether a loop plays on its own, to show what was trained before, and counts no passes."""
    loop = hot.loop
    if hot.configured or loop is None or file.heat.loops.passes(loop) is not None:
        return False
    if not file.once(works, loop) or file.hot(loop) is not None or file.once(_trains, loop):
        return False
    return not list(file.tree.loops(loop))


def _trains(loop: ast.AST, file: File) -> bool:
    """Whether a loop trains, itself or in the functions that it calls."""
    calls = [node for node in file.tree.inside(loop) if isinstance(node, ast.Call)]
    functions = {function for call in calls for function in file.calls.called(call)}
    return any(_tokens(name) & _LEARNING for p in (loop, *functions) for name in _called(p, file))


def works(loop: ast.AST, file: File) -> bool:
    """Whether a loop steps an environment or trains."""
    calls = [node for node in file.tree.inside(loop) if isinstance(node, ast.Call)]
    return any(_tokens(dotted(call.func).rpartition(".")[2]) & _WORK for call in calls)


def _is_carried(name: ast.Name, loop: Loop, file: File, depth: int = 0) -> bool:
    """Whether a name, or one that it is made of, comes from outside and is changed by the loop."""
    over = iterable(loop)  # what the loop itself binds comes from no pass before
    found = [b for b in file.bindings.of_name(name) if b.source is not over]
    inside = [b for b in found if _stands_in(b.source, loop, file)]
    if inside and len(inside) < len(found):
        return True
    parts = [part for b in inside for part in ast.walk(b.source) if isinstance(part, ast.Name)]
    return depth < 2 and any(
        _is_carried(part, loop, file, depth + 1) for part in parts if part.id != name.id
    )


def _stands_in(node: ast.AST, loop: Loop, file: File) -> bool:
    return any(above is loop and part != "iter" for above, part in file.tree.ancestors(node))


def is_of_one(argument: ast.expr, file: File, depth: int = 0) -> bool:
    """Whether a batch has one row for sure: `np.array([state])`, `state[None]`, `expand_dims`."""
    if isinstance(argument, ast.Name) and depth < 4:
        last = _last_value(argument, file)
        return last is not None and is_of_one(last, file, depth + 1)
    if isinstance(argument, ast.Subscript):
        parts = argument.slice.elts if isinstance(argument.slice, ast.Tuple) else [argument.slice]
        return any(_is_new_axis(part, file) for part in parts[:1])
    if not isinstance(argument, ast.Call) or not argument.args:
        return False
    name, first = file.name(argument.func), argument.args[0]
    if name in _OF_ONE:
        axis = [*argument.args[1:], *(k.value for k in argument.keywords)]
        return not axis or ast.unparse(axis[0]) == "0"
    if name in _STACKED and isinstance(first, ast.List):
        return len(first.elts) == 1
    if name.endswith(".reshape") or _method(argument) == "reshape":
        shape = argument.args[-1:] if name else argument.args
        sizes = shape[0].elts if shape and isinstance(shape[0], (ast.List, ast.Tuple)) else shape
        return bool(sizes) and ast.unparse(sizes[0]) == "1"
    if _method(argument) == "astype" and isinstance(argument.func, ast.Attribute):
        return is_of_one(argument.func.value, file, depth + 1)
    if name in ("tf.convert_to_tensor", "tf.cast", "np.float32", *_STACKED):
        one_item = isinstance(first, ast.List) and len(first.elts) == 1
        return one_item or is_of_one(first, file, depth + 1)
    return False


def _last_value(name: ast.Name, file: File) -> ast.expr | None:
    """What a name was set to last, above its use."""
    in_order = file.once(_in_order, file.bindings.of_name(name))
    place = bisect_left(in_order, file.tree.statement(name).lineno, key=_line)
    last = in_order[place - 1] if place else None
    if last is None or last.how is not How.VALUE or not isinstance(last.source, ast.expr):
        return None
    return last.source


def _in_order(found: Found, file: File) -> list[Binding]:
    return sorted(found, key=_line)


def _line(binding: Binding) -> int:
    return int(getattr(binding.source, "lineno", 0))


def per_environment(node: ast.expr, file: File) -> str:
    """Over what a loop goes that gives each environment its own call; "" where none does."""
    for loop in file.tree.loops(node):
        over = iterable(loop)
        if over is None or isinstance(loop, ast.While):
            continue
        bound = {name for target in targets(loop) for name in names(target)}
        tokens = {token for name in _all_names(over) for token in _tokens(name)}
        if tokens & {"envs", "environments"} or {"num", "env"} <= tokens or {"n", "env"} <= tokens:
            if bound & names(node):
                return ast.unparse(over)
    return ""


def is_shown(hot: Hot, file: File) -> bool:
    """Whether a loop draws each pass for people, and trains on none: `env.render()`."""
    return hot.loop is not None and file.once(_is_rendered, hot.loop)


def _is_rendered(loop: ast.AST, file: File) -> bool:
    called = file.once(_called, loop)
    calls = (node.func for node in file.tree.inside(loop) if isinstance(node, ast.Call))
    kept = (f.value for f in calls if isinstance(f, ast.Attribute) and f.attr == "append")
    words = {word for name in [*called, *map(dotted, kept)] for word in _tokens(name)}
    return bool(called & _SHOWING) and not words & (_TRAINING | _KEEPING)


def is_of_files(hot: Hot, node: ast.AST, file: File) -> bool:
    """Whether a loop, or the function that it calls, reads or writes a file each time."""
    places = {hot.loop, file.tree.function(node) if file.heat.loop(node) is None else None}
    return any(file.once(_reads, place) for place in places if place is not None)


def _reads(place: ast.AST, file: File) -> bool:
    """Whether a place, or a function that it calls, reads or writes a file."""
    calls = (node for node in file.tree.inside(place) if isinstance(node, ast.Call))
    functions = {function for call in calls for function in file.calls.called(call)}
    return any(file.once(_called, here) & _FILES for here in (place, *functions))


def is_told(hot: Hot, file: File) -> bool:
    """Whether a loop prints each pass for people, and neither plays nor trains."""
    loop = hot.loop
    if not isinstance(loop, (ast.For, ast.While)) or file.once(works, loop):
        return False
    calls = (s.value for s in loop.body if isinstance(s, ast.Expr))
    return any(isinstance(call, ast.Call) and dotted(call.func) == "print" for call in calls)


def _called(loop: ast.AST, file: File) -> set[str]:
    functions = [call.func for call in file.tree.inside(loop) if isinstance(call, ast.Call)]
    return {f.attr if isinstance(f, ast.Attribute) else getattr(f, "id", "") for f in functions}


def is_glimpse(hot: Hot, file: File) -> bool:
    """Whether a loop makes a few passes, as its numbers say, over epochs or without any work."""
    loop = hot.loop
    passes = None if loop is None else file.heat.loops.passes(loop)
    if loop is None or (passes or _MANY) >= _MANY:
        return False
    over = iterable(loop)
    of_epochs = over is not None and bool(tokens_of(over) & {"epoch", "epochs"})
    return (of_epochs and file.hot(loop) is None) or not file.once(works, loop)


def writes(loop: Loop, file: File) -> bool:
    """Whether a loop writes something on each pass, which takes longer than an op."""
    return bool(file.once(_called, loop) & _WRITERS)


def tokens_of(node: ast.AST) -> set[str]:
    """The words in the names of an expression: `state_batch` has `state` and `batch`."""
    return {token for name in _all_names(node) for token in _tokens(name)}


def _all_names(node: ast.AST) -> list[str]:
    parts = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
    return parts + [n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)]


def _tokens(name: str) -> set[str]:
    return set(re.findall(r"[a-z]+", re.sub(r"([A-Z]+)", r"_\1", name).lower()))


def _is_new_axis(node: ast.expr, file: File) -> bool:
    is_none = isinstance(node, ast.Constant) and node.value is None
    return is_none or file.name(node) in ("np.newaxis", "tf.newaxis")


def _method(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def is_made_inside(model: ast.expr, file: File) -> bool:
    """Whether the network is made anew on each pass of the loop, as for folds of a data set."""
    loop = file.heat.loop(model)
    if loop is None or not isinstance(model, ast.Name):
        return False
    return file.bindings.is_bound_in(loop, model)
