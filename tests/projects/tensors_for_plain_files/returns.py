def discounted(rewards, gamma):
    total = 0.0
    out = rewards.clone()
    for t in range(rewards.size(0) - 1, -1, -1):
        total = rewards[t] + gamma * total
        out[t] = total
    return out


def normalised(x, eps=1e-8):
    return (x - x.mean()) / (x.std() + eps)
