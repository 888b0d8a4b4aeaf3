"""Objects with attributes, properties, inheritance and methods that others override."""

from tests.hunt.writer import Writer


def stateful(w: Writer) -> list[str]:
    cls, thing = w.fresh("Box"), w.fresh("box")
    update = w.one_of("self.q = self.q + q", "self.q += q", "self.q[0] = q[1]", "self.q = q")
    w.define(
        f"class {cls}:\n    def __init__(self, q):\n        self.q, self.seen = q, []\n\n"
        f"    def put(self, q):\n        {update}\n        self.seen.append(q)\n"
        f"        return self\n\n"
        f"    @property\n    def total(self):\n        return self.q.sum() + len(self.seen)"
    )
    start = w.one_of("{t}", "{t}.clone()", "{t} * 2").format(t=w.any("tensor"))
    return [
        f"{thing} = {cls}({start})",
        f"{thing}.put({w.any('tensor')}).put({w.any('tensor')} + 1)",
        w.one_of(f"{thing}.q = {thing}.q * 2", f"{thing}.q.add_(1)", ""),
        f"{w.new('tensor')} = {thing}.q + {thing}.total",
    ]


def overridden(w: Writer) -> list[str]:
    base, heir = w.fresh("Base"), w.fresh("Heir")
    w.define(
        f"class {base}:\n    scale = 2.0\n\n    def coef(self):\n        return self.scale\n\n"
        f"    def __call__(self, q):\n        return self.shaped(q) * self.coef()\n\n"
        f"    def shaped(self, q):\n        return q\n\n\n"
        f"class {heir}({base}):\n    def coef(self):\n        return super().coef() + 1\n\n"
        f"    def shaped(self, q):\n        return q - q.mean()"
    )
    made = w.one_of(f"{heir}()", f"{base}()", f"{heir}() if {w.any('number')} > 0 else {base}()")
    thing = w.fresh("thing")
    return [
        f"{thing} = {made}",
        w.one_of(f"{thing}.scale = {w.any('number')}", f"{base}.scale = 3.0", ""),
        f"{w.new('tensor')} = {thing}({w.any('tensor')})",
    ]


INGREDIENTS = [stateful, overridden]
