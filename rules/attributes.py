"""What layers were made with: sizes that initialisations and other layers ask for."""

from porter.rule import IntParameter, Module, Parameter, port


@port("Module.in_features")
def in_features(module: Module) -> int:
    """How many inputs a linear layer has.

    >>> net.in_features
    """
    return module.in_features


@port("Module.out_features")
def out_features(module: Module) -> int:
    """How many outputs a linear layer has.

    >>> net.out_features
    """
    return module.out_features


@port("Module.in_channels")
def in_channels(module: Module) -> int:
    """How many channels a convolution takes.

    >>> nn.Conv1d(2, 3, 1).in_channels
    """
    return module.in_channels


@port("Module.out_channels")
def out_channels(module: Module) -> int:
    """How many channels a convolution gives.

    >>> nn.Conv1d(2, 3, 1).out_channels
    """
    return module.out_channels


@port("Module.kernel_size")
def kernel_size(module: Module) -> list[int]:
    """The sizes of a convolution's kernel.

    >>> nn.Conv2d(2, 3, (1, 2)).kernel_size
    """
    return module.kernel_size


@port("Module.embedding_dim")
def embedding_dim(module: Module) -> int:
    """The size of an embedding.

    >>> nn.Embedding(4, 2).embedding_dim
    """
    return module.embedding_dim


@port("Module.num_embeddings")
def num_embeddings(module: Module) -> int:
    """How many embeddings there are.

    >>> nn.Embedding(4, 2).num_embeddings
    """
    return module.num_embeddings


@port("Module.hidden_size")
def hidden_size(module: Module) -> int:
    """The size of a recurrent layer's state.

    >>> nn.GRU(3, 2).hidden_size
    """
    return module.hidden_size


@port("Module.num_features")
def num_features(module: Module) -> int:
    """How many features a batch normalisation has.

    >>> nn.BatchNorm1d(3).num_features
    """
    return module.num_features


@port("Module.running_mean")
def running_mean(module: Module) -> Parameter:
    """The mean that a batch normalisation keeps of each feature.

    >>> nn.BatchNorm1d(3).running_mean
    """
    return module.running_mean


@port("Module.running_var")
def running_var(module: Module) -> Parameter:
    """The variance that a batch normalisation keeps of each feature.

    >>> nn.BatchNorm1d(3).running_var
    """
    return module.running_var


@port("Module.num_batches_tracked")
def num_batches_tracked(module: Module) -> IntParameter:
    """How many batches a batch normalisation has seen.

    >>> nn.BatchNorm1d(3).num_batches_tracked
    """
    return module.num_batches_tracked


@port("Module.eps")
def eps_of(module: Module) -> float:
    """What a normalisation adds to variances.

    >>> nn.LayerNorm(3).eps
    >>> nn.BatchNorm1d(3, eps=0.1).eps
    """
    return module.eps
