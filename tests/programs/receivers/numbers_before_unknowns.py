"""A function gets a number, then what nobody knows, then a tensor: it is none of these alone."""

import json

import torch


def shown(value):
    return f"{float(value):.5f}"


def each(value):
    if isinstance(value, dict):
        return [each(value[key]) for key in value]
    return f"{float(value):.3f}"


def report(x):
    return {"loss": x.mean().item(), "rate": 2.0}


x = torch.ones(3) * 0.5
print(shown(2.0), shown(json.loads("3.0")), shown(x.mean()))
print(each(report(x)), each(x.sum().detach()), each(4))
