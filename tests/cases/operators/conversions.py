import torch


def converted(x: torch.Tensor, device, args):
    steps = torch.arange(3)
    a = x.to(device), x.to(args.device), steps.to(x), steps.to(device, torch.float32)
    b = steps.long(), steps.to(torch.int64), steps.half(), steps.type(torch.FloatTensor)
    c = steps.dtype == torch.int64, steps.float().to("cpu", non_blocking=True), x.is_cuda
    first, second, third = steps
    return a, b, c, [float(step) for step in steps], first * second + third, int(steps[0])
# output
import tensorflow as tf


def converted(x: tf.Tensor, device, args):
    steps = tf.range(3, dtype=tf.int64)
    a = x, x, tf.cast(steps, x.dtype), tf.cast(steps, tf.float32)
    b = steps, steps, tf.cast(steps, tf.float16), tf.cast(steps, tf.float32)
    c = (
        steps.dtype == tf.int64,
        tf.cast(steps, tf.float32),
        bool(tf.config.list_physical_devices("GPU")),
    )
    first, second, third = tf.unstack(steps, 3)
    return a, b, c, [float(step) for step in steps], first * second + third, int(steps[0])
