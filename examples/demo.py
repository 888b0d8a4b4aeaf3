"""Port the Gridworld agent, show the training step that porter wrote, and train the port."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

EPOCHS = 1000  # of the 5000 that it takes to learn the game well: about a minute
EXAMPLE = Path(__file__).parent / "gridworld_dqn"
OUT = Path("demo-out")
# The figures are those of examples/gridworld_dqn/README.md: five seeds of 5000 games.
NEXT = """
That was {epochs} of 5000 games. After all of them the port wins 91.5 % and the original 91.7 %.

What to do next:
  {port} --epochs 5000                  train it to the end: about five minutes
  make install                          PyTorch as well, for what follows
  porter check {original} {port} --updates 20 -- --epochs 40
  porter convert YOUR_AGENT.py
"""


def main():
    OUT.mkdir(exist_ok=True)
    port = OUT / "agent_tf.py"
    shutil.copy(EXAMPLE / "gridworld.py", OUT)

    porter = Path(sys.executable).with_name("porter")
    subprocess.run([porter, "convert", EXAMPLE / "agent.py", "-o", port], check=True)

    print(f"\nThe functions of {port} that run as TensorFlow graphs:\n")
    for function in graph_functions(port.read_text()):
        print(function, end="\n\n")

    print(f"Training {port} for {EPOCHS} games:", flush=True)
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    subprocess.run([sys.executable, port, "--epochs", str(EPOCHS)], check=True, env=quiet)
    print(NEXT.format(port=port, original=EXAMPLE / "agent.py", epochs=EPOCHS), end="")


def graph_functions(source):
    """The text of every function under @tf.function, with its decorator."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                if ast.unparse(decorator).startswith("tf.function"):
                    yield "\n".join(lines[decorator.lineno - 1 : node.end_lineno])


if __name__ == "__main__":
    main()
