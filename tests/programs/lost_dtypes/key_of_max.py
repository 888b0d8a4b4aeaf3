import torch

log = []
for i in range(3):
    log.append({"value": torch.tensor([i, i + 1]), "w": torch.tensor([0.5, 0.25])})
print(sum((d["value"] * d["w"]).sum().item() for d in log))
best = max(log, key=lambda d: (d["value"] * d["w"]).sum().item())
print((best["value"] - best["w"]).tolist())
