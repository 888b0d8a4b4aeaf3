import torch


def picked(rows, columns):
    x = torch.zeros(4, 3)
    rows = torch.tensor(rows, dtype=torch.long)
    columns = torch.tensor(columns, dtype=torch.int32)
    mask = rows > 1
    plain = x[0], x[-1, 1:], x[::2], x[None], x[..., 0], x[:, None, 1]
    fancy = x[rows], x[:, rows], x[rows, 1], x[1, rows], x[..., rows], x[[0, 2]], x[rows, None]
    masks = x[mask], x[:, x[0] > 0], x[mask, 0], x[x > 0]
    several = x[rows, columns], x[rows, rows], x[torch.arange(4), rows]
    return plain, fancy, masks, several, x[rows][:, 1], x[rows, :2] * mask
# output
import tensorflow as tf
from torch_compat import at, chosen, from_array, taken


def picked(rows, columns):
    x = tf.zeros([4, 3])
    rows = from_array(rows, tf.int64)
    columns = from_array(columns, tf.int32)
    mask = rows > 1
    plain = x[0], x[-1, 1:], x[::2], x[None], x[..., 0], x[:, None, 1]
    fancy = (
        taken(x, rows),
        taken(x, rows, axis=1),
        taken(x[:, 1], rows),
        taken(x[1], rows),
        taken(x, rows, axis=-1),
        tf.gather(x, [0, 2]),
        taken(x[:, None], rows),
    )
    masks = (
        tf.boolean_mask(x, mask),
        tf.boolean_mask(x, x[0] > 0, axis=1),
        tf.boolean_mask(x[:, 0], mask),
        tf.boolean_mask(x, x > 0),
    )
    several = at(x)[rows, columns], at(x)[rows, rows], chosen(x, rows, batch_dims=1)
    return (
        plain,
        fancy,
        masks,
        several,
        taken(x, rows)[:, 1],
        taken(x[:, :2], rows) * tf.cast(mask, tf.float32),
    )
