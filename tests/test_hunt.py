"""A short search for programs whose port is wrong without a word; `make hunt` is the long one."""

from __future__ import annotations

from tests.hunt.__main__ import hunt
from tests.hunt.shrink import smaller
from tests.hunt.verdict import WRONG, verdict
from tests.hunt.writer import START

# A network whose gradients are rounding errors: single precision learns something else.
SATURATED = f"""{START}net = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 3))
for p in net.parameters():
    nn.init.constant_(p, 0.1)
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=0.01)
x = torch.arange(6.0).view(2, 3) * 8 + 20
for step in range(3):
    loss = ((net(x) - x * 2) ** 2).mean()
    loss.backward()
    opt.step()
print([float(p.sum()) for p in net.parameters()])
"""


def test_no_program_is_wrong_without_a_word() -> None:
    found = hunt(range(25), shrinks=False)
    assert not [kind for kind in WRONG if found[kind]]
    assert found["equal"] >= 10


def test_a_wrong_number_is_found() -> None:
    text = f"{START}x = torch.ones(2)\nprint(float(x.sum()) * 3)\n"
    assert verdict(text)[0] == "equal"
    assert verdict(text.replace("3)", "(3 if 'torch' in globals() else 2))"))[0] == "DIFFERENT"
    assert verdict(f"{text}y = x[7]\n")[0] == "stops"


def test_a_program_is_shrunk_to_what_is_wrong_in_it() -> None:
    statements = ["a = 1", "for i in range(2):\n    b = 2\n    c = 3", "print(a)"]
    assert smaller(["def f():\n    pass"], statements, lambda text: "c = 3" in text) == (
        [],
        ["    c = 3"],
    )


def test_a_difference_of_rounding_is_none() -> None:
    """A saturated network lets them grow, so both sides are run in double precision, too."""
    assert verdict(SATURATED).kind == "equal"
    wrong = SATURATED.replace("lr=0.1", "lr=0.1 if 'torch' in globals() else 0.2")
    assert verdict(wrong).kind == "DIFFERENT"
