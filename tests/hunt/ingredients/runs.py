"""Training runs that stop at errors, go back to what was kept, and are changed from elsewhere."""

from tests.hunt.ingredients.training import NET
from tests.hunt.writer import Writer

OPTIMIZERS = (
    "torch.optim.SGD({net}.parameters(), lr=0.1)",
    "torch.optim.SGD({net}.parameters(), lr=0.1, momentum=0.9)",
    "torch.optim.Adam({net}.parameters(), lr=0.05)",
)
# Between loss and step: what may leave, read, or keep something.
GUARDS = (
    "if loss > {limit}:\n        raise ValueError('large')",
    "assert loss.item() < {limit}",
    "{check}(loss.item(), {limit})",
    "if loss > {limit}:\n        return None",
    "log.append(float(sum(p.sum() for p in {net}.parameters())))",
    "before = {net}.out.weight.detach().clone()\n    log.append(float(before.sum()))",
    "log.append(loss.item() * {cfg}['k'])",
    "for f in calls:\n        f({cfg}, loss.item())",
    "{cfg}['k'] *= 0.9",
)
CHECK = """\
def {check}(value, limit):
    if value > limit:
        raise OverflowError(value)"""
# What is kept of a run, and how the run goes back to it.
KEPT = (
    ("copy.deepcopy({net}.state_dict())", "{net}.load_state_dict({kept})"),
    (
        "{{k: v.clone() for k, v in {net}.state_dict().items()}}",
        "{net}.load_state_dict({kept})",
    ),
    ("copy.deepcopy({opt}.state_dict())", "{opt}.load_state_dict({kept})"),
    ("{opt}.state_dict()", "{opt}.load_state_dict({kept})"),
    (
        "{{'net': copy.deepcopy({net}.state_dict()), 'opt': copy.deepcopy({opt}.state_dict())}}",
        "{net}.load_state_dict({kept}['net'])\n        {opt}.load_state_dict({kept}['opt'])",
    ),
    (
        "[p.detach().clone() for p in {net}.parameters()]",
        "for p, q in zip({net}.parameters(), {kept}):\n            p.data.copy_(q)",
    ),
    (
        "copy.deepcopy({net})",
        "{net}.load_state_dict({kept}.state_dict())",
    ),
)
# What happens to the settings between two updates.
CHANGES = (
    "{cfg}['k'] *= 0.5", "globals()['{scale}'] = 0.5", "{scale} *= 0.5",
    "setattr(sys.modules[__name__], '{scale}', {scale} + 0.25)", "next({ticks})",
    "{cfg}.update(k=step * 0.1)", "{ops}[step % 2]({cfg})", "{net}.scale = 1.0 / (step + 1)",
    "calls.append(lambda cfg, v: cfg.update(k=cfg['k'] * 0.9))",
    "{opt}.param_groups[0]['lr'] *= 0.5", "np.multiply({w}, 0.5, out={w})", "{w}[0] = step",
)  # fmt: skip
TICKS = """\
def {ticks}_of(cfg):
    while True:
        cfg["k"] = cfg["k"] * 0.9
        yield"""


def run(w: Writer) -> list[str]:
    stems = "Net net opt check cfg scale ticks ops kept update w"
    names = {stem.lower() if stem != "Net" else "cls": w.fresh(stem) for stem in stems.split()}
    names["limit"] = w.one_of("0.5", "5.0", "100.0")
    keep, back = w.random.choice(KEPT)
    guards = "\n    ".join(w.random.sample(GUARDS, 2))
    changes = "\n    ".join(w.random.sample(CHANGES, 2))
    w.define(NET.format(cls=names["cls"], activation="torch.tanh"))
    w.define(CHECK.format(**names))
    w.define(TICKS.format(**names))
    update = f"""\
def {{update}}(x, y):
    loss = F.mse_loss({{net}}(x), y) * {{cfg}}['k'] + {{scale}} * {{net}}(x).abs().mean()
    loss = loss + float({{w}}[0]) * 0.01 * {{net}}.out.bias.sum()
    {guards}
    {{opt}}.zero_grad()
    loss.backward()
    {{opt}}.step()
    return loss.item()"""
    loop = f"""\
for step in range(5):
    try:
        print({{update}}(x, y))
    except (ValueError, AssertionError, OverflowError) as error:
        print(type(error).__name__)
    if step == 1:
        {{kept}} = {keep}
    if step in (2, 3):
        {back}
    {changes}"""
    made = [
        "import sys",
        "{net} = {cls}()",
        f"{{opt}} = {w.random.choice(OPTIMIZERS)}",
        "{cfg}, {scale}, log, calls = dict(k=1.0), 1.0, [], []",
        "{w} = np.ones(2, np.float32)",
        "{ops} = [lambda c: c.update(k=0.7), lambda c: c.__setitem__('k', c['k'] + 0.1)]",
        "{ticks} = {ticks}_of({cfg})",
        f"x, y = {w.any('tensor')} * 0.1, {w.any('tensor')} * 0.1",
        f"{update}\n{loop}",
        "print(log, {cfg}, {scale}, [float(p.sum()) for p in {net}.parameters()])",
    ]
    return [line.format(**names) for line in made]


INGREDIENTS = [run, run]
