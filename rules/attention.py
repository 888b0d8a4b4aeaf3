"""Attention and torch.nn's transformer layers: torch's weights under torch's names."""

import copy

import tensorflow as tf

from porter.rule import (
    Broadcast,
    Float,
    Module,
    Parameter,
    SameShape,
    Tensor,
    Unsupported,
    block,
    port,
)
from rules.containers import ModuleList
from rules.linear import Layer, Linear, ModalLayer
from rules.norm import LayerNorm


@block
def attention(query, key, value, mask=None, dropout=0.0, scale=None, whole=True):
    """The values, weighted by softmax(query * key + mask), and the weights.

    With `whole`, a row that is masked as a whole has weights of zero; without, of NaN.
    """
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    scores = tf.matmul(query * scale, key, transpose_b=True)
    if mask is None:
        weights = tf.nn.softmax(scores)
    elif whole:
        scores += mask
        zeros = tf.zeros_like(scores)
        some = tf.reduce_max(scores, axis=-1, keepdims=True) > -float("inf")
        weights = tf.where(some, tf.nn.softmax(tf.where(some, scores, zeros)), zeros)
    else:
        weights = tf.nn.softmax(scores + mask)
    if dropout:
        weights = tf.nn.dropout(weights, dropout)
    return tf.matmul(weights, value), weights


@block
def additive(mask, dtype):
    """A mask that is added to scores: what is True in a mask of booleans counts for nothing."""
    if tf.as_dtype(mask.dtype).is_bool:
        zeros = tf.zeros(tf.shape(mask), dtype)
        return tf.where(mask, zeros - float("inf"), zeros)
    return mask


@block
def attend(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    """torch.nn.functional.scaled_dot_product_attention; a mask is True for what takes part."""
    if is_causal:
        ones = tf.ones((tf.shape(query)[-2], tf.shape(key)[-2]), tf.bool)
        attn_mask = tf.linalg.band_part(ones, -1, 0)
    if attn_mask is not None:
        attn_mask = ~attn_mask if attn_mask.dtype.is_bool else attn_mask
        attn_mask = additive(attn_mask, query.dtype)
    return attention(query, key, value, attn_mask, dropout_p, scale)[0]


@port("torch.nn.functional.scaled_dot_product_attention")
def scaled_dot_product_attention(
    query: Tensor, key: Tensor, value: Tensor, attn_mask=None, dropout_p=0.0, is_causal=False,
    *, scale=None
) -> Broadcast:  # fmt: skip
    """Attention of given queries, keys and values.

    >>> F.scaled_dot_product_attention(x, y, q)
    >>> F.scaled_dot_product_attention(x, y, q, attn_mask=x @ y.T > 0, scale=0.5)
    >>> F.scaled_dot_product_attention(x, y, q, is_causal=True)
    """
    return attend(query, key, value, attn_mask, dropout_p, is_causal, scale)


@port("torch.nn.MultiheadAttention", harmless=("device",))
class MultiheadAttention(ModalLayer):
    """torch.nn.MultiheadAttention: in_proj_weight is that of query, key and value, stacked.

    >>> nn.MultiheadAttention(3, 1)(x, x, x)
    """

    in_proj_weight: Parameter
    in_proj_bias: Parameter

    def __init__(
        self, embed_dim, num_heads, dropout=0.0, bias=True, *, kdim=None, vdim=None,
        batch_first=False
    ):  # fmt: skip
        super().__init__()
        self._allow_non_tensor_positional_args = True
        self.embed_dim, self.num_heads, self.dropout = embed_dim, num_heads, dropout
        self.batch_first = batch_first
        sizes = embed_dim, kdim or embed_dim, vdim or embed_dim
        self.stacked = sizes == (embed_dim,) * 3
        if self.stacked:
            self.in_proj_weight = self.xavier("in_proj_weight", 3 * embed_dim, embed_dim)
        else:
            for name, size in zip("qkv", sizes):
                name = f"{name}_proj_weight"
                setattr(self, name, self.xavier(name, embed_dim, size))
        self.in_proj_bias = None
        if bias:
            self.in_proj_bias = self.add_weight((3 * embed_dim,), "zeros", name="in_proj_bias")
        self.out_proj = Linear(embed_dim, embed_dim, bias)
        if bias:
            self.out_proj.bias.assign(tf.zeros(embed_dim, self.out_proj.bias.dtype))

    def xavier(self, name, rows, columns):
        return self.uniform(name, (rows, columns), (6 / (rows + columns)) ** 0.5)

    def call(
        self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
        average_attn_weights=True, is_causal=False
    ) -> tuple[Float, Float]:  # fmt: skip
        # is_causal only says that attn_mask is the causal one
        single = query.shape.rank == 2
        inputs = [query, key, value]
        if single:
            inputs = [tf.expand_dims(x, 0) for x in inputs]
        elif not self.batch_first:
            inputs = [tf.transpose(x, [1, 0, 2]) for x in inputs]
        query, key, value = self.projected(inputs)

        mask = None
        if attn_mask is not None:
            mask = additive(attn_mask, query.dtype)
            if mask.shape.rank == 3:  # of each head of each sequence
                mask = tf.reshape(mask, tf.concat([[-1, self.num_heads], tf.shape(mask)[1:]], 0))
        if key_padding_mask is not None:
            padding = additive(key_padding_mask, query.dtype)
            padding = tf.reshape(padding, [-1, 1, 1, tf.shape(padding)[-1]])
            mask = padding if mask is None else mask + padding

        dropout = self.dropout if self.training else 0.0
        output, weights = attention(query, key, value, mask, dropout, whole=not need_weights)
        output = tf.transpose(output, [0, 2, 1, 3])
        output = tf.reshape(output, tf.concat([tf.shape(output)[:2], [self.embed_dim]], 0))
        output = self.out_proj(output)
        weights = tf.reduce_mean(weights, axis=1) if average_attn_weights else weights
        if single:
            output, weights = tf.squeeze(output, 0), tf.squeeze(weights, 0)
        elif not self.batch_first:
            output = tf.transpose(output, [1, 0, 2])
        return output, weights if need_weights else None

    def projected(self, inputs):
        """Query, key and value: (batch, heads, length, size)."""
        if self.stacked:
            weights = tf.split(self.in_proj_weight, 3)
        else:
            weights = self.q_proj_weight, self.k_proj_weight, self.v_proj_weight
        biases = [0.0] * 3 if self.in_proj_bias is None else tf.split(self.in_proj_bias, 3)
        heads = self.num_heads, self.embed_dim // self.num_heads
        for x, weight, bias in zip(inputs, weights, biases):
            x = tf.matmul(x, weight, transpose_b=True) + bias
            x = tf.reshape(x, tf.concat([tf.shape(x)[:2], heads], 0))
            yield tf.transpose(x, [0, 2, 1, 3])


@block
def exact_gelu(x):
    """x times the normal distribution's cdf; tf.nn.gelu has constants of float32."""
    return 0.5 * x * tf.math.erfc(-(0.5**0.5) * x)


@block
class TransformerLayer(ModalLayer):
    """What torch's encoder and decoder layers have in common.

    Their call takes `x`: for a tensor called `src`, Keras itself would fill in `src_mask`.
    """

    def __init__(
        self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation="relu",
        layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True
    ):  # fmt: skip
        super().__init__()
        self._allow_non_tensor_positional_args = True
        self.norm_first, self.dropout_p = norm_first, dropout
        named = {"relu": tf.nn.relu, "gelu": exact_gelu}
        self.activation = named.get(activation, activation)
        options = {"dropout": dropout, "bias": bias, "batch_first": batch_first}
        self.self_attn = MultiheadAttention(d_model, nhead, **options)
        if self.norms == 3:
            self.multihead_attn = MultiheadAttention(d_model, nhead, **options)
        self.linear1 = Linear(d_model, dim_feedforward, bias)
        self.linear2 = Linear(dim_feedforward, d_model, bias)
        for number in range(self.norms):
            norm = LayerNorm(d_model, layer_norm_eps, bias=bias)
            setattr(self, f"norm{number + 1}", norm)

    def residual(self, x, norm, change):
        """x with what a part of the layer adds to it, normalised before or after that."""
        if self.norm_first:
            return x + self.dropped(change(norm(x)))
        return norm(x + self.dropped(change(x)))

    def dropped(self, x):
        return tf.nn.dropout(x, self.dropout_p) if self.dropout_p and self.training else x

    def feed_forward(self, x):
        return self.linear2(self.dropped(self.activation(self.linear1(x))))


@port("torch.nn.TransformerEncoderLayer", harmless=("device",))
class TransformerEncoderLayer(TransformerLayer):
    """torch.nn.TransformerEncoderLayer: self-attention and two linear layers.

    >>> nn.TransformerEncoderLayer(3, 1, 5)(x)
    """

    norms = 2

    def call(self, x, src_mask=None, src_key_padding_mask=None, is_causal=False) -> SameShape:
        def attended(x):
            return self.self_attn(x, x, x, src_key_padding_mask, False, src_mask)[0]

        x = self.residual(x, self.norm1, attended)
        return self.residual(x, self.norm2, self.feed_forward)


@port("torch.nn.TransformerDecoderLayer", harmless=("device",))
class TransformerDecoderLayer(TransformerLayer):
    """torch.nn.TransformerDecoderLayer: attention to itself and to the memory.

    >>> nn.TransformerDecoderLayer(3, 1, 5)(x, y)
    """

    norms = 3

    def call(
        self, x, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
        memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False
    ) -> SameShape:  # fmt: skip
        def attended(x):
            return self.self_attn(x, x, x, tgt_key_padding_mask, False, tgt_mask)[0]

        def remembered(x):
            return self.multihead_attn(
                x, memory, memory, memory_key_padding_mask, False, memory_mask
            )[0]

        x = self.residual(x, self.norm1, attended)
        x = self.residual(x, self.norm2, remembered)
        return self.residual(x, self.norm3, self.feed_forward)


@port(
    "torch.nn.TransformerEncoder",
    harmless=("enable_nested_tensor", "mask_check"),
    note="where padding is masked, PyTorch's fast path for evaluation gives zeros for it",
)
class TransformerEncoder(Layer):
    """torch.nn.TransformerEncoder: copies of one layer.

    >>> nn.TransformerEncoder(nn.TransformerEncoderLayer(3, 1, 5), 2, enable_nested_tensor=False)(x)
    """

    def __init__(self, encoder_layer, num_layers, norm=None):
        super().__init__()
        self._allow_non_tensor_positional_args = True
        self.layers = ModuleList(copy.deepcopy(encoder_layer) for _ in range(num_layers))
        self.norm = norm

    def call(self, src, mask=None, src_key_padding_mask=None, is_causal=None) -> SameShape:
        for layer in self.layers:
            src = layer(src, src_mask=mask, src_key_padding_mask=src_key_padding_mask)
        return src if self.norm is None else self.norm(src)


@port("torch.nn.TransformerDecoder")
class TransformerDecoder(Layer):
    """torch.nn.TransformerDecoder: copies of one layer.

    >>> nn.TransformerDecoder(nn.TransformerDecoderLayer(3, 1, 5), 2)(x, y)
    """

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self._allow_non_tensor_positional_args = True
        self.layers = ModuleList(copy.deepcopy(decoder_layer) for _ in range(num_layers))
        self.norm = norm

    def call(
        self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
        memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False
    ) -> SameShape:  # fmt: skip
        masks = {"tgt_mask": tgt_mask, "memory_mask": memory_mask}
        masks["tgt_key_padding_mask"] = tgt_key_padding_mask
        masks["memory_key_padding_mask"] = memory_key_padding_mask
        for layer in self.layers:
            tgt = layer(tgt, memory, **masks)
        return tgt if self.norm is None else self.norm(tgt)


@port("torch.nn.Transformer")
def transformer(d_model=512, nhead=8, *args, **kwargs) -> Module:
    """Encoder and decoder in one.

    Not proven: it is refused.
    """
    raise Unsupported("use nn.TransformerEncoder and nn.TransformerDecoder")
