"""Nothing that porter adds is called like something of the program's own, or hides it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from porter.pipeline import Converted, Options, convert

HEAD = "import torch\nimport torch.nn.functional as F\n"
POOL = "print(F.max_pool2d(torch.ones(1, 1, 4, 4), 2))\n"  # needs pool, sizes, windows_of, …
NEEDS = {"max_pool", "overhang", "pad_windows", "pool", "sizes", "windows_of"}


def port_of(text: str, path: str = "<stdin>", root: Path | None = None) -> str:
    port = convert(text, path, root, Options())
    assert isinstance(port, Converted)
    assert not port.findings
    return port.output


def defined(text: str) -> list[str]:
    tree = ast.parse(text)
    return [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("def pool(x):\n    return x\n", {"pool"}),
        ("class A:\n    def sizes(self):\n        return 1\n", {"sizes"}),
        ("def f(pool, *sizes, **windows_of):\n    return pool\n", {"pool", "sizes", "windows_of"}),
        ("sizes = torch_sizes = 3\n", {"sizes"}),
        ("globals().update(pool=3)\nprint(pool)\n", {"pool"}),
        ("from utils import pool, size as sizes\n", {"pool", "sizes"}),
        ("match [1]:\n    case [pool, *sizes]:\n        print(pool)\n", {"pool", "sizes"}),
        ("from utils import *\n", NEEDS),
        ("", set()),
    ],
)
def test_blocks_of_blocks_have_other_names(text: str, taken: set[str]) -> None:
    port = port_of(HEAD + text + POOL)
    own = defined(text)
    found = [name for name in defined(port) if name not in own]
    again = "torch_sizes" in text
    assert {*found} == (NEEDS - taken) | {f"torch_{n}{'_' if again else ''}" for n in taken}


def test_names_of_pythons_own_that_the_program_has_for_something_else() -> None:
    port = port_of(HEAD + "def max(a, b):\n    return 0\n\n\nlen = 3\n" + POOL)
    assert "import builtins\n" in port
    assert "builtins.len(kernel)" in port
    assert "builtins.max(dilation[:2])" in port
    assert "import builtins" not in port_of(HEAD + "def f(max):\n    return max\n\n\n" + POOL)


def test_a_module_whose_name_is_bound_to_something_else_as_well() -> None:
    text = "import numpy as np\nimport torch\n\n\ndef f(np):\n    return torch.from_numpy(np)\n"
    port = port_of(f"{text}\n\nx = torch.distributions.Normal(0.0, 1.0)\nprint(f(np.ones(3)))\n")
    assert "import numpy as np_\n" in port


def test_what_other_files_bring_in_and_what_they_take(tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text("def pool(x):\n    return x\n")
    (tmp_path / "nets.py").write_text(f"{HEAD}\n\ndef f(x):\n    return F.max_pool2d(x, 2)\n")
    (tmp_path / "main.py").write_text(
        "from utils import *\nfrom nets import *\n\nprint(pool(sizes))\n"
    )
    nets = port_of((tmp_path / "nets.py").read_text(), str(tmp_path / "nets.py"), tmp_path)
    assert {"torch_pool", "torch_sizes", "windows_of"} <= {*defined(nets)}
    text = f"{HEAD}from utils import *\n\n{POOL}"
    main = port_of(text, str(tmp_path / "other.py"), tmp_path)
    assert {"torch_pool", "sizes"} <= {*defined(main)}
