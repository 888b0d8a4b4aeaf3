"""torch.nn.Embedding: rows of a table, with a gradient for the whole table."""

import tensorflow as tf

from porter.rule import Float, Module, Parameter, Tensor, Unsupported, block, port
from rules.linear import Weighted


@port("torch.nn.Embedding", harmless=("device",))
class Embedding(Weighted):
    """torch.nn.Embedding: drawn from a normal distribution; the row padding_idx stays as it is.

    >>> nn.Embedding(4, 3)(a)
    >>> nn.Embedding(4, 3, padding_idx=-1)(a.reshape(2, 2))
    """

    weight: Parameter

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings

        def normal(shape, dtype=None):
            table = tf.random.normal(shape, dtype=dtype)
            if padding_idx is None:
                return table
            return tf.tensor_scatter_nd_update(
                table, [[self.padding_idx]], tf.zeros((1, embedding_dim), dtype)
            )

        self.weight = self.add_weight((num_embeddings, embedding_dim), normal, name="weight")
        self._complete()

    def call(self, input) -> Float:
        return embedding(input, self.weight, self.padding_idx)


@block
def embedding(input, weight, padding_idx=None):
    """Rows of a table. TensorFlow's own gradient would be IndexedSlices, of these rows alone."""

    @tf.custom_gradient
    def rows(table):
        def gradient(upstream):
            trained = input
            if padding_idx is not None:
                trained = tf.where(input == padding_idx, tf.cast(-1, input.dtype), input)
            return tf.math.unsorted_segment_sum(upstream, trained, table.shape[0])

        return tf.gather(table, input), gradient

    return rows(tf.convert_to_tensor(weight))


@block
def pretrained(embeddings, freeze, padding_idx):
    """torch.nn.Embedding.from_pretrained: a table with these rows."""
    layer = Embedding(*embeddings.shape, padding_idx=padding_idx)
    layer.weight.assign(embeddings)
    layer.weight.trained = not freeze
    return layer


@port("torch.nn.Embedding.from_pretrained")
def from_pretrained(embeddings: Float, freeze=True, padding_idx=None) -> Module:
    """A table with these rows, which are not trained unless freeze=False.

    >>> nn.Embedding.from_pretrained(x)(a)
    """
    return pretrained(embeddings, freeze, padding_idx)


@port("torch.nn.functional.embedding", "torch.embedding")
def embedding_of(input: Tensor, weight: Tensor, padding_idx=None) -> Tensor:
    """Rows of a table.

    >>> F.embedding(a, x)
    """
    if padding_idx is not None:
        raise Unsupported("a row without gradient: use nn.Embedding(…, padding_idx=…)")
    return tf.gather(weight, input)


@port("torch.nn.EmbeddingBag", harmless=("device",))
class EmbeddingBag(Weighted):
    """torch.nn.EmbeddingBag for bags of equal length: the mean, sum or max of each one's rows.

    >>> nn.EmbeddingBag(4, 3)(a.reshape(2, 2))
    >>> nn.EmbeddingBag(4, 3, mode="max")(a.reshape(2, 2))
    """

    weight: Parameter

    def __init__(self, num_embeddings, embedding_dim, *, mode="mean"):
        super().__init__()
        self.num_embeddings, self.embedding_dim, self.mode = num_embeddings, embedding_dim, mode

        def normal(shape, dtype=None):
            return tf.random.normal(shape, dtype=dtype)

        self.weight = self.add_weight((num_embeddings, embedding_dim), normal, name="weight")
        self._complete()

    def call(self, input) -> Float:
        if input.shape.rank != 2:
            raise NotImplementedError("bags of several lengths, with offsets")
        rows = embedding(input, self.weight)
        if self.mode == "mean":
            return tf.reduce_mean(rows, axis=1)
        return tf.reduce_max(rows, axis=1) if self.mode == "max" else tf.reduce_sum(rows, axis=1)
