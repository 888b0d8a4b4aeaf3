"""Update steps of odd shapes: where the loss, its gradients and the step come from."""

from tests.hunt.ingredients.training import LOSSES, NET, OPTIMIZERS
from tests.hunt.writer import Writer

# How the losses `one` and `other` become gradients.
BACKWARDS = (
    "(one + other).backward()", "one.backward()\nother.backward()",
    "losses = [one, other]\nsum(losses).backward()",
    "losses = []\nlosses.append(one)\nlosses.append(other)\ntorch.stack(losses).mean().backward()",
    "for loss in (one, other):\n    loss.backward()", "(one / 2).backward()",
    "one.backward(retain_graph=True)\n(one * 0.5).backward()",
    "try:\n    one.backward()\nexcept RuntimeError:\n    print(-1.0)",
    "losses = dict(a=one, b=other)\nlosses['a'].backward()", "{update}_back(one, other)",
    "if step % 2:\n    one.backward()\nelse:\n    other.backward()",
    "for p, g in zip({net}.parameters(), torch.autograd.grad(one, list({net}.parameters()))):\n"
    "    p.grad = g",
)  # fmt: skip
# What is done with the gradients before the step.
READS = (
    "", "", "for p in {net}.parameters():\n    p.grad *= 0.5",
    "for p in {net}.parameters():\n    p.grad.data.clamp_(-0.1, 0.1)",
    "for p in {net}.parameters():\n    if p.grad is not None:\n        p.grad.mul_(0.5)",
    "print([float(p.grad.sum()) for p in {net}.parameters()])",
    "nn.utils.clip_grad_norm_({net}.parameters(), 0.5)", "{net}.out.weight.grad[0] = 0.0",
    "norm = sum(p.grad.norm() for p in {net}.parameters())\nprint(norm.item())",
)  # fmt: skip
STEPS = (
    "{opt}.step()", "{opt}.step()", "if step % 2:\n    {opt}.step()\n    {opt}.zero_grad()",
    "if one.item() > 0:\n    {opt}.step()", "{update}_apply({opt})",
    "with torch.no_grad():\n    for p in {net}.parameters():\n        p -= 0.1 * p.grad",
    "try:\n    {opt}.step()\nfinally:\n    print(1.0)",
)  # fmt: skip
CLEARS = (
    "{opt}.zero_grad()", "{net}.zero_grad()", "for p in {net}.parameters():\n    p.grad = None", "",
)  # fmt: skip
AFTER = (
    "", "", "{target}.load_state_dict({net}.state_dict())",
    "for a, b in zip({target}.parameters(), {net}.parameters()):\n"
    "    a.data.copy_(0.5 * a.data + 0.5 * b.data)",
    "if step == 1:\n    {target}.load_state_dict({net}.state_dict())",
)  # fmt: skip
# Functions that get the losses, or the optimizer.
HELPERS = {
    "_back": "def {update}_back(one, other):\n    (one - 0.1 * other).backward()",
    "_apply": "def {update}_apply(opt):\n    opt.step()\n    opt.zero_grad()",
}


def updated(w: Writer) -> list[str]:
    names = {"cls": w.fresh("Net"), "net": w.fresh("net"), "opt": w.fresh("opt")}
    names |= {"target": w.fresh("target"), "update": w.fresh("update")}
    activation = w.one_of("torch.relu", "torch.tanh", "F.elu")
    w.define(NET.format(cls=names["cls"], activation=activation))
    one, other = (w.random.choice(LOSSES).format(net=names["net"]) for _ in range(2))
    if w.random.random() < 0.5:
        other = f"F.mse_loss({names['net']}(x), y + 0.9 * {names['target']}(x).detach())"
    if w.random.random() < 0.3:  # in a function of its own
        w.define(f"def {names['update']}_loss({names['net']}, x, y, cfg):\n    return {one}")
        one = f"{names['update']}_loss({names['net']}, x, y, cfg)"
    clear, first = w.random.choice(CLEARS), w.random.random() < 0.5
    parts = [
        clear if first else "",
        f"one = {one}\nother = {other}",
        "" if first else clear,
        *(w.random.choice(part) for part in (BACKWARDS, READS, STEPS, AFTER)),
        "print(one.item())",
    ]
    lines = "\n".join(part.format(**names) for part in parts if part).split("\n")
    for called, definition in HELPERS.items():
        if f"{names['update']}{called}(" in "\n".join(lines):
            w.define(definition.format(**names))
    made = [
        f"{names['net']} = {names['cls']}()",
        f"{names['target']} = copy.deepcopy({names['net']})",
        f"{names['opt']} = {w.random.choice(OPTIMIZERS).format(**names)}",
        f"x, y, cfg = {w.any('tensor')} * 0.1, {w.any('tensor')} * 0.1, dict(k=1.0)",
    ]
    step = "\n".join(f"    {line}" for line in lines)
    loop = f"for step in range(3):\n{step}"
    if w.random.random() < 0.5:
        called = f"    {names['update']}(step, x, y, cfg)"
        loop = f"def {names['update']}(step, x, y, cfg):\n{step}\nfor step in range(3):\n{called}"
    return [*made, loop, f"print([float(p.sum()) for p in {names['net']}.parameters()])"]


INGREDIENTS = [updated]
