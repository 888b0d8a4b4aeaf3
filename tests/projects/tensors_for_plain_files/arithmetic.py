def blend(a, b, t):
    return a * t + b * (1 - t)


def total(*xs):
    out = 0
    for x in xs:
        out = out + x
    return out
