"""What the frameworks can compute on; asking takes memory, so each has a process for it."""

from __future__ import annotations

import functools
import subprocess
import sys

QUESTIONS = {
    "PyTorch": "import torch; print(torch.cuda.is_available())",
    "TensorFlow": "import tensorflow as tf; print(bool(tf.config.list_physical_devices('GPU')))",
}


@functools.cache
def gpu_missing() -> str:
    """Why nothing can be checked on a GPU; "" if both frameworks see one."""
    blind = [name for name, question in QUESTIONS.items() if not _sees(question)]
    return f"{' and '.join(blind)} can see no GPU here" if blind else ""


def _sees(question: str) -> bool:
    command = [sys.executable, "-c", question]
    return "True" in subprocess.run(command, capture_output=True, text=True, check=False).stdout
