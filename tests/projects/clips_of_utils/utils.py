import torch


def clip_gradients(net, clip):
    norms = []
    for name, p in net.named_parameters():
        if p.grad is not None:
            norm = p.grad.data.norm(2)
            norms.append(norm.item())
            coef = clip / (norm + 1e-6)
            if coef < 1:
                p.grad.data.mul_(coef)
    return norms


def cancel_gradients_last_layer(epoch, net, freeze):
    if epoch >= freeze:
        return
    for n, p in net.named_parameters():
        if "l2" in n:
            p.grad = None
