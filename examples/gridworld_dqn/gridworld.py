"""Gridworld: a 4x4 board with a player, a goal, a pit and a wall."""

import random

import numpy as np

SIZE = 4
PIECES = ("player", "goal", "pit", "wall")
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ACTIONS = tuple(MOVES)

CELLS = [(row, column) for row in range(SIZE) for column in range(SIZE)]
STATIC = {"player": (0, 3), "goal": (0, 0), "pit": (0, 1), "wall": (1, 1)}


class Gridworld:
    """One game. It ends on the goal (+10) or in the pit (-10); every other move costs 1.

    mode: "static" starts from one fixed board, "player" puts the player anywhere on it, and
    "random" places all four pieces.
    """

    def __init__(self, mode="random"):
        self.pieces = dict(STATIC)
        if mode == "player":
            self._draw("player")
        elif mode == "random":
            self._draw(*PIECES)
        elif mode != "static":
            raise ValueError(f"mode must be static, player or random, not {mode!r}")

    def observe(self):
        """The board as one plane per piece, with a single 1 in each."""
        planes = np.zeros((len(PIECES), SIZE, SIZE))
        for plane, name in enumerate(PIECES):
            planes[plane][self.pieces[name]] = 1
        return planes

    def move(self, action):
        """Move the player by an index into ACTIONS; walls and edges stop it."""
        cell = neighbour(self.pieces["player"], MOVES[ACTIONS[action]])
        if cell in CELLS and cell != self.pieces["wall"]:
            self.pieces["player"] = cell

    def reward(self):
        """What standing here is worth."""
        if self.pieces["player"] == self.pieces["goal"]:
            return 10
        if self.pieces["player"] == self.pieces["pit"]:
            return -10
        return -1

    def _draw(self, *names):
        """Place these pieces at random until the board is one that can be won."""
        while True:
            for name in names:
                self.pieces[name] = random.choice(CELLS)
            if self._is_valid():
                return

    def _is_valid(self):
        """No two pieces share a cell, and a way past pit and wall leads to the goal."""
        if len(set(self.pieces.values())) < len(PIECES):
            return False
        blocked = {self.pieces["pit"], self.pieces["wall"]}
        reached = {self.pieces["player"]}
        frontier = [self.pieces["player"]]
        while frontier:
            cell = frontier.pop()
            for move in MOVES.values():
                onward = neighbour(cell, move)
                if onward in CELLS and onward not in blocked | reached:
                    reached.add(onward)
                    frontier.append(onward)
        return self.pieces["goal"] in reached


def neighbour(cell, move):
    """The cell one move away, which may lie off the board."""
    return cell[0] + move[0], cell[1] + move[1]
