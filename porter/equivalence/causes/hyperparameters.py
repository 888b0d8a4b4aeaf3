"""Causes that the optimizers tell themselves: their numbers and their parameters."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.verdict.construction import different_hyperparameters, listed
from porter.equivalence.verdict.model import Phase

NAMES = {"lr": "learning rate", "eps": "another epsilon", "betas": "other betas"}


def hyperparameters(case: Case) -> Cause | None:
    """A number that both sides tell, and not the same: lr, betas, eps, weight_decay, ..."""
    if case.phase not in (Phase.CONSTRUCTION, Phase.STATE) or case.events is None:
        return None
    differing = different_hyperparameters(*case.events, single=case.single)
    if not differing:
        return None
    key, (expected, actual) = next(iter(differing.items()))
    name = NAMES.get(key, f"{key.replace('_', ' ')} missing" if not actual else f"another {key}")
    text = f"the original's {key} is {expected}, the port's {actual}"
    if key == "betas" and tuple(actual) == tuple(expected)[::-1]:
        name = "betas swapped"
    elif key == "lr" and expected:
        ratio = actual / expected
        if np.float32(expected) == actual:
            name, text = "float32 learning rate", "the port's learning rate is rounded to float32"
        else:
            text += f": {ratio:.9g} times as much"
    return _at_construction(case, Cause(name, text, f"give the port's optimizer {key}={expected}"))


def parameter_missing(case: Case) -> Cause | None:
    """The port's optimizer lacks parameters of the original's."""
    missing, _ = _parameters(case)
    if not missing:
        return None
    text = f"the port's optimizer does not have {listed(missing)}"
    advice = (
        "give it all variables: a plain tf.Variable or a list of layers is not tracked by Keras"
    )
    return _at_construction(case, Cause("parameter missing from the optimizer", text, advice))


def target_trained(case: Case) -> Cause | None:
    """The port's optimizer has parameters that no optimizer of the original has."""
    _, extra = _parameters(case)
    trained = [path for path in extra if path not in case.owners]
    if not trained:
        return None
    text = f"the port's optimizer trains {listed(trained)}, which no optimizer of the original has"
    advice = "give the optimizer only the variables of the network that it trains"
    return _at_construction(case, Cause("target network trained", text, advice))


def _parameters(case: Case) -> tuple[list[str], list[str]]:
    """The parameters that only the original's and only the port's optimizer has."""
    if case.phase is not Phase.CONSTRUCTION or case.events is None:
        return [], []
    expected, actual = (event.info.get("parameters", []) for event in case.events)
    return (
        [path for path in expected if path not in actual],
        [path for path in actual if path not in expected],
    )


def _at_construction(case: Case, cause: Cause) -> Cause:
    """The cause with the lines where the optimizers are built."""
    pair = case.optimizer
    if pair is None:
        return cause
    return replace(cause, original=pair.torch.site, port=pair.port.site)
