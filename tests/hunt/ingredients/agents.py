"""Agents whose update() has lines of the host between the lines of a step: logs, counters, options
that change, clips behind conditions of every kind, early returns.
"""

from tests.hunt.ingredients.training import NET, OPTIMIZERS
from tests.hunt.writer import Writer

CONDITIONS = (
    "self.options.get('extra')", "self.options.get('extra', 0) > 1", "'extra' in self.options",
    "self.on", "self.n % 2 == 0", "self.n in (1, 3)", "self.is_due()", "callable(self.hook)",
    "self.hook is not None", "len(self.rows) > 2", "self.options['rate'] > 0.4", "bool(self.rows)",
    "isinstance(self.options['rate'], float)", "self.net.training", "x.shape[0] > 1",
    "self.opt.param_groups[0]['lr'] > 0.05",
)  # fmt: skip
OF_THE_LOSS = ("loss.item() > 0.2", "loss > 0.2", "not torch.isnan(loss)")
HOST = (
    "self.n += 1", "self.rows.append(self.n)", "self.options['rate'] *= 0.9", "self.hook = None",
    "self.on = not self.on", "self.options['extra'] = self.n", "self.hook = abs", "self.soft()",
    "for g in self.opt.param_groups:\n    g['lr'] *= 0.9", "self.net.eval()", "self.net.train()",
    "self.best = copy.deepcopy(self.net.state_dict())", "self.mean = 0.9 * self.mean + x.mean(0)",
    "self.rows.pop() if self.rows else None", "print(float(self.n))",
)  # fmt: skip
INPUTS = (
    "", "", "x = x * self.options['rate']", "x = x - self.mean", "y = y.clamp(-0.5, 0.5)",
    "with torch.no_grad():\n    y = 0.9 * y + 0.1 * self.target(x)",
    "x, y = torch.cat([x, x.flip(0)]), torch.cat([y, y])",
)  # fmt: skip
LOSSES = ("F.mse_loss(out, y)", "(out - y).abs().mean()", "F.smooth_l1_loss(out, y)")
TERMS = (
    "loss = loss + 0.01 * sum(p.pow(2).sum() for p in self.net.parameters())",
    "loss = loss * self.options['rate']", "self.rows.append(loss.item())",
    "self.last = loss.item()", "if self.n == 2:\n    return -1.0", "self.kept = loss.detach()",
    "other = (out - self.target(x).detach()).abs().mean()\nloss = loss + 0.1 * other",
)  # fmt: skip
GRADIENTS = (
    "nn.utils.clip_grad_norm_(self.net.parameters(), 0.3)", "self.clip()",
    "nn.utils.clip_grad_norm_(self.net.parameters(), self.options['rate'])",
    "norm = nn.utils.clip_grad_norm_(self.net.parameters(), 0.2)\nself.rows.append(float(norm))",
    "nn.utils.clip_grad_value_(self.net.parameters(), 0.05)",
    "for p in self.net.parameters():\n    if p.grad is not None:\n        p.grad.data.mul_(0.5)",
)  # fmt: skip
AGENT = """\
class {agent}:
    def __init__(self):
        self.net, self.target = {cls}(), {cls}()
        self.opt = {optimizer}
        self.options, self.n, self.on, self.last = dict(rate=0.5), 0, True, 0.0
        self.rows, self.hook, self.best, self.kept = [], None, None, None
        self.mean = torch.zeros(3)

    def is_due(self):
        return self.n % 3 != 1

    def soft(self):
        with torch.no_grad():
            for p, t in zip(self.net.parameters(), self.target.parameters()):
                t.mul_(0.9).add_(0.1 * p)
"""
CLIP = "    def clip(self):\n        nn.utils.clip_grad_norm_(self.net.parameters(), 0.2)\n"


def agent(w: Writer) -> list[str]:
    names = {"cls": w.fresh("Net"), "agent": w.fresh("Agent")}
    w.define(NET.format(cls=names["cls"], activation=w.one_of("torch.tanh", "F.elu")))
    lines = [*_some(w, HOST, 2), w.random.choice(INPUTS), "out = self.net(x)", *_some(w, HOST, 1)]
    lines += [f"loss = {w.random.choice(LOSSES)}", *_some(w, TERMS, 2, OF_THE_LOSS)]
    lines += [w.one_of("self.opt.zero_grad()", "self.net.zero_grad()"), *_some(w, HOST, 1)]
    lines += ["loss.backward()", *_some(w, GRADIENTS, 2, OF_THE_LOSS), *_some(w, HOST, 1)]
    lines += ["self.opt.step()", *_some(w, HOST, 2, OF_THE_LOSS)]
    lines.append(w.one_of("return loss.item()", "return loss.detach()", "return float(loss)"))
    body = "\n".join(f"        {line}" for line in "\n".join(filter(None, lines)).split("\n"))
    optimizer = w.random.choice(OPTIMIZERS).format(net="self.net")
    clip = f"\n{CLIP}" if "self.clip()" in body else ""
    made = AGENT.format(**names, optimizer=optimizer)
    w.define(f"{made}{clip}\n    def update(self, x, y):\n{body}")
    name = w.fresh("agent")
    return [
        f"{name} = {names['agent']}()",
        f"x, y = {w.any('tensor')} * 0.1, {w.any('tensor')} * 0.1",
        f"for step in range(4):\n    print(float({name}.update(x * (step + 1), y)))\n"
        f"    {name}.n += 1\n    if step == 2:\n        {name}.options['extra'] = 2",
        f"print([float(p.sum()) for p in [*{name}.net.parameters(), *{name}.target.parameters()]])",
        f"print(float({name}.n), [float(row) for row in {name}.rows], {name}.options['rate'])",
    ]


def _some(w: Writer, choices: tuple[str, ...], most: int, more: tuple[str, ...] = ()) -> list[str]:
    """A few of these lines, most of them under a condition."""
    found = []
    for _ in range(w.random.randint(0, most)):
        line = w.random.choice(choices)
        test = w.random.choice(CONDITIONS + more)
        if w.random.random() < 0.6:
            inside = line.replace("\n", "\n    ")
            line = f"if {test}:\n    {inside}"
            if w.random.random() < 0.3:
                other = w.random.choice(choices).replace("\n", "\n    ")
                line += f"\nelse:\n    {other}"
        found.append(line)
    return found


INGREDIENTS = [agent]
