"""The greedy action, on its way to Python: NumPy takes it from a small result in one call, where
TensorFlow needs an operation for each step. Each body is a template.
"""

from porter.rule import Array, Float, Number, Tensor, known, match


@match(
    "q.argmax().item()",
    "torch.argmax(q).item()",
    "q.detach().argmax().item()",
    "torch.argmax(q.detach()).item()",
    "int(q.argmax())",
    "int(torch.argmax(q))",
)
def greedy(q: Tensor) -> int:
    """The index of the greatest of all elements.

    >>> x.argmax().item()
    >>> torch.argmax(x[0]).item()
    >>> int(a.argmax())
    """
    return q.numpy().argmax().item()


@match(
    "q.argmax(dim).item()",
    "q.argmax(dim=dim).item()",
    "torch.argmax(q, dim).item()",
    "torch.argmax(q, dim=dim).item()",
    "q.max(dim)[1].item()",
    "q.max(dim=dim)[1].item()",
    "torch.max(q, dim)[1].item()",
    "torch.max(q, dim=dim)[1].item()",
)
def greedy_of_one(q: Tensor, dim) -> int:
    """The index of the greatest of a batch of one state.

    >>> x[:1].argmax(1).item()
    >>> x[:1].max(1)[1].item()
    >>> torch.argmax(x[0], dim=-1).item()
    """
    return q.numpy().argmax(axis=dim).item()


@match(
    "q.argmax(dim).numpy()",
    "q.argmax(dim=dim).numpy()",
    "q.argmax(dim).cpu().numpy()",
    "q.argmax(dim=dim).cpu().numpy()",
    "torch.argmax(q, dim).numpy()",
    "torch.argmax(q, dim=dim).numpy()",
    "torch.argmax(q, dim).cpu().numpy()",
    "torch.argmax(q, dim=dim).cpu().numpy()",
    "q.max(dim)[1].cpu().numpy()",
    "torch.max(q, dim)[1].cpu().numpy()",
)
def greedy_of_batch(q: Tensor, dim) -> Array:
    """The index of the greatest for each state of a batch, as int64.

    >>> x.argmax(1).numpy()
    >>> torch.argmax(x, dim=1).cpu().numpy()
    >>> x.max(1)[1].cpu().numpy()
    """
    return q.numpy().argmax(axis=dim)


@match("x[index].item()")
def probability(x: Tensor, index: Number) -> float | Number:
    """One element, by its index: the probability of the action that was drawn.

    >>> x[0][2].item()
    >>> a[1].item()
    """
    if known(x, Float):
        return x.numpy()[index].item()
    return x.numpy()[index].item()
