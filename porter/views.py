"""What gives a tensor or an array once more, or a part of it: the names of torch and NumPy."""

from __future__ import annotations

# What returns its argument, or a view of it. (`contiguous`, `to` and their like: sometimes.)
VIEWS = frozenset(
    "view reshape squeeze unsqueeze transpose t T mT H permute expand expand_as narrow select chunk"
    " split unbind diagonal flatten ravel detach data contiguous to float double long int short"
    " byte bool half type type_as cpu cuda numpy as_tensor from_numpy asarray real imag swapaxes"
    " swapdims movedim moveaxis view_as reshape_as unflatten broadcast_to atleast_1d atleast_2d"
    " atleast_3d broadcast_tensors requires_grad_ detach_ positive conj tensor_split hsplit vsplit"
    " dsplit unfold as_strided dropout alpha_dropout feature_dropout identity pin_memory"
    " share_memory_ resolve_conj adjoint meshgrid"
    " rename align_to grad storage untyped_storage".split()
)
# Of these, what is a view wherever it is written.
SURE = frozenset("view squeeze unsqueeze transpose t T permute detach data narrow select".split())
NUMBERS = frozenset({"item", "tolist"})  # Python's own, of a tensor and of an array
FACTS = frozenset(
    "shape dtype device ndim is_cuda requires_grad is_leaf layout grad_fn itemsize nbytes".split()
)
# Layers whose result may be their argument.
_PASSING = ("Identity", "Flatten", "Unflatten", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d")
MAKERS = frozenset({"copy.deepcopy", "builtins.sum", "builtins.abs", "einops.pack"})
DEEP_COPIES = frozenset({"copy.deepcopy", "deepcopy"})  # as the code calls them
READERS = frozenset(
    f"builtins.{name}"
    for name in "len print float int bool str repr isinstance type round abs hash id format"
    " all any".split()
)
ARRAY_VIEWS = frozenset(
    "asarray asanyarray ascontiguousarray ravel reshape squeeze transpose atleast_1d atleast_2d"
    " expand_dims swapaxes broadcast_to moveaxis frombuffer view astype flat atleast_3d"
    " flip flipud fliplr rot90 split array_split hsplit vsplit dsplit diagonal diag real imag"
    " rollaxis require asfortranarray nan_to_num broadcast_arrays trim_zeros copyto".split()
)
SAMPLES = frozenset("sample rsample log_prob entropy".split())
# What makes a tensor of an array's memory, and the dtype that it has to have for that.
OF_ARRAYS = {
    "torch.from_numpy": "", "torch.as_tensor": "", "torch.asarray": "", "torch.Tensor": "float32",
    "torch.FloatTensor": "float32", "torch.DoubleTensor": "float64", "torch.LongTensor": "int64",
    "torch.IntTensor": "int32", "torch.ByteTensor": "uint8", "torch.BoolTensor": "bool",
}  # fmt: skip
# Words in the names of methods that keep what they are given.
_PUTTERS = frozenset("append add push put store extend insert remember record save cache".split())


def puts(called: str) -> bool:
    """`memory.append`, `self.buffer.store_transition`, and a class: its object is made with it."""
    name = called.rpartition(".")[2]
    return name[:1].isupper() or any(word in name.lower() for word in _PUTTERS)


def passes(cls: str) -> bool:
    """Whether a layer of this class may give back the tensor that it got."""
    return cls.startswith("torch.") and cls.rpartition(".")[2] in _PASSING
