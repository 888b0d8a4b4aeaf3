"""The last look at the output: what only torch's objects understand is told."""

from __future__ import annotations

import pytest

from porter.accounting import is_suspicious
from porter.verify import verify

HEAD = "import numpy as np\nimport tensorflow as tf\n\n\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("def f(x): return x.unsqueeze(0)", ["unsqueeze"]),
        (
            "def f(net): return [p for p in net.parameters()], net.x.numel()",
            ["parameters", "numel"],
        ),
        ("def f(x): return tf.expand_dims(x, 0) if tf.is_tensor(x) else x.unsqueeze(0)", []),
        ("def f(x): return np.sqrt(x), tf.nn.relu(x), x.numpy()", []),
        ("def f(x): return tf.sqrt(x).clone(), other.sqrt(x)", ["clone", "sqrt"]),
        ("class A:\n    def clone(self): return self\n\ndef f(a): return a.clone()", []),
        ("def f(a): return a.gather(1)", []),  # of another file's class
    ],
)
def test_calls_by_names_of_torch_are_told(line: str, told: list[str]) -> None:
    found = verify("x.py", "", HEAD + line + "\n", [], {"gather"}.__contains__)
    assert [finding.code for finding in found] == ["P103"] * len(told)
    assert {f.message.split("()")[0].split()[-1] for f in found} == set(told)


def test_what_modules_have_needs_no_closer_look() -> None:
    assert not is_suspicious(HEAD + "y = tf.nn.relu(np.sqrt(x))\n")
    assert is_suspicious(HEAD + "y = tf.nn.relu(x).sqrt()\n")
    assert is_suspicious("y = np.sqrt(x)\n")  # np may be anything
