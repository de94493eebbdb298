"""Taste: votes, the model of them, its honest error, and breeding by it."""

import random

import pytest

from lusory.breed import breed
from lusory.breed.aim import Aim
from lusory.breed.litter import litter, write
from lusory.breed.taste import LEAST, Taste, Vote, learn, read_votes, taste_of
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


def votes(many, sure, liking=lambda figures: figures["drama"]):
    """Votes of people who like some figure: so sure of them that this share of votes follows it."""
    rng, found = random.Random(8), []
    for i in range(many):
        one, other = rng.sample(sorted(FIGURES), 2)
        if (liking(FIGURES[one]) > liking(FIGURES[other])) != (rng.random() < sure):
            one, other = other, one
        found.append(Vote(f"voter{i}", one, other))
    return found


def test_a_taste_is_found_where_there_is_one():
    found = learn(votes(150, 0.95), FIGURES)
    assert found.knows and found.error is not None and found.error < 0.3
    middling = FIGURES["game1"]
    assert found.liking(middling | {"drama": 0.5}) > 0.7 > 0.3 > found.liking(middling | {"drama": 0.0})


def test_votes_by_chance_and_few_votes_teach_nothing():
    chance = learn(votes(150, 0.5), FIGURES)
    assert chance.error is not None and not chance.knows and chance.liking(FIGURES["game3"]) == 0.5
    assert "knows nothing" in str(chance)
    few = learn(votes(LEAST - 1, 1.0), FIGURES)
    assert few.error is None and not few.knows and "too few" in str(few) and few.liking({}) == 0.5


def test_a_file_of_votes_is_read():
    found = read_votes("voter,Better,worse\nann,a,b\nann,b,a\nbob,'a,b\n")
    assert found == [Vote("ann", "b", "a"), Vote("bob", "a", "b")], "the last of a person and pair; a neutralised cell"
    assert read_votes("better,worse\na,b\n") == [Vote("", "a", "b")]
    for text, said in (("a,b\n", "line 1: no column better"), ("better,worse\na,a\n", "line 2"), ("", "line 1")):
        with pytest.raises(LusoryError, match=said):
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
    names = [one.name for one in litter(first)]
    file = tmp_path / "votes.csv"
    file.write_text("voter,better,worse\n" + "".join(f"v{i},{names[0]},{names[1]}\n" for i in range(30)))
    taste = taste_of(file, tmp_path / "litter.json")
    assert taste.votes == 30 and taste.error is None, "two games: none is left to foretell"
    liked = Taste({"plies played": -4.0}, 100, 100, 20, 0.2, 0.1, 0.3)
    short = breed(("yavalath", "connect-four", "susan"), children=96, seed=2, taste=liked, isolated=False)
    plies = [one.verdict.figures["plies played"] for run in (short, first) for one in run.elites[:1]]
    assert plies[0] < plies[1] and short.setting.aim.taste == liked
