"""What functions of libraries, and methods of Python's and NumPy's own types, change."""

from __future__ import annotations

import libcst as cst

# By the module: the functions that change their first argument.
_FIRST = {
    "bisect": "insort insort_left insort_right",
    "builtins": "delattr next setattr",
    "heapq": "heapify heappop heappush heappushpop heapreplace",
    "numpy": "copyto fill_diagonal place put put_along_axis putmask",
    "numpy.random": "shuffle",
    "operator": "delitem iadd iand iconcat ifloordiv imod imul ior ipow isub itruediv setitem",
    "random": "shuffle",
}
_CHANGING = frozenset(f"{module}.{n}" for module, names in _FIRST.items() for n in names.split())
_UNARY = frozenset(
    "abs absolute arccos arcsin arctan cbrt ceil cos cosh deg2rad exp exp2 expm1 fabs floor log"
    " log10 log1p log2 negative positive reciprocal rint sign sin sinh sqrt square tan tanh"
    " trunc".split()
)
_BINARY = frozenset(
    "add arctan2 copysign divide float_power floor_divide fmax fmin fmod hypot maximum minimum mod"
    " multiply power remainder subtract true_divide".split()
)
# Those that change nothing that they are given, and call nothing but what they are given.
_READING = frozenset(
    "argparse builtins cmath collections copy csv cv2 dataclasses datetime functools gym gymnasium"
    " itertools json logging math matplotlib numpy operator os pandas pathlib pickle pprint random"
    " re scipy shutil statistics string sys tensorboard tensorboardX time torch torchvision tqdm"
    " types typing wandb warnings yaml".split()
)
_OUTPUT = frozenset("csv logging matplotlib os shutil sys tensorboard tqdm wandb warnings".split())
_TELLING = frozenset({"builtins.print", "builtins.open", "builtins.input", "json.dump"})
_ANYTHING = frozenset({"builtins.exec", "builtins.eval"})

READERS = frozenset(
    "all any argmax argmin argpartition argsort astype capitalize choose clip conj copy count cpu"
    " cumprod cumsum decode diagonal dot encode endswith find flatten format get index isdigit"
    " issubset item items join keys lower lstrip max mean min most_common nonzero numel numpy prod"
    " ravel repeat replace reshape round rstrip searchsorted size split splitlines squeeze"
    " startswith std strip sum swapaxes take title tobytes tolist trace transpose upper values var"
    " view zfill".split()
)
FRESH = frozenset(  # of these, what they give shares nothing with their object
    "all any argmax argmin argpartition argsort astype count cumprod cumsum dot encode find flatten"
    " format index item join max mean min numel prod repeat round searchsorted size std sum take"
    " tobytes tolist var".split()
)
CHANGERS = frozenset(
    "add append appendleft clear difference_update discard extend extendleft fill insert"
    " intersection_update itemset partition pop popitem popleft put remove resize reverse rotate"
    " setdefault setfield setflags sort subtract symmetric_difference_update update"
    " __delitem__ __iadd__ __imul__ __setattr__ __setitem__".split()
)
_VIEWS = frozenset(
    f"numpy.{name}"
    for name in "asanyarray asarray ascontiguousarray atleast_1d atleast_2d broadcast_to diagonal"
    " expand_dims flip moveaxis ravel reshape rollaxis squeeze swapaxes transpose".split()
)
_HOLDING = frozenset(
    f"builtins.{name}"
    for name in "dict enumerate filter frozenset getattr iter list map max min next reversed set"
    " sorted super tuple vars zip".split()
)


def known(name: str) -> bool:
    """Whether it is known what a function of a library changes."""
    module = name.partition(".")[0]
    return name in _CHANGING or (module in _READING and name not in _ANYTHING)


def changed(name: str, call: cst.Call) -> list[cst.BaseExpression]:
    """The arguments that such a function changes."""
    out = [a.value for a in call.args if a.keyword is not None and a.keyword.value == "out"]
    short = name.rpartition(".")[2]  # dict.update(d, x):
    first = name in _CHANGING or (name.count(".") > 1 and short in CHANGERS)
    given = [arg.value for arg in call.args if arg.keyword is None]
    if name.startswith("numpy."):
        if name.endswith(".at"):  # np.add.at(x, i, 1)
            first = True
        inputs = 1 if short in _UNARY else 2 if short in _BINARY else len(given)
        out += given[inputs:]
        if short == "nan_to_num" and any(_is(a, "copy", "False") for a in call.args):
            first = True
    if first and any(arg.star for arg in call.args):
        return [arg.value for arg in call.args]
    return [*out, *given[: int(first)]]


def draws(name: str) -> bool:
    """Whether a function of a library draws random numbers of Python's or NumPy's."""
    return name.startswith(("random.", "numpy.random."))


def tells(name: str) -> bool:
    """Whether it writes to a file or the screen, or reads from one."""
    return name in _TELLING or name.partition(".")[0] in _OUTPUT


def shares(name: str) -> bool:
    """Whether what a function gives may share its memory, or its items, with its arguments."""
    module = name.partition(".")[0]
    if module in ("itertools", "collections", "functools", "operator", "types", "dataclasses"):
        return True
    return name in _VIEWS or name in _HOLDING or name == "copy.copy" or not known(name)


def _is(arg: cst.Arg, keyword: str, value: str) -> bool:
    named = arg.keyword is not None and arg.keyword.value == keyword
    return named and isinstance(arg.value, cst.Name) and arg.value.value == value
