"""No comment of the original is lost, wherever it stands."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter

import pytest

from porter.pipeline import Converted, Options, convert

TEXT = """\
import torch  # the library
import torch.nn as nn  # type: ignore

net = nn.Linear(2, 2)
with torch.no_grad():  # no gradient
    for p in net.parameters():  # each
        p.data.copy_(  # why
            p.data * 2  # doubled
        )
net.train(  # mode
)


class Agent:
    # the step
    def step(self, x):
        opt = torch.optim.Adam(  # Adam
            net.parameters(),  # all
            lr=1e-3,  # rate
        )
        opt.zero_grad(  # clear
        )
        loss = (  # the loss
            net(x)  # forward
            .sum()  # sum
        )
        loss.backward(  # back
        )  # behind
        opt.step(  # step
        )
        if loss.detach(  # cut
        ).cpu(  # host
        ).numpy() > 0:  # above
            return x.view(  # view
                # shape
                -1  # twice
            )
        else:  # below
            return torch.cat(  # joined
                [x, x],  # twice
                dim=1,  # columns
            )
# the end
"""


def comments(text: str) -> Counter[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_comment_is_kept(newline: str) -> None:
    text = TEXT.replace("\n", newline)
    outcome = convert(text, options=Options(lines=True))
    assert isinstance(outcome, Converted)
    ast.parse(outcome.output)
    assert not comments(text) - comments(outcome.output)
    assert ("\r\n" in outcome.output) == (newline == "\r\n")
    lines = outcome.output.splitlines()
    above = next(
        line for source, line in outcome.lines if text.splitlines()[source - 1].endswith("# why")
    )
    assert [line.strip() for line in lines[above - 3 : above]] == [
        "# why",
        "# doubled",
        "p.assign(p * 2)",
    ]
