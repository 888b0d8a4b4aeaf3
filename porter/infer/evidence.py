"""What the arguments of a method tell of a receiver that is not known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.infer.names import NETWORK_ONLY, REGISTERED, SHARED_METHODS, TENSOR_TYPES, is_torch
from porter.kinds import (
    TENSOR,
    UNKNOWN,
    Device,
    Dtype,
    Kind,
    Module,
    Named,
    Number,
    Optimizer,
    Parameter,
    Size,
    StateDict,
    Tensor,
    Text,
    Unknown,
    may_be_tensor,
    members,
)
from porter.promotion import INTS
from porter.remembered import remembered
from porter.rulebook import Argument, Refused, Rulebook
from porter.subscripts import parts
from porter.tree import dotted, named_parameters, walk

_TYPED = frozenset(f"torch.{name}" for name in ("Tensor", *TENSOR_TYPES))
_TEXTS = frozenset({"split", "startswith", "endswith"})
TELLING = SHARED_METHODS | _TEXTS | frozenset({"to", "state_dict", "load_state_dict"})


def receiver(name: str, args: Sequence[Argument]) -> Kind | None:
    """The only kind that has such a method with such arguments; None if there are others."""
    if name in SHARED_METHODS and any(arg.keyword in ("dim", "keepdim") for arg in args):
        return TENSOR  # arrays call it `axis`
    given = args[0].kind if args else None
    if name in _TEXTS and isinstance(given, Text):
        return Text()
    if name == "load_state_dict" and isinstance(given, StateDict) and isinstance(given.of, Module):
        return Module()
    return None


def of_tensors(name: str, args: Sequence[Argument], tainted: bool) -> bool:
    """Whether no array has such a method: its `size` is a number, and it is viewed as a dtype."""
    if name == "size":
        return bool(args) or tainted
    return any(isinstance(arg.kind, (Number, Size)) for arg in args)


def parameters(
    function: cst.FunctionDef, cls: cst.ClassDef | None, has_own: Callable[[str], bool]
) -> dict[str, Kind]:
    """The parameters of a function that are networks or optimizers by the methods it calls; those
    that a constructor keeps by what the class calls: `self.net = net`. What has methods of the
    program's own with such a name may be something else."""
    called = dict(methods_of(function))
    if cls is not None and function.name.value == "__init__":
        of_class = methods_of(cls)
        for name, attribute in _kept(function).items():
            called[name] = called.get(name, frozenset()) | of_class.get(attribute, frozenset())
    found: dict[str, Kind] = {}
    for name, methods in called.items():
        if {"zero_grad", "step"} <= methods:
            found[name] = Optimizer()
        elif any(one != "parameters" or not has_own(one) for one in methods & NETWORK_ONLY):
            found[name] = Module()
    return found


def _kept(function: cst.FunctionDef) -> dict[str, str]:
    """ "self.net" for the `net` of `self.net = net`, also of `self.net, self.n = net, n`."""
    found: dict[str, str] = {}
    for node in walk(function.body):
        if not isinstance(node, cst.Assign):
            continue
        for target in node.targets:
            pairs: list[tuple[cst.CSTNode, cst.CSTNode]] = [(target.target, node.value)]
            if isinstance(target.target, cst.Tuple) and isinstance(node.value, cst.Tuple):
                several = zip(target.target.elements, node.value.elements)
                pairs = [(place.value, value.value) for place, value in several]
            for place, value in pairs:
                attribute = dotted(place) or ""
                if isinstance(value, cst.Name) and attribute.startswith("self."):
                    found[value.value] = attribute
    return found


@remembered
def containers(function: cst.FunctionDef) -> frozenset[str]:
    """The names that may be a container of tensors: `isinstance(obs, dict)` asks for it."""
    found: set[str] = set()
    for node in walk(function.body):
        match node:
            case cst.Call(cst.Name("isinstance"), [cst.Arg(cst.Name(name)), cst.Arg(classes)]):
                asked = {dotted(part) for part in walk(classes)}
                found |= {name} if asked & _CONTAINERS else set()
    return frozenset(found)


_CONTAINERS = frozenset({"dict", "list", "tuple", "Mapping", "OrderedDict"})


@remembered
def methods_of(scope: cst.FunctionDef | cst.ClassDef) -> dict[str, frozenset[str]]:
    """The methods that are called on each name, and on "self.net"."""
    found: dict[str, set[str]] = {}
    for node in walk(scope.body):
        func = node.func if type(node) is cst.Call else None
        if isinstance(func, cst.Attribute) and (name := dotted(func.value)):
            found.setdefault(name, set()).add(func.attr.value)
    return {name: frozenset(methods) for name, methods in found.items()}


def owner_of_state(call: cst.Call) -> cst.BaseExpression | None:
    """x of `net.load_state_dict(x.state_dict())`: it is a network, too."""
    inner = call.args[0].value if call.args else None
    func = inner.func if isinstance(inner, cst.Call) else None
    if isinstance(func, cst.Attribute) and func.attr.value == "state_dict":
        return func.value
    return None


def moves(name: str, args: Sequence[Argument]) -> bool:
    """x.to(device) moves a network or a tensor, which is the same to its port."""
    return name == "to" and len(args) == 1 and _is_device(args[0])


def is_torchs(name: str, args: Sequence[Argument]) -> bool:
    """Whether only a torch object has this method, a network or a tensor: `x.to(dtype)`."""
    if name == "to":
        return any(isinstance(arg.kind, Dtype) or _is_device(arg) for arg in args)
    return name in ("state_dict", "load_state_dict")


def to_whole(name: str, args: Sequence[Argument]) -> bool:
    """x.to(dtype=torch.long): torch refuses whole numbers for a network."""
    dtypes = [arg.kind.name for arg in args if isinstance(arg.kind, Dtype)]
    return name == "to" and any(dtype in {*INTS, "bool"} for dtype in dtypes)


def sizes(name: str, args: Sequence[Argument]) -> list[cst.BaseExpression]:
    """The unknown arguments of torch.FloatTensor(rows, columns): two make a size; and the sizes of
    a layer, by which `self.n = n` is known to be one behind nn.Linear(n, m)."""
    if name in _TYPED and len(args) > 1:
        asked = list(args)
    else:
        first = [arg for arg in args[: _SIZED.get(name, 0)] if arg.keyword is None]
        asked = [arg for arg in first if isinstance(arg.node, cst.Name)]
    return [arg.node for arg in asked if isinstance(arg.kind, Unknown) and not arg.star]


def learned(
    facts: Facts, name: str, args: list[Argument], refine: Callable[[cst.CSTNode, Kind], Kind]
) -> list[Argument]:
    """The arguments with what a call of torch's tells of them beside what its rule does."""
    told: dict[cst.CSTNode, Kind] = {size: Number("int") for size in sizes(name, args)}
    given = args[2] if name == "Module.register_buffer" and len(args) > 2 else None
    if given is not None and isinstance(given.kind, Unknown) and not _may_be_none(facts, given):
        told[given.node] = TENSOR
    return [replace(a, kind=refine(a.node, told[a.node])) if a.node in told else a for a in args]


def _may_be_none(facts: Facts, arg: Argument) -> bool:
    """Whether it is no parameter, or one whose default is None."""
    function = facts.index.function(arg.node)
    if arg.star or not isinstance(arg.node, cst.Name) or not isinstance(function, cst.FunctionDef):
        return True
    own = [p for p in named_parameters(function.params) if p.name.value == arg.node.value]
    return not own or own[0].default is not None


# How many sizes a layer takes first, each a whole number.
_SIZED = dict.fromkeys(
    (
        *(f"torch.nn.{name}" for name in "Linear Embedding Conv1d Conv2d Conv3d".split()),
        *(f"torch.nn.{name}" for name in "RNN LSTM GRU RNNCell LSTMCell GRUCell".split()),
    ),
    2,
)


def becomes_leaf(facts: Facts, node: cst.CSTNode, name: str, args: Sequence[Argument]) -> bool:
    """`self.log_alpha = torch.log(torch.ones(1)).requires_grad_()` of an agent, and
    `y = x.detach().clone().requires_grad_()`: what is computed there is a leaf from then on. A
    network would have it among its parameters."""
    if name != "requires_grad_" or node in facts.watched:
        return False
    above = [*facts.index.above(node)]
    kept = above[0].targets[0].target if above and isinstance(above[0], cst.Assign) else None
    marks = len(args) == 1 or dotted(args[1].node) == "True"
    if not marks or not isinstance(args[0].node, cst.Call) or not facts.api(args[0].node):
        return False
    made = args[0].node
    if isinstance(kept, cst.Name):
        return _is_new(facts, made)
    init = facts.index.function(node)
    info = next((c for c in facts.classes.values() if c.node in above), None)
    if init is None or info is None or info.is_module or not isinstance(kept, cst.Attribute):
        return False
    trained = any(isinstance(facts.kind(n), (Parameter, Module)) for n in walk(made))
    return not trained and (init.name.value == "__init__" or _is_of_numbers(facts, made))


def _is_of_numbers(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether it is computed of what a factory makes of numbers: `torch.log(torch.ones(1) * 2)`."""
    if isinstance(node, cst.BinaryOperation):
        return all(_is_of_numbers(facts, part) for part in (node.left, node.right))
    api = facts.apis.get(node)
    if api is None:
        return not _may_bring_gradient(facts.kind(node))
    plain = (arg for arg in api.args if arg.keyword not in ("device", "dtype"))
    return all(_is_of_numbers(facts, arg.node) and not arg.star for arg in plain)


def _is_new(facts: Facts, made: cst.CSTNode) -> bool:
    """Whether nobody else has this tensor, and no gradient goes through it: it is a copy that was
    cut off, or made of numbers."""
    apis: list[str] = []
    while isinstance(made, cst.Call) and facts.api(made):
        space, _, name = facts.api(made).rpartition(".")
        if space not in ("Tensor", "Parameter") or not isinstance(made.func, cst.Attribute):
            return facts.api(made) in _FACTORIES
        apis.append(name)
        if any(_may_bring_gradient(arg.kind) for arg in facts.apis[made].args[1:]):
            return False
        made = made.func.value
    return "detach" in apis and "clone" in apis


def _may_bring_gradient(kind: Kind) -> bool:
    return may_be_tensor(kind) or any(isinstance(k, Unknown) for k in members(kind))


# What is made of numbers, whatever it is given.
_FACTORIES = frozenset(
    f"torch.{name}"
    for name in "arange empty eye full linspace logspace ones rand randint randn randperm tensor"
    " zeros".split()
)


def refuse_sizes(facts: Facts, name: str, args: Sequence[Argument]) -> None:
    """nn.Parameter(torch.FloatTensor(n)): of n numbers, or of the numbers in n? Where they are
    drawn or set anew at once, too."""
    asked = name == "torch.nn.Parameter" or name in REGISTERED or name in _FILLED
    for arg in args if asked else ():
        api = facts.apis.get(arg.node)
        if api is None or api.name not in _TYPED or len(api.args) != 1:
            continue
        if isinstance(api.args[0].kind, Unknown):
            message = f"{api.name}: the argument may be a size, or the numbers themselves"
            facts.ports.pop(arg.node, None)
            facts.refused[arg.node] = Refused("P102", message)


# What gives a tensor other numbers than it was made with.
_FILLED = frozenset(f"Tensor.{name}_" for name in "uniform normal fill zero exponential".split())


def tensors_method(node: cst.CSTNode, book: Rulebook) -> Any:
    """The node if it is a call as `x.mul(255)`: no network has such a method. Else None."""
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        return None
    name = node.func.attr.value
    tensors = book.find(f"Tensor.{name}") and not book.find(f"Module.{name}")
    return node if tensors else None


def _is_device(arg: Argument) -> bool:
    """A torch.device, "cpu", "cuda:0", or a text that the program calls so: `args.device`."""
    text = arg.node.evaluated_value if isinstance(arg.node, cst.SimpleString) else ""
    called = isinstance(arg.kind, Text) and (dotted(arg.node) or "").endswith("device")
    known = isinstance(arg.kind, Device) or called
    return known or str(text).partition(":")[0] in ("cpu", "cuda", "mps")


def slices_of_parameters(
    name: str, args: list[Argument], kind: Callable[[cst.CSTNode], Kind]
) -> list[Argument]:
    """The arguments of `init.zeros_(self.weight[i])`: a slice of a parameter is set like one."""
    node = args[0].node if args and name.startswith("torch.nn.init.") else None
    if not isinstance(node, cst.Subscript) or not isinstance(kind(node.value), Parameter):
        return args
    given = args[0].kind
    if not isinstance(given, Tensor) or any(part.picks for part in parts(node, kind)):
        return args
    return [replace(args[0], kind=Parameter(given.dtype, given.rank)), *args[1:]]


def compares(node: cst.CSTNode) -> bool:
    """`x == y`, `(x > 0) & (x < 1)`, `~(x > 0)`"""
    if isinstance(node, cst.BinaryOperation):
        return isinstance(node.operator, _LOGICAL) and compares(node.left)
    if isinstance(node, cst.UnaryOperation):
        return isinstance(node.operator, cst.BitInvert) and compares(node.expression)
    return isinstance(node, cst.Comparison)


_LOGICAL = (cst.BitAnd, cst.BitOr, cst.BitXor)


def gives_dtype(facts: Facts, node: cst.Attribute) -> bool:
    """Whether torch is told a dtype by it: `torch.zeros(n, dtype=x.dtype)`."""
    arg = facts.index.parents.get(node)
    call = facts.index.parents.get(arg) if isinstance(arg, cst.Arg) and arg.keyword else None
    if node.attr.value != "dtype" or not isinstance(call, cst.Call):
        return False
    owner = facts.kind(call.func.value) if isinstance(call.func, cst.Attribute) else UNKNOWN
    return isinstance(owner, Named) and is_torch(owner.name)


_OF_ARRAYS = frozenset({"astype", "copy"})  # methods of arrays, which tensors have not


def is_used_as_array(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether a function takes a name for an array elsewhere: `torch.from_numpy(image)`."""
    if not isinstance(node, cst.Name):
        return False
    index = facts.index
    body = index.body(node)
    return any(_of_array(facts, use) for use in index.names[node.value] if index.body(use) is body)


def _of_array(facts: Facts, use: cst.CSTNode) -> bool:
    """`x.copy()`, `x = y.copy()`, `from_numpy(x)`"""
    above = facts.index.parents[use]
    if isinstance(above, cst.Attribute):
        return above.value is use and above.attr.value in _OF_ARRAYS
    around = facts.index.parents.get(above)
    if isinstance(above, cst.Arg) and isinstance(around, cst.Call):
        return (dotted(around.func) or "").rpartition(".")[2] == "from_numpy"
    if isinstance(above, cst.AssignTarget) and isinstance(around, cst.Assign):
        made: Any = around.value.func if isinstance(around.value, cst.Call) else around.value
        method = made is not around.value and isinstance(made, cst.Attribute)
        return method and made.attr.value in _OF_ARRAYS and dotted(made) != "copy.copy"
    return False


_OF_TORCH = frozenset(
    {"cpu", "detach", "backward", "zero_grad", "eval", "state_dict", *NETWORK_ONLY}
)


def of_torch(call: cst.Call) -> bool:
    """`x.cpu()`, `net.eval()`: the file gets tensors or networks, torch imported or not."""
    func = call.func
    if not isinstance(func, cst.Attribute):
        return False
    return (func.attr.value in _OF_TORCH and not call.args) or is_weight(func.value)


def is_differentiated(facts: Facts, node: cst.CSTNode) -> bool:
    """`x.sum()` of `x.sum().backward()` and of `torch.autograd.grad(x.sum(), w)`: a tensor's."""
    above = facts.index.parents.get(node)
    if isinstance(above, cst.Attribute):
        return above.attr.value == "backward"
    call = facts.index.parents.get(above) if isinstance(above, cst.Arg) else None
    if not isinstance(call, cst.Call) or call.args[0] is not above:
        return False
    return facts.kind(call.func) == Named("torch.autograd.grad")


def is_weight(node: cst.BaseExpression) -> bool:
    """`layer.weight`, `layer.weight.data`: a parameter, whatever the layer is."""
    if not isinstance(node, cst.Attribute):
        return False
    return node.attr.value in ("weight", "bias") or (
        node.attr.value == "data" and is_weight(node.value)
    )
