import torch

total, width = torch.ones(3).sum(), torch.tensor(8)
found = {"total": total, "rows": torch.arange(6.0).reshape(2, 3)}
print(f"a {total.item()}" f" b {total.item()}")
print(f"a {total.item()} " "b" f" c {found['total'].item()}" f' {found["total"].item():>{width.item()}}')
print(f"{total.item():{'>'}12}" " b %d %s" f"{total.item():{width.item()}.2f}" % (1, width.item()))
print(
    f"""{'Mean std:':>{width.item()}} {total.item():.2f}\n"""
    f"""{found["rows"].mean(1).max().item()}"""
    f"""{'Sum'} {found['rows'].sum(-1)[0].item():.2f} {width.item()!r:>10}\n"""
)
text = f"{total.item():{found['rows'].amax(dim=1).argmax().item() + 12}.3f}"
text += (f"{found['rows'].numel()} " f"{tuple(found['rows'].shape)} ") * int(total.item())
print(text)


def log(net, rate):
    net.weight.data.mul_(rate)
    return (f"{net.weight.abs().sum().item():.1f}" " " f"{(net := torch.nn.Linear(1, 1)).weight.numel()}"), net


net = torch.nn.Linear(2, 1)
torch.nn.init.ones_(net.weight)
told, other = log(net, 3.0)
print(told, f"{net.weight.sum().item():.1f}" f" {other.weight.numel()}")
