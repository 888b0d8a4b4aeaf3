"""Views, aliases, indices and changes in place."""

from tests.hunt.writer import Writer


def bound(w: Writer) -> list[str]:
    value = w.one_of(
        "{t}", "{t} * 2", "{t}.clone()", "{t}.detach()", "{t} + {u}", "{t}[:]", "{t}.view(2, 3)",
        "{t}.t().t()", "torch.where({t} > 1, {t}, {u})", "{t}.abs() + 1", "{t}.clamp(-2, 2)",
        "torch.stack([{t}[0], {u}[1]])", "{t} * {n}", "{t}[[1, 0]]", "{t}.sort(1)[0]",
        "torch.cat([{t}[:1], {u}[1:]])", "{t}.cumsum(0)", "{t}.flip(1)", "{t} - {t}.mean()",
        "({t} > 1).float()", "{t}.roll(1, 0)", "F.relu({t})", "{t}.masked_fill({t} > 2, 0.5)",
        "torch.maximum({t}, {u})", "{t}.gather(1, torch.tensor([[0, 2, 1], [1, 1, 0]]))",
        "{t}.double().float()", "{t}.long().float()", "{t} / 3", "{t} // 2", "{t} % 2", "-{t}",
    )  # fmt: skip
    value = value.format(t=w.any("tensor"), u=w.any("tensor"), n=w.any("number"))
    return [f"{w.new('tensor')} = {value}"]


def changed(w: Writer) -> list[str]:
    lines, t = w.held("tensor")
    change = w.one_of(
        "{t}[0] = {n}", "{t}[:, 1] += 2", "{t} += 1", "{t}.add_({n})", "{t}.mul_(2)",
        "{t}[{t} > 2] = 0.5", "{t}[0] = {u}[1]", "{t}[0].add_(1)", "{t}.view(-1)[2] = 9.0",
        "{t}.clamp_(max=3)", "{t}.copy_({u})", "{t}.fill_({n})", "{t}[1, 2] = 4", "{t} *= {n}",
        "{t}.data.add_(1)", "{t}.zero_()", "{t}[[0, 1], [2, 0]] = 7.0", "{t}[-1] = {u}[0]",
    )  # fmt: skip
    return [*lines, change.format(t=t, u=w.any("tensor"), n=w.any("number"))]


def reduced(w: Writer) -> list[str]:
    value = w.one_of(
        "{t}.sum().item()", "float({t}.mean())", "{t}.max().item()", "{t}[0, 1].item()",
        "len({t})", "{t}.size(1)", "{t}.shape[0]", "{t}.numel()", "float({t}.std())",
        "{t}.argmax().item()", "int({t}[1, 1])", "{t}.norm().item()", "{t}.var(0)[0].item()",
    )  # fmt: skip
    return [f"{w.new('number')} = {value.format(t=w.any('tensor'))}"]


INGREDIENTS = [bound, bound, changed, changed, reduced]
