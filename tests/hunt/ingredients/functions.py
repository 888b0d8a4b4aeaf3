"""Functions whose parameters have no kind, callers that disagree, closures, generators."""

from tests.hunt.writer import Writer

BODIES = (
    "return q * 2 + 1", "return q - q.mean()", "return q.sum() + q * 0", "return abs(q)",
    "q = q + 1\n    return q * q", "return q[0] + q", "return q / 2 if q.sum() > 1 else q * 3",
    "return (q - q.min()) / (q.max() - q.min() + 1)", "return q.clip(-1, 1)", "return q ** 2",
    "return q.reshape(3, 2).T", "return q.astype('float32') if hasattr(q, 'astype') else q",
    "q[0] = 1.5\n    return q + 0", "q += 1\n    return q * 1", "return q.std() * q",
    "return q.T.T + len(q)", "return q.max(1)[0].sum() + q if hasattr(q, 'numel') else q",
)  # fmt: skip


def function(w: Writer) -> str:
    name = w.fresh("helper")
    w.define(f"def {name}(q):\n    {w.random.choice(BODIES)}")
    return name


def called(w: Writer) -> list[str]:
    name, t = function(w), w.new("tensor")
    return [f"{t} = {name}({w.any('tensor')} * 1)"]


def called_by_both(w: Writer) -> list[str]:
    name = function(w)
    lines, t = w.held("tensor")
    more, a = w.held("array")
    calls = [f"{w.new('tensor')} = {name}({t})", f"{w.new('array')} = {name}({a})"]
    w.random.shuffle(calls)
    return [*lines, *more, *calls]


def closure(w: Writer) -> list[str]:
    lines, t = w.held("tensor")
    name = w.fresh("inner")
    return [
        *lines,
        f"{name} = lambda q: q * {t}.mean() + {w.any('number')}",
        w.one_of(f"{t} = {t} + 1", f"{t}[0] = 2.0", ""),
        f"{w.new('tensor')} = {name}({w.any('tensor')})",
    ]


def generated(w: Writer) -> list[str]:
    name, total = w.fresh("rows"), w.new("tensor")
    w.define(f"def {name}(q):\n    for row in q:\n        yield row * 2")
    read = w.one_of("torch.stack(list({g}))", "sum({g}) + torch.zeros(2, 3)")
    given = f"{name}({w.any('tensor')})"
    return [f"{total} = {read.format(g=given)}"]


def defaults(w: Writer) -> list[str]:
    name = w.fresh("scaled")
    w.define(f"def {name}(q, by=2.0, *more, shift=None):\n"
             f"    q = q * by\n    return q if shift is None else q + shift")  # fmt: skip
    call = w.one_of("({t})", "({t}, {n})", "({t}, shift={u})", "({t}, by={u})", "({t}, {n}, 1)")
    given = call.format(t=w.any("tensor"), u=w.any("tensor"), n=w.any("number"))
    return [f"{w.new('tensor')} = {name}{given}"]


INGREDIENTS = [called, called_by_both, closure, generated, defaults]
