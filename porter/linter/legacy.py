"""What TensorFlow 2 took out of TensorFlow 1, and where it went."""

from __future__ import annotations

import ast

from porter.linter.file import File

# The same objects under other names: tests/lint/test_legacy.py compares them with tf.compat.v1.
_MOVED = {
    "math": "accumulate_n angle betainc ceil conj cumprod digamma erf erfc expm1 floordiv floormod "
    "igamma igammac imag invert_permutation is_finite is_inf is_nan lbeta lgamma log log1p "
    "log_sigmoid logical_xor polygamma real reciprocal rint rsqrt segment_max segment_mean "
    "segment_min segment_prod segment_sum squared_difference unsorted_segment_max "
    "unsorted_segment_mean unsorted_segment_min unsorted_segment_prod unsorted_segment_sum zeta",
    "linalg": "cholesky cholesky_solve cross global_norm matrix_transpose qr svd trace",
    "signal": "fft fft2d fft3d ifft ifft2d ifft3d",
    "io": "FixedLenFeature FixedLenSequenceFeature VarLenFeature SparseFeature decode_base64 "
    "decode_compressed decode_json_example encode_base64 matching_files parse_tensor read_file "
    "parse_single_sequence_example serialize_tensor write_file",
    "queue": "FIFOQueue PaddingFIFOQueue PriorityQueue RandomShuffleQueue",
    "debugging": "assert_same_float_dtype check_numerics is_numeric_tensor",
    "random": "truncated_normal",
    "strings": "regex_replace",
    "errors": "OpError",
}
_RENAMED = {
    "diag": "linalg.tensor_diag",
    "diag_part": "linalg.tensor_diag_part",
    "div_no_nan": "math.divide_no_nan",
    "gfile.GFile": "io.gfile.GFile",
    "gfile.Open": "io.gfile.GFile",
    "image.resize_image_with_crop_or_pad": "image.resize_with_crop_or_pad",
    "lin_space": "linspace",
    "matrix_band_part": "linalg.band_part",
    "matrix_determinant": "linalg.det",
    "matrix_diag": "linalg.diag",
    "matrix_diag_part": "linalg.diag_part",
    "matrix_inverse": "linalg.inv",
    "matrix_set_diag": "linalg.set_diag",
    "matrix_solve": "linalg.solve",
    "matrix_solve_ls": "linalg.lstsq",
    "matrix_triangular_solve": "linalg.triangular_solve",
    "mod": "math.mod",
    "python_io.TFRecordOptions": "io.TFRecordOptions",
    "python_io.TFRecordWriter": "io.TFRecordWriter",
    "random_crop": "image.random_crop",
    "random_gamma": "random.gamma",
    "random_normal": "random.normal",
    "random_shuffle": "random.shuffle",
    "random_uniform": "random.uniform",
    "reverse_v2": "reverse",
    "self_adjoint_eig": "linalg.eigh",
    "self_adjoint_eigvals": "linalg.eigvalsh",
    "sparse_reorder": "sparse.reorder",
    "sparse_reshape": "sparse.reshape",
    "sparse_retain": "sparse.retain",
    "sparse_slice": "sparse.slice",
    "sparse_softmax": "sparse.softmax",
    "sparse_tensor_dense_matmul": "sparse.sparse_dense_matmul",
    "sparse_tensor_to_dense": "sparse.to_dense",
    "sparse_to_indicator": "sparse.to_indicator",
    "sparse_transpose": "sparse.transpose",
    "string_join": "strings.join",
    "string_strip": "strings.strip",
    "string_to_hash_bucket_fast": "strings.to_hash_bucket_fast",
    "train.match_filenames_once": "io.match_filenames_once",
    "where_v2": "where",
}
RENAMES = {name: f"{module}.{name}" for module in _MOVED for name in _MOVED[module].split()}
RENAMES |= _RENAMED
_ERRORS = ("AttributeError", "ImportError", "ModuleNotFoundError", "Exception")
_VERSIONS = ("version", "hasattr", "v1", "v2", "tf1", "tf2")


def used(node: ast.Attribute, file: File) -> str:
    """The name below `tf` that an expression uses; "" inside of a longer name or a guard."""
    name = file.name(node)
    if not name.startswith("tf.") or not isinstance(node.ctx, ast.Load):
        return ""
    if isinstance(file.tree.parent(node), ast.Attribute) or file.once(is_guarded, node):
        return ""
    return name[len("tf.") :]


def is_guarded(node: ast.AST, file: File) -> bool:
    """Whether a program asks for the version first, or catches that something is not there."""
    for above, field in file.tree.ancestors(node):
        if isinstance(above, ast.Try) and any(map(_catches, above.handlers)):
            return True
        if isinstance(above, (ast.If, ast.IfExp)) and field in ("body", "orelse"):
            test = ast.unparse(above.test).lower()
            if any(word in test for word in _VERSIONS):
                return True
    return False


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether what is raised for a missing name ends up here."""
    return handler.type is None or any(error in ast.unparse(handler.type) for error in _ERRORS)


def replacement(name: str, table: dict[str, str]) -> str:
    """What a table says of a name, or of the module that it is in."""
    while name:
        if name in table:
            return table[name]
        name = name.rpartition(".")[0]
    return ""
