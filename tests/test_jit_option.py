"""`porter convert --jit`: which bodies XLA compiles."""

from porter.pipeline import Converted, Options, convert

UPDATE = """
import torch
import torch.nn as nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def update(x, done):
    value = net(x){rows}
    loss = value.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


update(torch.ones(4, 3), torch.tensor([True, False, True, True]))
"""


def ported(rows: str) -> Converted:
    outcome = convert(UPDATE.format(rows=rows), "agent.py", None, Options(jit=True))
    assert isinstance(outcome, Converted)
    return outcome


def test_an_update_is_compiled() -> None:
    assert ported("").output.count("jit_compile=True") == 1


def test_rows_that_a_mask_chooses_are_not_and_a_note_tells() -> None:
    outcome = ported("[~done]")
    assert "jit_compile" not in outcome.output
    assert "@one_op\n@tf.function\ndef update" in outcome.output
    (note,) = [f for f in outcome.findings if "compiled" in f.message]
    assert (note.code, note.line) == ("N403", 10)
