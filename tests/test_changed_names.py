"""What changes while a program runs: by name in one file, and from another file of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.changed_names import changed_names
from porter.pipeline import Converted, convert


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("agent.ent *= 0.5", {"ent"}),
        ("agent.cfg.vf, other.x = 1, 2", {"vf", "x"}),
        ("runner.table['w'] += 1", {"table"}),
        ("agent.history.append(1)", {"history"}),
        ("setattr(agent, 'ent', 0.5)", {"ent"}),
        ("vars(cfg).update(ent=1.0)\ncfg.__dict__['vf'] = 2", {"ent", "vf"}),
        ("for agent.k in range(3): pass", {"k"}),
        ("type(agent).gamma = 0.5", {"gamma"}),
        ("args = parse()\nargs.n = args.a * 2", set()),  # nobody has used it yet
        ("net = Net()\nnet(x)\nnet.act = 2", {"act"}),
        ("net = Net()\nm = net\nnet(x)\nm.act = 2", {"act"}),
        ("args = parse()\ndef f(): return args.n\nf()\nargs.n = 2", {"n"}),
        ("args = parse()\nfor i in range(3): args.n = i", {"n"}),
        ("args = p.parse_args()\ndef main(args): args.n = 2\nmain(args)", set()),  # its options
        ("args = p.parse_args()\ndef anneal(args): args.n = 2\nanneal(agent)", {"n"}),
        ("args = p.parse_args()\nargs = agent\nfor i in range(3): args.n = i", {"n"}),
    ],
)
def test_attributes(text: str, names: set[str]) -> None:
    assert set(changed_names(text).attributes) == names


def test_own_attributes_are_those_of_the_class() -> None:
    text = "class A:\n    def __init__(self): self.a = 1\n    def f(self): self.b = 2"
    found = changed_names(text)
    assert not found.attributes
    assert {name: set(own) for name, own in found.own.items()} == {"A": {"b"}}


def test_names_that_stand_elsewhere() -> None:
    text = "def f(o, **kw):\n    for k, v in kw.items(): setattr(o, k, v)\nf(a, ent=1)"
    found = changed_names(text)
    assert found.any_name == {""}
    assert "ent" in found.words


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("for k in ('a', 'b'): setattr(o, k, 1)", {"a", "b"}),
        ("for k, v in {'a': 1}.items(): setattr(o, k, v)", {"a"}),
        ("for v, k in ((1, 'a'), (2, 'b')): setattr(o, k, v)", {"a", "b"}),
        ("T = {'a': 1}\ndef f(o):\n  for k, v in T.items(): setattr(o, k, v)", {"a"}),
        ("T = dict(a=1)\nfor k in sorted(T): setattr(o, k, T[k])", {"a"}),
        ("for k in 'a b'.split(): setattr(o, f'{k}_x', 1)", {"a_x", "b_x"}),
        ("for i, k in enumerate(['a']): setattr(o, k + '_x', i)", {"a_x"}),
        ("[setattr(o, k, v) for k, v in zip(('a', 'b'), x)]", {"a", "b"}),
        ("setattr(o, 'a' if new else 'b', 1)", {"a", "b"}),
        ("k = 'a'\nsetattr(o, k, 1)", {"a"}),
    ],
)
def test_names_of_a_table(text: str, names: set[str]) -> None:
    found = changed_names(text)
    assert (set(found.attributes), found.any_name) == (names, set())


@pytest.mark.parametrize(
    "text",
    [
        "T = {'a': 1}\nT['b'] = 2\nfor k in T: setattr(o, k, 1)",
        "T = ['a']\nU = T\nfor k in T: setattr(o, k, 1)",
        "T = ['a']\ngrow(T)\nfor k in T: setattr(o, k, 1)",
        "T = ['a']\nT += ['b']\nfor k in T: setattr(o, k, 1)",
        "T = {'a': 1, **more}\nfor k in T: setattr(o, k, 1)",
        "T = {'a': 1}\nglobals()['T'] = {}\nfor k in T: setattr(o, k, 1)",
        "def f(k):\n  for k in (k, 'a'): setattr(o, k, 1)",
        "for k in ('a',):\n  k = k + x\n  setattr(o, k, 1)",
        "for k in ('a', *more): setattr(o, k, 1)",
        "for k in (['a'],): setattr(o, k[0], 1)",
        "def zip(a, b): return b\nfor k, v in zip(('a',), x): setattr(o, k, v)",
        "for k in ('a',):\n  def f(k): setattr(o, k, 1)",
        "for k in ('a',):\n  for i, (k, v) in x: setattr(o, k, 1)",
        "k = 'a'\ndef f():\n  global k\n  k = x\nsetattr(o, k, 1)",
        "for k, v in T.items(): setattr(o, k, v)\nfrom x import T",
    ],
)
def test_names_that_no_table_tells(text: str) -> None:
    assert changed_names(text).any_name == {""}


AGENT = """\
import torch
from torch import nn

class A:
    def __init__(self):
        self.ent, self.tau = 1.0, 0.5
        self.net, self.old = nn.Linear(3, 1), nn.Linear(3, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def coef(self):
        return 1.0

    def update(self, x):
        loss = self.coef() * self.ent * (self.net(x) - self.tau * self.old(x).detach()).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
"""


def _port(folder: Path, main: str) -> str:
    (folder / "agent.py").write_text(AGENT)
    (folder / "main.py").write_text(main)
    found = convert(AGENT, str(folder / "agent.py"), folder)
    assert isinstance(found, Converted)
    return found.output


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("print(a)", "self._update_body(x)"),
        ("a.ent *= 0.5", "self.ent, tf.float32))"),
        ("a.old = copy(a.net)", "self._update_body(x, self.old)"),
        ("setattr(a, 'old', b)", "self._update_body(x, self.old)"),
        ("for k in ('old',): setattr(a, k, b)", "self._update_body(x, self.old)"),
        ("for k in ('new', 'old'): setattr(c, 'x', k)", "self._update_body(x)"),
        ("import s\ns.T['old'] = b\ns.f(a)", "self._update_body(x, self.old)"),
        ("from s import T\nT['old'] = b\nimport s\ns.f(a)", "self._update_body(x, self.old)"),
        ("from s import f\nf(a, old=1)", "self._update_body(x)"),
    ],
)
def test_other_file_changes_what_a_trace_reads(tmp_path: Path, line: str, call: str) -> None:
    main = f"from agent import A\na = A()\na.update(1)\n{line}\n"
    table = "T = {'k': 1}\ndef f(a, **old):\n    for k, v in T.items(): setattr(a, k, v)\n"
    (tmp_path / "s.py").write_text(table)
    assert call in _port(tmp_path, main)


def test_subclass_in_another_file(tmp_path: Path) -> None:
    main = "from agent import A\nclass B(A):\n    def coef(self):\n        self.t = self.t + 1\n"
    assert "_update_body" not in _port(tmp_path, f"{main}        return self.t\n")


def test_methods_of_other_classes_change_their_own(tmp_path: Path) -> None:
    main = "from agent import A\nclass Other:\n    def f(self): self.ent = 2\n"
    assert "self._update_body(x)" in _port(tmp_path, main)


@pytest.mark.parametrize(
    ("bases", "call"),
    [("", "self._update_body(x)"), ("(A)", "self._update_body(x, self.old)")],
)
def test_setattr_changes_objects_of_its_class(tmp_path: Path, bases: str, call: str) -> None:
    main = f"from agent import A\nclass Other{bases}:\n    def f(self, **kw):\n"
    main += "        for k, v in kw.items():\n            setattr(self, k, v)\n"
    assert call in _port(tmp_path, f"{main}Other().f(old=1)\n")


def test_a_file_that_only_has_the_name_of_a_library_module(tmp_path: Path) -> None:
    """`torch.utils.data` is not data.py."""
    (tmp_path / "data.py").write_text("def f(a):\n    a.old = 1\n")
    main = "import torch.utils.data\nfrom agent import A\n"
    assert "self._update_body(x)" in _port(tmp_path, main)


def test_an_import_over_several_lines(tmp_path: Path) -> None:
    (tmp_path / "data.py").write_text("def f(a):\n    a.old = 1\n")
    main = "from agent import (\n    A,  # agent\n)\nfrom data import (\n    f,\n)\n"
    assert "self._update_body(x, self.old)" in _port(tmp_path, main)


def test_a_number_that_a_function_gets_does_not_change(tmp_path: Path) -> None:
    main = "from agent import A\nimport helper\na = A()\nhelper.f(a.ent)\n"
    assert "self._update_body(x)" in _port(tmp_path, main)
