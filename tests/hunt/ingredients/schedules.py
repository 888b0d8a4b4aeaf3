"""Training whose settings change on the way: rates by a schedule, attributes by a helper."""

from tests.hunt.ingredients.training import NET
from tests.hunt.writer import Writer

SCHEDULES = (
    "torch.optim.lr_scheduler.StepLR({opt}, step_size=2, gamma=0.5)",
    "torch.optim.lr_scheduler.ExponentialLR({opt}, gamma=0.9)",
    "torch.optim.lr_scheduler.LambdaLR({opt}, lambda k: 1.0 / (k + 1))",
    "torch.optim.lr_scheduler.CosineAnnealingLR({opt}, T_max=3)",
    "torch.optim.lr_scheduler.MultiStepLR({opt}, milestones=[1, 3], gamma=0.1)",
    "torch.optim.lr_scheduler.LinearLR({opt}, start_factor=0.5, total_iters=2)",
)
OPTIMIZERS = (
    "torch.optim.SGD({net}.parameters(), lr=0.1)",
    "torch.optim.Adam({net}.parameters(), lr=0.01)",
    "torch.optim.SGD([{{'params': {net}.fc.parameters(), 'lr': 0.05}}, "
    "{{'params': {net}.out.parameters()}}], lr=0.1)",
)
# What a step of the loop does beside the update.
BESIDE = (
    "{sched}.step()", "{sched}.step()", "if step % 2:\n        {sched}.step()",
    "{opt}.param_groups[0]['lr'] *= 0.5", "print({sched}.get_last_lr())",
    "for group in {opt}.param_groups:\n        group['lr'] = 0.1 / (step + 1)",
)  # fmt: skip
AGENT = """\
class {agent}:
    def __init__(self, net):
        self.net = net
        self.coef, self.cfg, self.clip = 1.0, {{"k": 0.5}}, [1.0, 2.0]
        self.opt = torch.optim.SGD(net.parameters(), lr=0.1)
        self.old = copy.deepcopy(net)
        self.steps = 0

    def loss(self, x, y):
        return self.coef * F.mse_loss(self.net(x), y) + self.cfg["k"] * self.net(x).mean()

    def update(self, x, y):
        self.steps += 1
        loss = self.loss(x, y) * self.clip[0] + 0.1 * (self.net(x) - self.old(x)).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()"""
# What a helper does with the agent between two updates.
HELPS = (
    "agent.coef *= 0.5", "agent.cfg['k'] = step * 0.1", "agent.clip[0] = agent.clip[0] * 0.5",
    "agent.clip.insert(0, 0.5)", "setattr(agent, 'coef', 1.0 / (step + 1))",
    "agent.old = copy.deepcopy(agent.net)", "agent.old.load_state_dict(agent.net.state_dict())",
    "agent.__dict__.update(coef=0.25)", "agent.cfg = dict(agent.cfg, k=0.3)",
    "agent.cfg.update(k=step)", "vars(agent)['coef'] = 2.0", "agent.net.scale = 0.5",
    "for p in agent.net.fc.parameters():\n        p.requires_grad = step % 2 == 0",
    "agent.opt.param_groups[0]['lr'] = 0.05", "agent.steps = 0",
    "agent.coef = 1.0 if agent.steps % 2 else 0.5",
    "agent.opt = torch.optim.SGD(agent.net.parameters(), lr=0.05)",
)  # fmt: skip


def scheduled(w: Writer) -> list[str]:
    names = {"cls": w.fresh("Net"), "net": w.fresh("net"), "opt": w.fresh("opt")}
    names["sched"] = w.fresh("sched")
    w.define(NET.format(cls=names["cls"], activation="torch.tanh"))
    body = ["loss = F.mse_loss({net}(x), y)", "{opt}.zero_grad()", "loss.backward()"]
    body += ["{opt}.step()", w.random.choice(BESIDE), w.random.choice(BESIDE), "print(loss.item())"]
    step = "\n".join(f"    {line}" for line in body)
    made = [
        "{net} = {cls}()",
        f"{{opt}} = {w.random.choice(OPTIMIZERS)}",
        f"{{sched}} = {w.random.choice(SCHEDULES)}",
        f"x, y = {w.any('tensor')} * 0.1, {w.any('tensor')} * 0.1",
        f"for step in range(5):\n{step}",
        "print([float(p.sum()) for p in {net}.parameters()])",
        "print([group['lr'] for group in {opt}.param_groups])",
    ]
    return [line.format(**names) for line in made]


def helped(w: Writer) -> list[str]:
    cls, agent, thing, helper = (w.fresh(n) for n in ("Net", "Agent", "agent", "helper"))
    w.define(NET.format(cls=cls, activation="torch.tanh"))
    w.define(AGENT.format(agent=agent))
    if w.random.random() < 0.3:
        heir = w.fresh("Heir")
        changed = w.one_of(
            "def loss(self, x, y):\n        return super().loss(x, y) * self.coef",
            "@property\n    def extra(self):\n        return self.steps * 0.1\n\n"
            "    def loss(self, x, y):\n        return super().loss(x, y) * self.extra",
        )
        w.define(f"class {heir}({agent}):\n    {changed}")
        agent = heir
    done = w.random.choice(HELPS), w.random.choice(HELPS)
    w.define(f"def {helper}(agent, step):\n    {done[0]}\n    {done[1]}")
    total = f"float(sum(p.sum() for p in {thing}.net.parameters()))"
    return [
        f"{thing} = {agent}({cls}())",
        f"x, y = {w.any('tensor')} * 0.1, {w.any('tensor')} * 0.1",
        f"for step in range(4):\n    print({thing}.update(x, y))\n    {helper}({thing}, step)",
        f"print({thing}.coef, {thing}.steps, {total})",
    ]


INGREDIENTS = [scheduled, helped]
