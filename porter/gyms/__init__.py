"""The gym that a program was written for, where it is not installed: stand-ins on gymnasium.

gym is no longer maintained, and most public agents were written for it. `old/` and `new/` are
folders of the import path that hold a package `gym`; `provided()` puts one of them before a
program that needs it. Nothing of it is imported by porter itself.
"""

from porter.gyms.choose import CHOICES, HELP, provided

__all__ = ["CHOICES", "HELP", "provided"]
