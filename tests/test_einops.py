"""einops in networks: its layers for torch become layers of the port, its functions stay."""

import subprocess
import sys

import pytest

pytest.importorskip("einops")

NETWORK = """
import torch
from einops import pack, rearrange, reduce, repeat, unpack
from einops.layers.torch import Rearrange, Reduce
from torch import nn


class Patches(nn.Module):
    def __init__(self, learned=True):
        super().__init__()
        self.embed = nn.Sequential(
            Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=2, q=2), nn.Linear(12, 8)
        )
        self.token = nn.Parameter(torch.randn(1, 1, 8)) if learned else None
        self.pool = Reduce("b n d -> b d", "mean")

    def forward(self, x):
        x = self.embed(x)
        token = repeat(self.token, "1 1 d -> b 1 d", b=x.shape[0])
        x, shapes = pack([token, x], "b * d")
        q = rearrange(x, "b n (h d) -> b h n d", h=2)
        first, rest = unpack(x, shapes, "b * d")
        return self.pool(rest * first) + reduce(q, "b h n d -> b (h d)", "max")
"""


@pytest.mark.parametrize("helpers", ["module", pytest.param("inline", marks=pytest.mark.slow)])
def test_network(tmp_path, helpers):
    """The same outputs and gradients as the original's."""
    original, port = tmp_path / "net.py", tmp_path / "port" / "net.py"
    original.write_text(NETWORK)
    porter = [sys.executable, "-m", "porter"]
    convert = [*porter, "convert", original, "-o", port, "--helpers", helpers]
    subprocess.run(convert, check=True, capture_output=True)
    check = [*porter, "check", original, port, "--module", "Patches"]
    check += ["--input", "2x3x4x4", "--precision", "float64"]
    done = subprocess.run(check, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
