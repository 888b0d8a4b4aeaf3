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
