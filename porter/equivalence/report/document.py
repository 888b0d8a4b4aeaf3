"""The report as JSON, as docs/check-schema.json describes it."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import Any

from porter.equivalence.report.model import Result
from porter.equivalence.report.whole import Report

SCHEMA_VERSION = 1  # grows when a program that reads the report would have to change


def as_json(report: Report, version: str) -> str:
    """The report as one JSON object; `version` is porter's own."""
    found = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "porter", "version": version},
        "outcome": report.outcome.value,
        "exit_code": report.exit_code,
        "original": report.original,
        "port": report.port,
        "arguments": list(report.arguments),
        "seed": report.seed,
        "versions": dict(report.versions),
        "results": [_result(result) for result in report.results],
    }
    return json.dumps(_finite(found), indent=2, allow_nan=False) + "\n"


def _result(result: Result) -> dict[str, Any]:
    return {
        "precision": result.precision,
        "device": result.device,
        "outcome": result.outcome.value,
        "message": result.message,
        "seconds": round(result.seconds, 3),
        "tolerance": result.tolerance,
        "phases": [asdict(phase) for phase in result.phases],
        "divergences": [asdict(divergence) for divergence in result.divergences],
        "cause": asdict(result.cause) if result.cause else None,
        "updates": [asdict(update) for update in result.updates],
        "noise_floor": list(result.noise),
        "draws": {"original": result.draws[0], "port": result.draws[1]},
        "traces": [asdict(trace) for trace in result.traces],
        "notes": list(result.notes),
    }


def _finite(value: Any) -> Any:
    """JSON has no infinity and no NaN: null stands for them."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
