import torch


def accumulate(items):
    total = items[0].clone()
    for x in items[1:]:
        total = total + x.clone()
    return total


def run(job):
    return job["fn"](job["items"])


print(
    run(
        {
            "fn": accumulate,
            "items": [torch.arange(3), torch.ones(3), torch.ones(3, dtype=torch.float64)],
        }
    )
    .sum()
    .item()
)
