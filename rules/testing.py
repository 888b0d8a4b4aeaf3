"""torch.testing: what tests assert of tensors."""

import numpy as np
import tensorflow as tf

from porter.rule import Nothing, Unsupported, block, port


@block
def assert_alike(actual, expected, rtol=None, atol=None, equal_nan=False, exact=True, message=None):
    """torch.testing.assert_close: shapes, dtypes and values, part by part, within what is usual
    for the less exact of both dtypes."""
    if isinstance(expected, dict):
        assert actual.keys() == expected.keys(), message
        pairs = [(actual[key], expected[key]) for key in expected]
    elif isinstance(expected, (list, tuple)):
        assert len(actual) == len(expected), message
        pairs = zip(actual, expected)
    else:
        if exact and hasattr(actual, "dtype") and hasattr(expected, "dtype"):
            assert actual.dtype == expected.dtype, message or (actual.dtype, expected.dtype)
        found, wanted = (
            np.array(v) if isinstance(v, (bool, int, float, complex)) else tf.convert_to_tensor(v)
            for v in (actual, expected)
        )
        assert tuple(found.shape) == tuple(wanted.shape), message or (found.shape, wanted.shape)
        limits = {"float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5)}
        limits |= {"complex64": limits["float32"], "float64": (1e-7, 1e-7)}
        limits |= {"complex128": limits["float64"]}
        names = [tf.as_dtype(v.dtype).name for v in (found, wanted)]
        usual = [max(both) for both in zip(*(limits.get(name, (0.0, 0.0)) for name in names))]
        rtol, atol = usual if rtol is None else (rtol, atol)
        real = not any("complex" in name for name in names)
        found, wanted = (np.array(v).astype("float64" if real else "complex128")
                         for v in (found, wanted))  # fmt: skip
        np.testing.assert_allclose(
            found, wanted, rtol, atol, equal_nan=equal_nan, err_msg=message or ""
        )
        return
    for one, other in pairs:
        assert_alike(one, other, rtol, atol, equal_nan, exact, message)


@port("torch.testing.assert_close")
def assert_close(
    actual,
    expected,
    *,
    allow_subclasses=True,
    rtol=None,
    atol=None,
    equal_nan=False,
    check_device=True,
    check_dtype=True,
    check_layout=True,
    check_stride=False,
    msg=None,
) -> Nothing:
    """An AssertionError where shapes, dtypes or values differ.

    >>> torch.testing.assert_close(x, x + 1e-7)
    >>> torch.testing.assert_close([x, 1.0], [x, 1.0])
    >>> torch.testing.assert_close(x, x.double(), check_dtype=False, rtol=0.1, atol=0.1)
    """
    del allow_subclasses, check_device, check_layout  # TensorFlow's tensors have none of these
    if check_stride:
        raise Unsupported("strides: TensorFlow does not tell how a tensor lies in memory")
    return assert_alike(actual, expected, rtol, atol, equal_nan, check_dtype, msg)
