"""The versions that matter to a report of a bug."""

from __future__ import annotations

import platform
from pathlib import Path

from porter import __version__

# The distributions that a package may come from; TensorFlow has several.
_DISTRIBUTIONS = {
    "libcst": ("libcst",),
    "torch": ("torch",),
    "tensorflow": ("tensorflow", "tensorflow-cpu", "tensorflow-macos", "tf-nightly"),
    "keras": ("keras",),
    "numpy": ("numpy",),
}


def lines() -> list[str]:
    """What `porter --version` prints. No package is imported, only its metadata is read."""
    from importlib.metadata import PackageNotFoundError, version

    found = [f"porter {__version__} ({Path(__file__).parent})"]
    found.append(f"python {platform.python_version()} ({platform.platform(terse=True)})")
    for name, distributions in _DISTRIBUTIONS.items():
        told = "not installed"
        for distribution in distributions:
            try:
                told = version(distribution)
            except PackageNotFoundError:
                continue
            break
        found.append(f"{name} {told}")
    return found
