from torch import nn

bn = nn.BatchNorm1d(3, track_running_stats=False)
print(1 if bn.running_mean is None else 0, 1 if bn.num_batches_tracked is None else 0)
inn = nn.InstanceNorm1d(3)
print(1 if inn.running_mean is None else 0)


def has(b):
    return b.running_var is not None


print(int(has(bn)), int(has(nn.BatchNorm1d(2))))
