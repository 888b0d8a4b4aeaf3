"""Lists, tuples and dictionaries of tensors."""

from tests.hunt.writer import Writer


def listed(w: Writer) -> list[str]:
    name, total = w.fresh("items"), w.new("tensor")
    first, second = w.any("tensor"), w.any("tensor")
    way = w.one_of(
        "sum({items}) / 2", "torch.stack({items}).mean(0)", "{items}[0] + {items}[-1]",
        "max({items}, key=lambda q: q.sum().item())", "[q * 2 for q in {items}][1]",
        "torch.cat({items})[:2]", "{items}.pop()", "list(reversed({items}))[0]",
    )  # fmt: skip
    return [
        f"{name} = [{first}, {second}]",
        w.one_of(f"{name}.append({w.any('tensor')})", f"{name}[0] = {name}[0] + 1", ""),
        f"{total} = {way.format(items=name)}",
    ]


def by_name(w: Writer) -> list[str]:
    name, value = w.fresh("table"), w.new("tensor")
    change = w.one_of('["x"] = {t} + 1', '["y"] = {t}', ".update(x={t})", '["x"] += 1')
    read = w.one_of('["x"] * 2', '.get("x")', '.pop("x")')
    return [
        f'{name} = {{"x": {w.any("tensor")}, "n": {w.any("number")}}}',
        name + change.format(t=w.any("tensor")),
        f"{value} = {name}{read}",
    ]


def unpacked(w: Writer) -> list[str]:
    one, other = w.any("tensor"), w.any("tensor")
    a, b = w.new("tensor"), w.new("tensor")
    return [w.one_of(
        f"{a}, {b} = {one}, {other} + 1", f"{a}, {b} = [q * 2 for q in ({one}, {other})]",
        f"({a}, {b}), _ = ({one}, {other}), 3", f"{a}, *rest = {one}, {other}; {b} = rest[0]",
        f"{a} = {b} = {one} * 1",
    )]  # fmt: skip


INGREDIENTS = [listed, by_name, unpacked]
