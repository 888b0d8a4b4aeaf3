"""Probes change nothing of a program, and stand where they say."""

from __future__ import annotations

import ast
import contextlib
import io
from pathlib import Path

import pytest

from porter.evidence.model import Mark, Place, Value
from porter.observe.instrument import PROBE, RAN, instrumented
from tests.observe.programs import by_text, seen_in

PROGRAMS = {
    "classes": """
class Base:
    def name(self): return "base"
class Own(Base):
    __hidden = [1, 2]
    def name(self): return super().name() + str(self.__hidden[0]) + __class__.__name__
    @property
    def twice(self): return [x * 2 for x in self.__hidden]
    @classmethod
    def make(cls, *args, **kwargs): return cls(*args, **kwargs)
own = Own.make()
print(own.name(), own.twice, [own.name() for _ in range(2)])
""",
    "scopes": """
def outer(n=len("abc"), *, m=max(1, 2)):
    total = 0
    def inner(x):
        nonlocal total
        total += x
        return total
    return [inner(i) for i in range(n)], (lambda y: y + total)(m), {k: v for k, v in zip("a", "c")}
print(outer(), (y := 10), y, sorted({3, 1, 2}, key=lambda v: -v))
a, *b = [1, 2, 3]
d = {"x": [1, 2]}
d["x"][0] += 5
del d["x"][1]
print(a, b, d, a if b else d, not a, -a, a < y < 20)
""",
    "generators": """
import asyncio
def numbers(n):
    got = yield n
    yield from (i for i in range(got))
it = numbers(3)
print(next(it), it.send(2), list(it))
async def wait(): return await asyncio.sleep(0, result="slept")
print(asyncio.run(wait()))
""",
    "statements": """
from dataclasses import dataclass
@dataclass
class Point:
    x: "int" = 1
    y: list[int] | None = None
match Point(2):
    case Point(x=2) as p if p.x == int("2"): print("matched", p)
try:
    Point(1).z.w
except AttributeError as error:
    print(error)
with open(__file__) as f: print(len(f.readline()))
assert p.x, "never"
print(f"{p.x:>5} {p!r} {'%s' % p.y}", __name__)
for i, (j, k) in enumerate([(1, 2)]): print(i, j, k)
else: print("done")
""",
    "text": 'ä = "öü"; é = [ä.upper(), "ß".join([ä, "x"])]\nprint(é[0], é)\n',
}


def plainly(path: Path) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        exec(code, {"__name__": "__main__", "__file__": str(path)})
    return printed.getvalue()


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_nothing_changes(text: str, tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(text, "utf-8")
    evidence, printed, _ = seen_in(script)
    assert printed == plainly(script)
    assert evidence.files["program.py"].places


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_places_are_those_of_expressions(text: str) -> None:
    places: list[Place] = []
    marks: list[Mark] = []
    instrumented(
        text,
        "program.py",
        lambda place: places.append(place) or len(places),
        lambda mark: marks.append(mark) or len(marks),
    )
    assert len(places) == len(set(places))
    assert len(marks) == len(set(marks))
    lines = text.splitlines()
    for line, column, end_line, end_column in places:
        assert line == end_line
        ast.parse(lines[line - 1][column - 1 : end_column - 1], mode="eval")


def test_an_exception_has_its_own_lines_and_no_frame_of_a_probe(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text("def f(x):\n    return x.missing\n\nf([1])\n")
    with pytest.raises(AttributeError) as failure:
        seen_in(script)
    own = [e for e in failure.traceback if Path(e.path) == script]
    assert [e.lineno + 1 for e in own] == [4, 2]
    assert failure.traceback[-1] == own[-1]


def test_what_is_counted(tmp_path: Path) -> None:
    (tmp_path / "halves.py").write_text("class Net:\n    pass\n\ndef give(x):\n    return x\n")
    script = tmp_path / "program.py"
    script.write_text(
        "import numpy as np\nimport torch\nimport halves\n"
        "for n in (2, 3):\n"
        "    x = halves.give(torch.zeros(n, 4))\n"
        "    y = [x.sum(), np.ones(3)]\n"
        "net = halves.Net()\n"
        "layer = halves.give(torch.nn.Linear(1, 1))\n"
        "for one in (1.0, None):\n"
        "    halves.give(one)\n"
        "optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)\n"
        "weight = halves.give(layer.weight)\n"
        "pair = halves.give((1, torch.ones(2)))\n"
    )
    evidence, _, _ = seen_in(script)
    found = by_text(evidence, script)
    assert found["halves.give(torch.zeros(n, 4))"] == {Value("tensor", "float32", (None, 4)): 2}
    assert found["x"] == {Value("tensor", "float32", (None, 4)): 2}
    assert found["x.sum()"] == {Value("tensor", "float32", ()): 2}
    assert found["np.ones(3)"] == {Value("array", "float64", (3,)): 2}
    assert found["halves.Net()"] == {Value("object", "Net", file="halves.py"): 1}
    layer = Value("network", "torch.nn.modules.linear.Linear")
    assert found["halves.give(torch.nn.Linear(1, 1))"] == {layer: 1}
    assert found["one"] == {Value("number", "float"): 1, Value("none"): 1}
    assert found["torch.optim.SGD(layer.parameters(), lr=0.1)"] == {
        Value("optimizer", "torch.optim.sgd.SGD"): 1
    }
    assert found["halves.give(layer.weight)"] == {Value("parameter", "float32", (1, 1)): 1}
    items = Value("number", "int"), Value("tensor", "float32", (None,))
    assert found["halves.give((1, torch.ones(2)))"] == {Value("tuple", items=items): 1}
    assert sum(by_text(evidence, tmp_path / "halves.py")["x"].values()) == 7


def test_many_sizes_are_counted_as_one_kind(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text("import numpy as np\nfor n in range(100):\n    np.ones(n).sum()\n")
    evidence, _, _ = seen_in(script)
    assert evidence.files["program.py"].places[3, 5, 3, 15] == {
        Value("array", "float64", (None,)): 100
    }


def test_a_value_that_fails_when_it_is_looked_at_is_handed_on(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(
        "import numpy as np\n\n\nclass Odd(np.ndarray):\n"
        "    @property\n    def shape(self):\n        raise ValueError\n\n\n"
        "odd = np.zeros(2).view(Odd)\nprint(len(odd))\n"
    )
    assert seen_in(script)[1] == "2\n"


@pytest.mark.parametrize("name", [PROBE, RAN])
def test_no_module_has_the_name_of_the_probe(name: str) -> None:
    assert name.startswith("__")
    assert name.endswith("__")  # no class mangles it


def test_a_parameter_that_is_called_as_a_function_elsewhere_is_seen(tmp_path: Path) -> None:
    script = tmp_path / "names.py"
    script.write_text(
        "import torch\n"
        "def tensor(*args): return torch.tensor(*args)\n"
        "def double(tensor): return tensor.data.mul_(2)\n"
        "print(double(torch.nn.Parameter(torch.ones(2))).sum().item())\n"
    )
    evidence, printed, _ = seen_in(script)
    assert printed == "4.0\n"
    ((value, calls),) = by_text(evidence, script)["tensor"].items()
    assert (value.kind, calls) == ("parameter", 1)


RAN_OR_NOT = '''"""The statements that run end with "# ran"."""
from __future__ import annotations
import sys  # ran
class Shop:  # ran
    """A class."""
    size = 3
    if len(sys.argv) > 90:
        size = 4
    else:
        size = 5  # ran
    def used(self, x):
        """It runs."""
        if x > 1: y = 1; return y
        else: y = 2; y += 1; return y
        return 3
    def unused(self):
        print("never")
def decorate(f): return f
@decorate
def main():  # ran
    try:  # ran
        Shop().used(0)  # ran
        int("x")  # ran
        print("never")
    except TypeError:
        print("never")
    except ValueError:
        print("caught")  # ran
    finally:
        print("last")  # ran
    for i in range(0):  # ran
        print("never")
    else:
        print("else")  # ran
    while True:  # ran
        break  # ran
    with open(__file__) as file:  # ran
        file.readline()  # ran
    match [1]:  # ran
        case [2]:
            print("never")
        case _:
            later = lambda: print("lambda")  # ran
    def inner():  # ran
        print("never")
    return later  # ran
main()()  # ran
'''


def test_statements_that_ran(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(RAN_OR_NOT, "utf-8")
    evidence, printed, _ = seen_in(script)
    assert printed == plainly(script)
    ran = evidence.files["program.py"].ran
    assert ran is not None
    lines = RAN_OR_NOT.splitlines()
    told = {number for number, line in enumerate(lines, 1) if line.endswith("# ran")}
    number = {line: n for n, line in enumerate(lines, 1)}
    used = number["        else: y = 2; y += 1; return y"]
    decorator = number["def decorate(f): return f"]
    assert {line for line, _ in ran} == told | {used, used - 1, decorator}
    assert {column for line, column in ran if line == used} == {15, 22, 30}  # of three
    assert {column for line, column in ran if line == used - 1} == {9}  # of the condition alone
    assert {column for line, column in ran if line == decorator} == {1, 18}


def test_what_no_probe_can_reach_has_marks(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text("x = [" + "-" * 900 + "1]\nif x == [2]:\n    print(x)\nprint(x)\n")
    evidence, printed, _ = seen_in(script)
    assert printed == "[1]\n"
    assert evidence.files["program.py"].ran == {(1, 1), (2, 1), (4, 1)}


def test_a_file_that_is_compiled_twice_ran_where_either_did(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(
        "x = len([1])\n"
        "if __name__ == '__main__':\n    import program\n    print(program.x)\n"
        "else:\n    x = 5\n"
    )
    evidence, printed, _ = seen_in(script)
    assert printed == "5\n"
    assert evidence.files["program.py"].ran == {(1, 1), (2, 1), (3, 5), (4, 5), (6, 5)}
    assert sum(by_text(evidence, script)["len([1])"].values()) == 2


COMPILED = """
import dis

def njit(function):
    names = set(function.__code__.co_names)
    assert not any("porter" in name for name in names), names
    return function

@njit
def total(x):
    y = 0
    for v in x:
        y += v
    return y

print(total([1, 2]))
"""


def test_what_numba_compiles_has_no_probes(tmp_path: Path) -> None:
    """It is taken to have run, since it can't tell."""
    script = tmp_path / "program.py"
    script.write_text(COMPILED)
    evidence, printed, _ = seen_in(script)
    assert printed == "3\n"
    ran = evidence.files["program.py"].ran
    assert ran is not None
    assert {line for line, _ in ran} >= set(range(10, 15))
