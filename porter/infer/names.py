"""Names that decide what a thing is: of torch's dtypes, of methods, of rules by kind."""

from __future__ import annotations

import re
from dataclasses import replace

from porter.kinds import (
    TENSOR,
    UNKNOWN,
    Device,
    Dtype,
    Instance,
    Kind,
    Module,
    Named,
    Optimizer,
    Parameter,
    Parameters,
    ParamGroup,
    Passed,
    Sequence,
    Shape,
    Size,
    StateDict,
    Tensor,
    Tuple,
)

# Methods that nothing but a tensor has: their receiver is a tensor wherever they stand.
TENSOR_ONLY = frozenset(
    "backward detach unsqueeze cpu cuda requires_grad_ gather clamp clamp_ masked_fill scatter_"
    " index_add_ expand_as index_select detach_ numpy long float double bmm addmm pow permute"
    " softmax log_softmax logsumexp masked_select clone numel nelement dim ndimension type_as"
    " view_as reshape_as contiguous new_zeros new_ones new_full new_tensor new_empty mm mv addcmul"
    " addcdiv amax amin aminmax baddbmm bfloat16 clamp_min clamp_max cummax cummin erf erfinv exp"
    " expm1 frac half index_add index_copy index_fill kthvalue lerp lgamma log1p logaddexp logit"
    " masked_scatter movedim narrow rsqrt scatter scatter_add sigmoid sqrt square relu tanh sin cos"
    " topk tril triu trunc unbind unflatten true_divide repeat_interleave logical_and logical_not"
    " logical_or logical_xor register_hook retain_grad".split()
)
# The keywords of torch's, where a plot has a method of this name: `ax.scatter(x, y, c=z)`
KEYWORDS = {"scatter": frozenset({"dim", "index", "src", "value", "reduce", "out"})}
# What arrays have, too.
ARRAY_NAMES = frozenset(
    "T all any argmax argmin argsort clip conj cumprod cumsum data diagonal dot flatten imag item"
    " max mean min nonzero prod ravel real repeat reshape round size sort squeeze std sum swapaxes"
    " take tolist trace transpose var view".split()
)
# What is read of arrays and tensors alike, and is no method of TensorFlow's.
EITHER_READS = frozenset({"T", "data", "is_cuda"})
# What every tensor of torch's has beside its methods.
OWN = frozenset({"data", "grad", "grad_fn", "requires_grad", "is_leaf", "device", "dtype", "shape"})
# Methods that nothing but a network has.
NETWORK_ONLY = frozenset(
    "parameters named_parameters register_forward_hook register_forward_pre_hook"
    " register_full_backward_hook register_backward_hook".split()
)
# Networks' methods too, where they get no argument and no class of the project has them.
NETWORK_PLAIN = frozenset("eval modules named_modules children named_children".split())
# Methods that give an array where the receiver did not come out of tensors.
ARRAY_METHODS = frozenset({"reshape", "astype", "ravel", "flatten"})
# Methods of arrays that give another.
OF_ARRAYS = ARRAY_METHODS | frozenset(
    "argsort clip copy cumprod cumsum repeat squeeze swapaxes take transpose".split()
)
# Methods that arrays and tensors both have: the receiver decides what they become.
SHARED_METHODS = ARRAY_METHODS | frozenset(
    "abs argmax argmin clip cumsum max mean min prod round squeeze std sum transpose view".split()
)
# What nn.Module gives to a user's network.
MODULE_NAMES = frozenset(
    "add_module apply bfloat16 buffers children cpu cuda double eval extra_repr float forward"
    " get_buffer get_parameter get_submodule half load_state_dict modules named_buffers"
    " named_children named_modules named_parameters parameters register_buffer"
    " register_forward_hook register_forward_pre_hook register_full_backward_hook register_module"
    " register_parameter requires_grad_ share_memory state_dict to train training type"
    " zero_grad".split()
)
# What is read of torch's tensors and not called; all else that they have is a method.
READ = frozenset(
    "T mT H mH shape dtype device grad _grad data real imag ndim requires_grad grad_fn is_leaf"
    " is_cpu is_cuda is_meta is_mps is_quantized is_sparse itemsize layout name names nbytes"
    " output_nr retains_grad volatile".split()
)
OPTIMIZER_METHODS = frozenset("add_param_group load_state_dict state_dict step zero_grad".split())
# What sets an attribute whose name is an argument.
REGISTERED = frozenset(
    f"Module.{name}"
    for name in ("add_module", "register_buffer", "register_module", "register_parameter")
)
# What the program may choose from by a text: getattr(torch.optim, "Adam").
BY_NAME = frozenset({"torch.nn", "torch.nn.functional", "torch.optim", "torch.optim.lr_scheduler"})
# Namespaces of rules by kind, the most specific first.
SPACES: tuple[tuple[type[Kind], tuple[str, ...]], ...] = (
    (Parameter, ("Parameter", "Tensor")),
    (Tensor, ("Tensor",)),
    (Module, ("Module",)),
    (Optimizer, ("Optimizer",)),
    (ParamGroup, ("ParamGroup",)),
    (Parameters, ("Parameters",)),
    (StateDict, ("StateDict",)),
    (Device, ("Device",)),
    (Dtype, ("Dtype",)),
    (Size, ("torch.Size",)),
    (Shape, ("torch.Size",)),
)
NOT_KNOWN = "may be a tensor or an array: porter can't tell"
DTYPES = {
    "float32": "float32", "float": "float32", "float64": "float64", "double": "float64",
    "float16": "float16", "half": "float16", "bfloat16": "bfloat16", "int64": "int64",
    "long": "int64", "int32": "int32", "int": "int32", "int16": "int16", "int8": "int8",
    "uint8": "uint8", "bool": "bool", "short": "int16",
}  # fmt: skip
# torch.LongTensor as an argument: a dtype. It is a function where it is called.
TENSOR_TYPES = {
    "FloatTensor": "float32", "DoubleTensor": "float64", "HalfTensor": "float16",
    "BFloat16Tensor": "bfloat16", "LongTensor": "int64", "IntTensor": "int32",
    "ShortTensor": "int16", "CharTensor": "int8", "ByteTensor": "uint8", "BoolTensor": "bool",
}  # fmt: skip
# What torch offers as plain values; their rules have no parameters.
CONSTANTS = frozenset(
    f"torch.{name}"
    for name in "inf nan pi e newaxis preserve_format contiguous_format __version__"
    " version.__version__ version.cuda distributed.ReduceOp.SUM distributed.ReduceOp.AVG"
    " nn.attention.SDPBackend.CUDNN_ATTENTION nn.attention.SDPBackend.EFFICIENT_ATTENTION"
    " nn.attention.SDPBackend.FLASH_ATTENTION nn.attention.SDPBackend.MATH".split()
)


_TORCHS = frozenset({"torch", "torchvision", "torchaudio", "torchsummary"})  # all need the first
_LAYERS = "einops.layers.torch"  # of einops, which itself needs no torch


def is_torch(name: str) -> bool:
    """Whether a qualified name belongs to torch."""
    return name.partition(".")[0] in _TORCHS or name.startswith(_LAYERS)


def has_tensors(name: str) -> bool:
    """Whether who imports this has tensors: a log for TensorBoard is no sign of it."""
    return is_torch(name) and not name.startswith("torch.utils.tensorboard")


# Python's own that call what they are given first: map(torch.FloatTensor, rows).
CALLERS = frozenset({"builtins.map", "builtins.filter", "functools.partial", "functools.reduce"})


def as_function(kind: Kind) -> Kind:
    """torch.FloatTensor for the dtype that it is as a value: no other dtype is ever called."""
    types = {dtype: f"torch.{name}" for name, dtype in TENSOR_TYPES.items()}
    return Named(types[kind.name]) if isinstance(kind, Dtype) and kind.name in types else kind


# The files that torch's classes stand in, which nobody has to name: torch.optim.adam.Adam.
_FILES = re.compile(
    r"^(torch\.nn)\.modules\.(?:\w+\.)?(?=[A-Z])"
    r"|^(torch\.optim)\.(?!lr_scheduler|swa_utils)\w+\.(?=[A-Z])"
    r"|^(torch\.autograd)\.(?:variable|anomaly_mode)\.(?=\w)"
    r"|^(torch\.nn\.utils)\.(?:convert_parameters|clip_grad)\.(?=\w)"
    r"|^(torch)\.autograd\.grad_mode\.(?=\w)"
    r"|^(torch)\.autograd\.(?=(?:no_grad|enable_grad|set_grad_enabled|inference_mode)$)"
    r"|^(torch\.nn)\.parallel\.(?=DataParallel$)"
)


def one_spelling(name: str) -> str:
    """One spelling for names that torch exports twice, or has renamed."""
    name = _RENAMED.get(name, name)
    for leaked, own in _LEAKED:
        name = name.replace(leaked, own)
    found = _FILES.match(name)
    return f"{found[found.lastindex or 0]}.{name[found.end() :]}" if found else name


_RENAMED = {
    "torch.nn.utils.clip_grad_norm": "torch.nn.utils.clip_grad_norm_",
    "torch.GradScaler": "torch.amp.GradScaler",
    "torch.compiler.compile": "torch.compile",
}
_LEAKED = (  # imports of torch's own
    ("torch.functional.F.", "torch.nn.functional."),
    ("torch.nn.functional.torch.", "torch."),
)


def passed(kind: Kind) -> Kind:
    """The kind of a torch function or class once it is a value: `activation=nn.Tanh`. A tuple or
    list of them is one, too: an object may get others."""
    if isinstance(kind, Sequence):
        return replace(kind, item=passed(kind.item))
    if isinstance(kind, Tuple):
        items = (*map(passed, kind.items),)
        return kind if items == kind.items else replace(kind, items=items)
    if not isinstance(kind, Named) or not is_torch(kind.name):
        return kind
    home, _, name = kind.name.rpartition(".")
    if not name[:1].isupper():
        return Passed(TENSOR) if home in ("torch", "torch.nn.functional", "torch.special") else kind
    if home == "torch.nn":
        return Passed(Module(kind.name))
    if home.startswith("torch.distributions"):
        return Passed(Instance(f"torch.distributions.{name}"))
    return Passed(Optimizer(kind.name) if home == "torch.optim" else UNKNOWN)
