"""torch.amp: mixed precision, which is refused unless it is off."""

from porter.rule import Nothing, Unsupported, port


@port("torch.autocast", "torch.amp.autocast", "torch.cuda.amp.autocast", "torch.cpu.amp.autocast")
def autocast(device_type=None, dtype=None, enabled=True, cache_enabled=None) -> Nothing:
    """A dtype for each operation in a block.

    Not proven: it is refused.
    """
    del device_type, dtype, enabled, cache_enabled
    raise Unsupported(
        "TensorFlow has no dtype for each operation: leave the block in float32, or give all layers"
        ' keras.config.set_dtype_policy("mixed_float16")'
    )


@port("torch.amp.GradScaler", "torch.cuda.amp.GradScaler", "torch.cpu.amp.GradScaler")
def grad_scaler(*args, **kwargs) -> Nothing:
    """Gradients that float16 can hold.

    Not proven: it is refused.
    """
    raise Unsupported("without autocast gradients are float32: call backward() and step() directly")
