"""`porter observe`: the original runs in a process of its own, which keeps what its values were.

The process (`child`) has an import hook (`hook`) that compiles the program's own files with a probe
around each expression that may be a tensor (`instrument`). A probe counts what it was given
(`recorder`) and hands it on. Files are not changed. `run` starts the process and bounds it.
"""
