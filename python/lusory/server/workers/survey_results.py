"""The result of a survey in a worker process: with many opinions or measures it takes seconds and more."""

from __future__ import annotations

from typing import Any

import msgspec

from ...club.survey import links, read, table


def survey_result(request: dict[str, Any]) -> dict[str, Any]:
    """Strengths with intervals, measures beside them, and which measure goes with what people like. request: `survey`
    as JSON; `measures` by the titles of games."""
    survey, measures = read(request["survey"]), request["measures"]
    return {"games": table(survey, measures), "measures": msgspec.to_builtins(links(survey, measures))}
