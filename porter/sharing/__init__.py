"""Memory that torch shares and TensorFlow copies.

    x = torch.from_numpy(buffer)      old = net.weight.detach()
    buffer += 1                       optimizer.step()

`places` says which names and attributes of the program may hold the same array, `writes` who
changes it, `lifetime` whether what was taken of it is read behind such a change, and `told` refuses
it there.
"""
