"""The search for the next hole: `make hunt PROGRAMS=20000 SEED=1`, `make hunt DIR=code`.

Random programs are converted, and both sides are run: without an error finding they must print the
same numbers. With a folder, its files are converted, and names that torch alone has and that no
finding tells of are listed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.hunt.folder import untold
from tests.hunt.ingredients import ALL
from tests.hunt.shrink import smaller
from tests.hunt.verdict import WRONG, verdict
from tests.hunt.writer import program, text, without


def hunt(seeds: range, shrinks: bool) -> Counter[str]:
    """The verdicts of the programs with these seeds; what is wrong is printed."""
    found: Counter[str] = Counter()
    start = time.perf_counter()
    for seed in seeds:
        definitions, statements = program(seed, ALL)
        kind, why, told = verdict(text(definitions, statements))
        while kind == "told":  # what is told of hides the rest: on without it
            rest = without(definitions, statements, told)
            answer = verdict(text(definitions, rest))
            if len(rest) == len(statements) or answer.kind == "stops":
                break
            statements, (kind, why, told) = rest, answer
        found[kind] += 1
        if kind in WRONG:
            if shrinks:
                parts = smaller(definitions, statements, lambda t, k=kind: verdict(t)[0] == k)
                definitions, statements = parts
                why = verdict(text(*parts))[1]
            print(
                f"--- seed {seed}: {kind}\n{text(definitions, statements)}# {why.strip()[-600:]}\n"
            )
            sys.stdout.flush()
    seconds = time.perf_counter() - start
    total = ", ".join(f"{n} {kind}" for kind, n in found.most_common())
    print(f"{len(seeds)} programs in {seconds:.0f} s: {total}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="make hunt", description=__doc__)
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0, help="of the first program")
    parser.add_argument("--whole", action="store_true", help="print programs unshrunk")
    parser.add_argument("--dir", type=Path, help="convert this folder instead")
    given = parser.parse_args()
    if given.dir:
        names = untold(given.dir)
        print("\n".join(names))
        return int(bool(names))
    found = hunt(range(given.seed, given.seed + given.programs), not given.whole)
    return int(any(found[kind] for kind in WRONG))


if __name__ == "__main__":
    sys.exit(main())
