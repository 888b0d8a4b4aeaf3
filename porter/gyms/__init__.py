"""The gym that a program was written for, where it is not installed: stand-ins on gymnasium.

gym is no longer maintained, and most public agents were written for it. `old/` and `new/` are
folders of the import path that hold a package `gym`; `choose.provided()` puts one of them before a
program that needs it. Nothing of it is imported by porter itself. The options stand here, without
an import: every command of porter reads them as it starts.
"""

CHOICES = ("auto", "old", "new")
HELP = (
    "old, new: run with porter's stand-in for gym, on gymnasium, with the interface before or from "
    "gym 0.26 on; default: auto, where the program's gym is missing or speaks another one"
)
