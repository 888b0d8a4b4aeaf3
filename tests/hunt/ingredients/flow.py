"""Branches that give names other kinds, loops, and handlers."""

from tests.hunt.writer import Writer


def rebound(w: Writer) -> list[str]:
    name = w.new("tensor")
    other = w.one_of("{t} * 1", "torch.ones(2, 3)", "torch.zeros(2, 3) + {n}")
    test = w.one_of("{t}.sum() > 1", "{n} > 1", "len({t}) == 2", "({t} > 0).any()")
    values = {"t": w.any("tensor"), "n": w.any("number")}
    return [
        f"if {test.format(**values)}:",
        f"    {name} = {other.format(**values)}",
        "else:",
        f"    {name} = torch.as_tensor({w.any('array')}) + {values['n']}",
    ]


def late(w: Writer) -> list[str]:
    name = w.new("tensor")
    return [
        f"{name} = {w.one_of('0', '0.0', 'None')}",
        "for step in range(3):",
        f"    {name} = {w.any('tensor')} * step if {name} is None else {name} + {w.any('tensor')}",
    ]


def looped(w: Writer) -> list[str]:
    lines, t = w.held("tensor")
    body = w.one_of(
        "{t} = {t} * 0.5 + i", "{t}[i] = {u}[1 - i] + i", "{t} = {t} + {n} ** i", "{t}[i] += i",
        "{t} = {t} if i else {t} + 1", "{t} = torch.where({u} > i, {t}, {t} * 2)",
    )  # fmt: skip
    body = body.format(t=t, u=w.any("tensor"), n=w.any("number"))
    return [*lines, f"for i in range(2):\n    {body}"]


def handled(w: Writer) -> list[str]:
    name = w.new("tensor")
    wrong, error = w.random.choice([
        ("{t} @ {t}", "RuntimeError"), ("{t}.view(7)", "RuntimeError"), ("{t}[5]", "IndexError"),
        ("torch.cat([{t}, {t}[:, :1]])", "RuntimeError"), ("{t} + 1", "RuntimeError"),
    ])  # fmt: skip
    error = w.one_of(error, "(RuntimeError, IndexError)", "Exception")
    return [
        "try:",
        f"    {name} = {wrong.format(t=w.any('tensor'))}",
        f"except {error}:",
        f"    {name} = {w.any('tensor')} * 3",
        f"{name} = {name}.sum() + torch.zeros(2, 3)",
    ]


INGREDIENTS = [rebound, late, looped, handled]
