"""torchsummary: the layers of a network as a table."""

from porter.rule import Object, port


@port("torchsummary.summary", note="Keras prints its own table of the layers")
def summary(model, input_size, batch_size=-1, device="cuda") -> Object:
    """A table of the layers and the sizes of their weights.

    Not proven: torchsummary is no part of the tests' environment, and prints another table.
    """
    del input_size, batch_size, device  # Keras has built the network already
    return model.summary()
