"""NumPy's arrays, which share memory with tensors or do not."""

from tests.hunt.writer import Writer


def to_tensor(w: Writer) -> list[str]:
    lines, a = w.held("array")
    value = w.one_of(
        "torch.from_numpy({a})", "torch.tensor({a})", "torch.FloatTensor({a})",
        "torch.as_tensor({a})", "torch.from_numpy({a}.copy())", "torch.Tensor({a})",
        "torch.from_numpy({a} * 2).float()", "torch.tensor({a}.tolist())",
    )  # fmt: skip
    return [*lines, f"{w.new('tensor')} = {value.format(a=a)}"]


def to_array(w: Writer) -> list[str]:
    lines, t = w.held("tensor")
    value = w.one_of(
        "{t}.numpy()", "{t}.detach().cpu().numpy()", "np.array({t})", "{t}.numpy().copy()",
        "{t}.numpy() * 2", "np.asarray({t}.tolist(), np.float32)",
    )  # fmt: skip
    return [*lines, f"{w.new('array')} = {value.format(t=t)}"]


def bound(w: Writer) -> list[str]:
    value = w.one_of(
        "{a} + 1", "{a}", "{a}.copy()", "{a} * {b}", "np.clip({a}, -1, 1)", "{a}[::-1].copy()",
        "np.where({a} > 1, {a}, {b})", "{a} - {a}.mean()", "{a} / (1 + {a}.std())",
        "np.maximum({a}, {b})", "{a}.reshape(3, 2).T", "np.stack([{a}[0], {b}[1]])",
    )  # fmt: skip
    return [f"{w.new('array')} = {value.format(a=w.any('array'), b=w.any('array'))}"]


def changed(w: Writer) -> list[str]:
    lines, a = w.held("array")
    change = w.one_of(
        "{a}[0] = {n}", "{a} += 1", "{a}[:, 1] *= 2", "np.add({a}, 1, out={a})", "{a}.fill(3)",
        "{a}[{a} > 2] = 0.5", "{a}[1] = {b}[0]", "np.copyto({a}, {b} + 1)",
    )  # fmt: skip
    return [*lines, change.format(a=a, b=w.any("array"), n=w.any("number"))]


INGREDIENTS = [to_tensor, to_array, bound, changed]
