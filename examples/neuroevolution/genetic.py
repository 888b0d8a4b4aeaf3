"""A real-coded genetic algorithm, and the program around it. No framework."""

import argparse

import numpy as np
from tqdm import tqdm


class RealCoded:
    """Evolves the rows of `genomes`, of float64 [individuals, genes].

    BLX-alpha (Eshelman and Schaffer, 1993): a child's gene is drawn from the interval between those
    of its parents, widened by alpha of its length on both sides.
    """

    def __init__(self, individuals, genes, rng, alpha=0.5, elites=2, mutation=0.05, scale=0.5):
        self.rng = rng
        self.alpha = alpha
        self.elites = elites
        self.mutation = mutation
        self.scale = scale
        self.genomes = rng.normal(0, scale, (individuals, genes))

    def evolve(self, fitness):
        """Replace the genomes by the next generation; `fitness` is of these, higher is better."""
        individuals, genes = self.genomes.shape
        order = np.argsort(-fitness, kind="stable")
        children = individuals - self.elites

        # Tournaments: the fitter of two that are drawn becomes a parent
        rank = np.empty(individuals, dtype=int)
        rank[order] = np.arange(individuals)
        drawn = self.rng.integers(0, individuals, (2, children, 2))
        parents = np.where(rank[drawn[..., 0]] < rank[drawn[..., 1]], drawn[..., 0], drawn[..., 1])
        mothers, fathers = self.genomes[parents[0]], self.genomes[parents[1]]

        low, high = np.minimum(mothers, fathers), np.maximum(mothers, fathers)
        widened = self.alpha * (high - low)
        crossed = self.rng.uniform(low - widened, high + widened)
        mutated = self.rng.random((children, genes)) < self.mutation
        crossed += mutated * self.rng.normal(0, self.scale, (children, genes))
        self.genomes = np.concatenate([self.genomes[order[: self.elites]], crossed])


def run(description, genes, evaluator):
    """Evolve from the command line.

    `evaluator(individuals)` makes what tells the fitness: a function of the genomes and of the
    states (angle, velocity) that episodes start from.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--individuals", type=int, default=50)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--episodes", type=int, default=3, help="per individual and generation")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    rng = np.random.default_rng(args.seed)
    population = RealCoded(args.individuals, genes, rng)
    starts = rng.uniform([-np.pi, -1.0], [np.pi, 1.0], (args.episodes, 2))
    fitness = evaluator(args.individuals)

    progress = tqdm(range(args.generations), desc="evolving", unit="generation")
    for generation in progress:
        scores = fitness(population.genomes, starts)
        best = int(np.argmax(scores))
        progress.write(f"generation {generation}: individual {best}, return {scores[best]:.6f}")
        if generation + 1 < args.generations:
            population.evolve(scores)
