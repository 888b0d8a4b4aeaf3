"""The last check of a port: what in it still asks for torch."""

from __future__ import annotations

from tests.mutants.model import Mutant

ACCOUNTING = (
    Mutant(
        "porter/accounting.py",
        "methods that only networks have are not accounted for",
        "_NAMES = (TENSOR_ONLY | NETWORK_ONLY) - _OF_TENSORFLOW",
        "_NAMES = TENSOR_ONLY - _OF_TENSORFLOW",
        ("test_accounting.py::test_calls_by_names_of_torch_are_told",),
    ),
    Mutant(
        "porter/accounting.py",
        "an attribute that is read counts as one that the program sets",
        "if isinstance(node, ast.Attribute) and _is_set(node)}",
        "if isinstance(node, ast.Attribute)}",
        ("test_accounting.py::test_calls_by_names_of_torch_are_told",),
    ),
    Mutant(
        "porter/torch_left.py",
        "exec() of a text with torch is not told",
        '_RUNNERS = frozenset({"eval", "exec", "compile"})',
        '_RUNNERS = frozenset({"eval", "compile"})',
        ("test_torch_left.py::test_what_asks_for_torch_is_told",),
    ),
    Mutant(
        "porter/torch_left.py",
        "import_module() by its own name is not told",
        '_IMPORTERS = frozenset({"__import__", "import_module", "importlib.import_module"})',
        '_IMPORTERS = frozenset({"__import__", "importlib.import_module"})',
        ("test_needs_torch.py",),
    ),
    Mutant(
        "porter/torch_left.py",
        "from torch import … that is left is not told",
        "elif isinstance(node, ast.ImportFrom) and node.module and not node.level:",
        "elif isinstance(node, ast.ImportFrom) and node.module and node.level:",
        ("test_torch_left.py::test_what_asks_for_torch_is_told",),
    ),
    Mutant(
        "porter/needs_torch.py",
        "a module of a package that needs torch is not told",
        'if name == package or name.startswith(f"{package}."):',
        "if name == package:",
        ("test_needs_torch.py",),
    ),
    Mutant(
        "porter/needs_torch.py",
        "of transformers, one name that works without torch is enough",
        'if module == "transformers" and names and all(_PLAIN',
        'if module == "transformers" and names and any(_PLAIN',
        ("test_needs_torch.py",),
    ),
    Mutant(
        "porter/left_behind.py",
        "torch behind a file that stays is not told",
        "self.torch[path] = here or any(self._uses_torch(p, root) for p in below)",
        "self.torch[path] = here",
        ("test_left_behind.py::test_an_import_of_a_file_with_torch_is_told",),
    ),
)
