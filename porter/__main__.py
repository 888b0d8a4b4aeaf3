"""python -m porter"""

import os
import sys

# `python -m` looks for modules in the current directory first, which may be anybody's: a libcst.py
# that lies there would run. What porter needs is installed.
if sys.path and sys.path[0] in ("", os.getcwd()):
    del sys.path[0]

from porter.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
