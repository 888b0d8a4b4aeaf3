"""New imports of the standard library go into its own group, which stands above the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.pipeline import Converted, convert

NETWORK = "\n\nnet = nn.Linear(2, 3)\n"
ONEDNN = 'os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")'
HEADS = {
    "none": (
        "import numpy as np\nimport torch.nn as nn\n",
        ["import copy", "import os", "", ONEDNN, "", "import keras", "import numpy as np",
         "import tensorflow as tf"],
    ),
    "below a docstring and __future__": (
        '"""A policy."""\n\nfrom __future__ import annotations\n\nimport torch.nn as nn\n',
        ['"""A policy."""', "", "from __future__ import annotations", "", "import copy",
         "import os", "", ONEDNN, "", "import keras", "import numpy as np",
         "import tensorflow as tf"],
    ),
    "names of it": (
        "from math import pi\n\nimport torch.nn as nn\n",
        ["import copy", "import os", "from math import pi", "", ONEDNN, "", "import keras",
         "import numpy as np", "import tensorflow as tf"],
    ),
    "below torch": (
        "import torch.nn as nn\n\nimport time\n",
        ["import copy", "import os", "", ONEDNN, "", "import keras",
         "import numpy as np", "import tensorflow as tf", "", "import time"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_new_imports(name: str) -> None:
    text, expected = HEADS[name]
    port = convert(text + NETWORK)
    assert isinstance(port, Converted)
    head = port.output.partition("\n\n\n")[0].split("\n")
    assert [line.partition("  #")[0] for line in head] == expected


HANDED_ON = (
    'import torch\n\n__all__ = ["torch"]\n',
    "def load():\n    global torch\n    import torch\n",
    "import torch\n\nnames = globals()['torch']\n",
)


@pytest.mark.parametrize("text", HANDED_ON)
def test_an_import_that_is_handed_on_is_told(text: str) -> None:
    found = convert(text)
    assert isinstance(found, Converted)
    assert {finding.code for finding in found.findings} == {"P104"}


# Who takes all that a file has is ported without it: tests/projects/torch_for_nothing runs one.
TAKEN = {"from lib import f, torch": {"P104"}, "from lib import *": set(), "import lib": {"P104"}}


@pytest.mark.parametrize(("taken", "told"), TAKEN.items(), ids=TAKEN)
def test_an_import_that_another_file_takes_is_told(
    tmp_path: Path, taken: str, told: set[str]
) -> None:
    asked = "lib.torch" if taken == "import lib" else "torch"
    (tmp_path / "main.py").write_text(f"{taken}\nprint({asked}.ones(2))\n")
    text = "import torch\n\n\ndef f(x):\n    return x\n"
    (tmp_path / "lib.py").write_text(text)
    found = convert(text, str(tmp_path / "lib.py"), tmp_path)
    assert isinstance(found, Converted)
    assert {finding.code for finding in found.findings} == told
