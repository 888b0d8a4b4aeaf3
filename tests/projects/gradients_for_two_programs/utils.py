def scale_gradients(net, factor):
    for p in net.parameters():
        p.grad.mul_(factor)


def norm_of(net):
    return sum(p.grad.pow(2).sum().item() for n, p in net.named_parameters() if p.grad is not None) ** 0.5
