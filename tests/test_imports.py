"""New imports of the standard library go into its own group, which stands above the others."""

from __future__ import annotations

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
