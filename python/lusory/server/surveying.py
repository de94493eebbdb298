"""Surveys: who may see which part, which opinions count, and the strengths computed from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..club.rankings import Ranking
from ..club.survey import Survey, SurveyedGame
from ..errors import LusoryError
from ..lab import figures
from .accounts import Account, People
from .bounded_cache import Cache
from .game_service import GameService, key_of, size
from .store.surveys import MOST_SURVEYS, AskedGame, StoredSurvey, Surveys
from .table import Refused
from .workers import Caller

LEAST_GAMES, MOST_GAMES = 2, 50
Requested = tuple[str, dict[str, Any], dict[str, Any] | None]
"""A game of the catalogue and its options, or a rule value."""
MOST_MEASURES = 200
SECONDS = 120.0
"""For computing a result."""
KEPT, LARGEST = 100, 8_000_000
"""Results that are kept, and bytes of all of them."""


class Surveying:
    """Surveys, as people use them. Everything raises Refused or another LusoryError."""

    def __init__(self, people: People, games: GameService) -> None:
        self.people, self.games, self.stored = people, games, Surveys(people.store)
        self._results: Cache[dict[str, Any]] = Cache(KEPT, LARGEST, size)

    async def make(
        self, me: Account, title: str, text: str, method: str, requested_games: Sequence[Requested], caller: Caller
    ) -> tuple[str, str]:
        """A new survey: its name, and the secret with which people join."""
        if not title:
            raise Refused(422, "expected a title", "title")
        if await self.stored.count(me.id) >= MOST_SURVEYS:
            raise Refused(409, "at most %(most)s surveys of one person", "", most=MOST_SURVEYS)
        games: list[AskedGame] = []
        for number, (name, options, value) in enumerate(requested_games, 1):
            game_info = await self.games.requested(name, options, value, caller)
            texts = {key: str(option) for key, option in options.items()} if value is None else {}
            titled, rules = game_with_options(game_info.title, texts)[:200], None if value is None else game_info.value
            catalogue_name = game_info.name if value is None else ""
            games.append(AskedGame(number, catalogue_name, texts, titled, game_info.hash, {}, rules))
        if len({game.title for game in games}) < len(games):
            raise Refused(422, "expected games with different names", "games")
        if not LEAST_GAMES <= len(games) <= MOST_GAMES or len({game.hash for game in games}) < len(games):
            raise Refused(422, "expected %(least)s to %(most)s different games", "games", least=LEAST_GAMES,
                          most=MOST_GAMES)  # fmt: skip
        return await self.stored.add(me.id, title, text, method, games)

    async def seen(self, survey_id: str, me: Account) -> StoredSurvey:
        """A survey that somebody takes part in."""
        survey = await self.stored.get(survey_id)
        if survey is None or not await self.stored.takes_part(survey_id, me.id):
            raise unknown_survey()
        return survey

    async def own(self, survey_id: str, me: Account) -> StoredSurvey:
        """A survey that somebody organises."""
        survey = await self.seen(survey_id, me)
        if survey.organiser != me.id:
            raise Refused(403, "only the organiser of this survey can do this", "survey")
        return survey

    async def join(self, survey_id: str, secret: str, me: Account) -> None:
        """Take part in a survey."""
        if not await self.stored.join(survey_id, secret, me.id):
            raise Refused(404, "this link is of no open survey: ask its organiser for a new one", "secret")

    async def think(self, survey_id: str, me: Account, places: Sequence[Sequence[int]]) -> None:
        """What somebody thinks of the games that he has played."""
        survey = await self.seen(survey_id, me)
        numbers = [number for subject in places for number in subject]
        if strange := sorted(set(numbers) - await self.stored.played(survey, me.holder)):
            raise Refused(409, "game %(number)s: finish a game of it first", "places", number=strange[0])
        opinion(survey, places, "")
        pairs = survey.way == "pairs"
        if pairs and len(numbers) != 2:
            raise Refused(422, "expected two games", "places")
        if len(numbers) < 2:
            raise Refused(422, "expected two games or more", "places")
        subject = "-".join(str(number) for number in sorted(numbers)) if pairs else ""
        if not await self.stored.think(survey_id, me.id, subject, places):
            raise Refused(409, "this survey is closed", "survey")

    async def shown(self, survey: StoredSurvey, me: Account) -> dict[str, Any]:
        """A survey, as one who takes part sees it: what others think only in the result."""
        played_games = await self.stored.played(survey, me.holder)
        mine = await self.stored.opinions(survey.id, me.id)
        members = [await self.people.accounts.get(key) for key in await self.stored.people(survey.id)]
        games = [
            {"number": entry.number, "game": entry.game, "options": entry.options, "title": entry.title,
             "own": entry.value is not None, "played": entry.number in played_games, "measured": bool(entry.measures)}
            for entry in survey.games
        ]  # fmt: skip
        return {
            "survey": survey.id, "title": survey.title, "text": survey.text, "way": survey.way,
            "closed": survey.closed, "mine": survey.organiser == me.id, "games": games,
            "organiser": (await self.people.accounts.get(survey.organiser)).name,
            "people": [member.name for member in members], "opinions": [places for _, _, places in mine],
        }  # fmt: skip

    async def collected(self, survey: StoredSurvey, me: Account) -> Survey:
        """What people think, voters by number: for the organiser, and for all when it is closed."""
        if survey.organiser != me.id and not survey.closed:
            raise Refused(403, "the result is shown when the survey is closed", "survey")
        votes = await self.stored.opinions(survey.id)
        voters = {key: f"v{number}" for number, key in enumerate(sorted({voter for voter, _, _ in votes}), 1)}
        opinions = tuple(opinion(survey, places, voters[voter]) for voter, _, places in votes)
        games = tuple(SurveyedGame(game.title, game.hash) for game in survey.games)
        return Survey(survey.title, games, opinions)

    async def result(self, survey: StoredSurvey, collected: Survey, caller: Caller) -> dict[str, Any]:
        """Strengths with intervals, measures beside them, and which measure goes with what people like. Computed in a
        process, once for the same opinions and measures: it may take long."""
        voters = len({item.voter for item in collected.opinions})
        summary: dict[str, Any] = {"title": survey.title, "voters": voters, "opinions": len(collected.opinions)}
        if not collected.opinions:
            return summary | {"games": [], "measures": []}
        measures = {item.title: item.measures for item in survey.games if item.measures}
        request = {"do": "survey", "survey": collected.json(), "measures": measures}
        found = self._results.get(key := key_of(request))
        if found is None:
            found = await self.games.pools.ratings.ask(request, SECONDS, caller)
            self._results.keep(key, found)
        return summary | found

    async def measure(self, survey: StoredSurvey, text: str) -> AskedGame:
        """Add what `lusory measure GAME --json` printed; of which game it is."""
        measurement = figures.read(text)
        options = {key: str(value) for key, value in measurement.options.items()}
        for game in survey.games:
            if await self._is_of(measurement, game, options):
                values = {figure.name: figure.value for figure in measurement.figures if figure.value is not None}
                await self.stored.measure(survey.id, game.number, dict(sorted(values.items())[:MOST_MEASURES]))
                return game
        raise Refused(422, "this is a measurement of no game of the survey", "measurement")

    async def _is_of(self, measurement: figures.Measurement, game: AskedGame, options: dict[str, str]) -> bool:
        """Whether a measurement is of a game of a survey, though its options may be written otherwise."""
        if game.value is not None:
            return await self._hash_of(measurement.game) == game.hash
        if game.game != measurement.name:
            return False
        return game.options == options or (await self.games.named(game.game, options, Caller())).hash == game.hash

    async def _hash_of(self, rules: str) -> str:
        """Of the rules in a measurement; empty for what are none."""
        try:
            return (await self.games.requested("", {}, json.loads(rules), Caller())).hash
        except (ValueError, LusoryError):
            return ""


def unknown_survey() -> Refused:
    """The same for a survey that is not there and for one that somebody takes no part in."""
    return Refused(
        404,
        "there is no survey of this name, or you take no part in it: open the link with which you were invited",
        "survey",
    )


def game_with_options(title: str, options: dict[str, str]) -> str:
    """A game with its options."""
    return " ".join([title, *(f"{name}={value}" for name, value in sorted(options.items()))])


def opinion(survey: StoredSurvey, places: Sequence[Sequence[int]], voter: str) -> Ranking:
    """Places as an opinion about the games by their titles. Raises Refused."""
    titles = {game.number: game.title for game in survey.games}
    try:
        return Ranking(tuple(tuple(titles[number] for number in subject) for subject in places), voter=voter)
    except KeyError as fault:
        raise Refused(422, "%(number)s: no game of the survey", "places", number=fault.args[0]) from None
    except LusoryError as fault:
        raise Refused(422, str(fault), "places") from None


def export_survey(collected: Survey) -> str:
    """The form that `lusory survey` reads."""
    return json.dumps(json.loads(collected.json()), indent=2, ensure_ascii=False) + "\n"
