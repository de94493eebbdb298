"""Taste: votes, the model of them, its honest error, and breeding by it."""

import random

import msgspec
import pytest

from lusory.breed import breed
from lusory.breed.aim import Aim
from lusory.breed.foretold import foretold
from lusory.breed.litter import litter, write
from lusory.breed.opinions import Vote, read_votes
from lusory.breed.taste import LEAST, Taste, learn, taste_of
from lusory.club.rankings import Ranking, pair
from lusory.club.survey import Survey, SurveyedGame
from lusory.errors import LusoryError

RNG = random.Random(5)
FIGURES = {
    f"game{i}": {
        "skill": RNG.uniform(0.6, 1),
        "score": RNG.uniform(0.3, 0.7),
        "plies played": RNG.uniform(10, 80),
        "drama": RNG.uniform(0, 0.5),
        "words": RNG.uniform(6, 40),
    }
    for i in range(24)
}


def votes(number, sure, liking=lambda figures: figures["drama"]):
    """Votes of people who like some figure: so sure of them that this share of votes follows it."""
    rng, ballot = random.Random(8), []
    for i in range(number):
        a, other = rng.sample(sorted(FIGURES), 2)
        if (liking(FIGURES[a]) > liking(FIGURES[other])) != (rng.random() < sure):
            a, other = other, a
        ballot.append(Vote(f"voter{i}", a, other))
    return ballot


def test_a_taste_is_found_where_there_is_one():
    taste = learn(votes(150, 0.95), FIGURES)
    assert taste.knows and taste.error is not None and taste.error < 0.3
    middling = FIGURES["game1"]
    assert taste.liking(middling | {"drama": 0.5}) > 0.7 > 0.3 > taste.liking(middling | {"drama": 0.0})


def test_votes_by_chance_and_few_votes_teach_nothing():
    chance = learn(votes(150, 0.5), FIGURES)
    assert chance.error is not None and not chance.knows and chance.liking(FIGURES["game3"]) == 0.5
    assert "knows nothing" in str(chance)
    few = learn(votes(LEAST - 1, 1.0), FIGURES)
    assert few.error is None and not few.knows and "too few" in str(few) and few.liking({}) == 0.5


def test_a_file_of_votes_is_read():
    votes = read_votes("voter,Better,worse\nann,a,b\nann,b,a\nbob,'a,b\n")
    assert votes == [Vote("ann", "b", "a"), Vote("bob", "a", "b")], "the last of a person and pair; a neutralised cell"
    assert read_votes("better,worse\na,b\n") == [Vote("", "a", "b")]
    for text, message in (("a,b\n", "line 1: no column better"), ("better,worse\na,a\n", "line 2"), ("", "line 1")):
        with pytest.raises(LusoryError, match=message):
            read_votes(text)
    with pytest.raises(LusoryError, match="nothing is measured of zzz"):
        learn([Vote("", "zzz", "game1")], FIGURES)


def test_what_people_like_is_worth_more():
    taste = Taste({"drama": 8.0}, 100, 100, 20, 0.2, 0.1, 0.3)
    aim = Aim(taste=taste)
    assert aim.worth(0.8, {"drama": 0.6}) > aim.worth(0.8, {"drama": 0.25}) > aim.worth(0.8, {"drama": 0.0})
    nothing = Aim(taste=Taste())
    assert nothing.worth(0.8, {"drama": 0.6}) == 0.8 == Aim().worth(0.8, {})
    assert max(aim.worth(1.0, {"drama": 9.0}), nothing.worth(1.0, {})) <= 1


def test_a_run_breeds_by_taste(tmp_path):
    first = breed(("yavalath", "connect-four", "susan"), children=96, seed=2, isolated=False)
    write(first, tmp_path)
    names = [newborn.name for newborn in litter(first)]
    file = tmp_path / "votes.csv"
    file.write_text("voter,better,worse\n" + "".join(f"v{i},{names[0]},{names[1]}\n" for i in range(30)))
    taste = taste_of(file, tmp_path / "litter.json")
    assert taste.votes == 30 and taste.error is None, "two games: none is left to foretell"
    liked = Taste({"plies played": -4.0}, 100, 100, 20, 0.2, 0.1, 0.3)
    short = breed(("yavalath", "connect-four", "susan"), children=96, seed=2, taste=liked, isolated=False)
    plies = [sum(elite.verdict.figures["plies played"] for elite in run.elites[:5]) for run in (short, first)]
    assert plies[0] < plies[1] and short.setting.aim.taste == liked


def test_stars_are_votes_of_each_person():
    votes = read_votes("voter,game,stars\nann,a,1\nann,b,0\nann,c,0\nbob,a,0\nbob,'b,1\nbob,b,0\n")
    assert votes == [Vote("ann", "a", "b"), Vote("ann", "a", "c")], "the last of bob's two says nothing of a and b"
    with pytest.raises(LusoryError, match="line 2: expected the name of a game, and its stars from 0 to 10"):
        read_votes("game,stars\na,many\n")


def test_a_survey_is_read_as_votes():
    places = Ranking((("a",), ("b", "c")), rest=("d",))
    survey = Survey("Which?", tuple(map(SurveyedGame, "abcd")), (places, pair("d", "a", "ann"), pair("a", "d", "ann")))
    assert set(read_votes(survey.json())) == {
        *(Vote("opinion 1", better, worse) for better, worse in ("ab", "ac", "ad", "bd", "cd")),
        Vote("ann", "a", "d"),
    }
    with pytest.raises(LusoryError, match="format"):
        read_votes("{}")


def test_the_measure_that_people_followed_foretells_and_the_others_do_not():
    by_measure = {forecast.measure: forecast for forecast in foretold(votes(150, 0.95), FIGURES)}
    drama = by_measure["drama"]
    assert drama.knows and drama.more and drama.right > 0.8 and drama.ludi == "drama"
    assert by_measure["skill"].low < 0.5 and "branching" not in by_measure, "of which there are no figures"
    by_negated = {
        forecast.measure: forecast
        for forecast in foretold(votes(150, 0.95, lambda figures: -figures["words"]), FIGURES)
    }
    assert by_negated["words"].knows and not by_negated["words"].more
    assert foretold(votes(5, 1.0), FIGURES) == []


def test_the_command_says_what_foretold_and_writes_a_page(tmp_path, call):
    litter_file = [{"name": name, "figures": figures} for name, figures in FIGURES.items()]
    (tmp_path / "litter.json").write_bytes(msgspec.json.encode(litter_file))
    lines = [",".join(vote) for vote in votes(150, 0.95)]
    (tmp_path / "votes.csv").write_text("\n".join(["voter,better,worse", *lines]))
    result = call("taste", tmp_path / "votes.csv", "--out", tmp_path / "taste.html").out
    assert result.startswith("taste: 150 votes") and "more drama" in result and "in Ludi's study: drama" in result
    page = (tmp_path / "taste.html").read_text()
    assert '<th scope="row">drama</th><td>more</td>' in page and "http:" not in page and "https:" not in page
