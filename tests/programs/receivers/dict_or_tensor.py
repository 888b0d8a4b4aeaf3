"""A function that takes a tensor or a dict of tensors, and asks which."""

import torch


def prepared(obs: torch.Tensor | dict[str, torch.Tensor], nested: bool):
    if nested:
        assert isinstance(obs, dict), f"a dict, not {type(obs)}"
        found = {}
        for key, part in obs.items():
            found[key] = prepared(part, False)
        return found
    assert isinstance(obs, torch.Tensor)
    return obs.float() / 255.0


makers = {
    "plain": lambda image: image,
    "several": lambda image: {"a": image, "b": image[1:]},
}
for name in sorted(makers):
    obs = makers[name](torch.tensor([0, 51, 255], dtype=torch.uint8))
    ready = prepared(obs, isinstance(obs, dict))
    parts = ready.values() if isinstance(ready, dict) else [ready]
    print([round(float(part.sum()), 4) for part in parts])
