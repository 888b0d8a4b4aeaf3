"""Networks, losses and update steps, and what changes between them."""

from tests.hunt.writer import Writer

NET = """\
class {cls}(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.out = nn.Linear(4, 3)
        self.scale = 1.0
        for p in self.parameters():
            nn.init.constant_(p, 0.1)

    def forward(self, x):
        return self.out({activation}(self.fc(x))) * self.scale"""
OPTIMIZERS = (
    "torch.optim.SGD({net}.parameters(), lr=0.1)",
    "torch.optim.Adam({net}.parameters(), lr=0.01)",
    "torch.optim.SGD({net}.parameters(), lr=0.1, momentum=0.9, weight_decay=0.01)",
    "torch.optim.RMSprop({net}.out.parameters(), lr=0.01)",
)
LOSSES = (
    "F.mse_loss({net}(x), y)", "(({net}(x) - y) ** 2).mean()", "{net}(x).pow(2).sum() * cfg['k']",
    "F.smooth_l1_loss({net}(x), y.detach())", "F.mse_loss({net}(x), {net}(y).detach())",
    "({net}(x) * y).sum() + 0.01 * sum(p.pow(2).sum() for p in {net}.parameters())",
)  # fmt: skip
BETWEEN = (
    "", "cfg['k'] *= 0.5", "{net}.scale = 0.5", "{opt}.param_groups[0]['lr'] = 0.05",
    "target = copy.deepcopy({net})", "{net}.fc.weight.requires_grad_(False)", "x[0] = 2.0",
    "nn.utils.clip_grad_norm_({net}.parameters(), 1.0)",
    "before = {net}.out.weight.detach().clone()",
    "for p in {net}.fc.parameters():\n        p.requires_grad = False",
    "seen.append(float(x[0, 1]))",
    "{net}.load_state_dict(copy.deepcopy({net}.state_dict()))", "x = x * 0.9", "{net}.eval()",
)  # fmt: skip


def trained(w: Writer) -> list[str]:
    cls, net, opt = w.fresh("Net"), w.fresh("net"), w.fresh("opt")
    activation = w.one_of("torch.relu", "torch.tanh", "F.elu", "torch.sigmoid")
    w.define(NET.format(cls=cls, activation=activation))
    loss = w.random.choice(LOSSES).format(net=net)
    optimizer = w.random.choice(OPTIMIZERS).format(net=net)
    before, after = (w.random.choice(BETWEEN).format(net=net, opt=opt) for _ in range(2))
    body = [
        before,
        f"loss = {loss}",
        f"{opt}.zero_grad()",
        "loss.backward()",
        f"{opt}.step()",
        after,
        "print(loss.item())",
    ]
    step = "\n".join(f"    {line}" for line in body if line)
    lines = [
        f"{net} = {cls}()",
        f"{opt} = {optimizer}",
        f"x, y, cfg, seen = {w.any('tensor')} * 1, {w.any('tensor')} * 1, dict(k=1.0), []",
    ]
    if w.random.random() < 0.5:
        lines.append(f"for step in range(3):\n{step}")
    else:
        update = w.fresh("update")
        given = f"def {update}(x, y, cfg, seen):\n{step}"
        lines.append(f"{given}\nfor step in range(3):\n    {update}(x, y, cfg, seen)")
    return [
        *lines,
        f"print([float(p.sum()) for p in {net}.parameters()], cfg, seen, float(x.sum()))",
    ]


INGREDIENTS = [trained, trained]
