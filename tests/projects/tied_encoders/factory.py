import encoder


def build(name):
    return getattr(encoder, name)()
