"""In float64, what is a tensor in the original and an array in the port is float64 in both."""

from __future__ import annotations

from pathlib import Path

from porter.equivalence.sides.tf_storage import Storage

ORIGINAL = """import numpy as np, torch
kept = np.zeros(3, np.float32)
rewards = torch.zeros((4, 2))
"""
PORT = """import numpy as np
kept = np.zeros(3, np.float32)
rewards = np.zeros(
    (4, 2),
    np.float32,
)
"""


def test_only_what_porter_made_an_array_is_wide(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(ORIGINAL)
    (tmp_path / "a_tf.py").write_text(PORT)
    storage = Storage(str(tmp_path / "a_tf.py"), str(tmp_path / "a.py"))
    assert storage.ported(str(tmp_path / "a_tf.py")) == {3, 4, 5, 6}


def test_files_beside_the_script_are_known(tmp_path: Path) -> None:
    for folder, text in {"before": ORIGINAL, "after": PORT}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "buffer.py").write_text(text)
    storage = Storage(str(tmp_path / "after/main.py"), str(tmp_path / "before/main.py"))
    assert storage.ported(str(tmp_path / "after/buffer.py")) == {3, 4, 5, 6}
    assert not storage.ported(str(tmp_path / "after/torch_compat.py"))
