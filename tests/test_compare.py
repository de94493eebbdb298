"""Tests of the comparison of versions: differences of rules, paired differences, confidence sequences."""

import json
import math
import random
from itertools import pairwise

import msgspec
import pytest

from lusory.errors import LusoryError
from lusory.games import studied_games
from lusory.lab.compare import Settle, compare, difference_lines, differences
from lusory.lab.compare.gap import PairedGames, games_more, unpaired_gap
from lusory.lab.compare.run import Match
from lusory.lab.confidence_sequence import FEWEST, ConfidenceSequence, looks
from lusory.lab.figures import Figure
from lusory.lab.intervals import SPARE, difference, wilson
from lusory.lab.outcomes import Games, OutcomeSetting, PlayedGames
from lusory.lab.quantities import Outcome, Quantity, ending_quantities
from lusory.lab.quantity_sums import Tally, sum_outcomes
from lusory.play.game_file import from_python
from lusory.play.program import log_identity
from lusory.rules import At, Draw, Game, Graph, Keep, Line, No, Place, Square, Swap, Win, empty, own
from lusory.rules.options import OneOf
from tests.commands import SUSAN, refused

FIRST, SECOND, DRAWN = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)


def outcomes(*values, plies=10):
    return [Outcome(value, plies) for value in values]


def load(name, **options):
    return studied_games()[name](**options)


def bounds(gap):
    return float(gap.low), float(gap.high)


class Rare:
    """A source of games of 40 + `shift` plies, and of 40 + `more` plies with probability 1/100."""

    players = 2

    def __init__(self, seed: float, more: int, shift: int) -> None:
        self.counted_names: list[str] = []
        self.chance, self.more, self.shift = random.Random(seed), more, shift

    def take(self, first: int, count: int) -> list[Outcome]:
        plies = [self.more if self.chance.random() < 0.01 else self.shift for _ in range(count)]
        return [Outcome(FIRST, 40 + ply) for ply in plies]

    def tally(self, first: int, count: int) -> Tally:
        return sum_outcomes(self.take(first, count), ending_quantities(2))

    def tells(self, quantity: Quantity) -> str:
        return ""

    def close(self) -> None:
        """Nothing is held."""


class TestDifferences:
    def test_one_number(self):
        [difference] = differences(load("susan"), load("susan", draw="slides:4"))
        assert (difference.path, difference.clause, difference.was, difference.now) == (
            "ends[2].when.n",
            "ends[2]",
            "6",
            "4",
        )
        assert difference.sentence.startswith(
            "the game is a draw if four slides in a row"
        ) and difference.sentence.endswith("(was: six)")

    def test_the_former_words_of_a_clause_that_reads_otherwise_are_told_in_full(self):
        lines = Graph(tuple((f"a{i}", i, 0) for i in range(12)), (("E", "a0", "a1"),))
        game, other = (Game(board, Place()) for board in (lines, Square(12, 2)))
        [difference] = differences(game, other)
        assert difference.sentence == "a board of 12 by 2 squares (was: a board of 12 points)"

    def test_a_clause_more_and_a_clause_less(self):
        with_draws, undrawn = load("susan"), load("susan", draw="none")
        [difference] = differences(with_draws, undrawn)
        [new] = differences(undrawn, with_draws)
        assert difference.now == new.was == "" and difference.was == new.now
        assert difference.sentence.startswith("left out: the game is a draw") and new.sentence.startswith(
            "new: the game is a draw"
        )

    def test_a_clause_put_in_between_changes_no_other(self):
        game = Game(Square(3), Place(), ends=[Win(Line(3)), Draw(No(empty))])
        more = Game(Square(3), Place(), ends=[Win(Line(3)), Win(Line(2)), Draw(No(empty))])
        [difference] = differences(game, more)
        assert (difference.path, difference.now) == ("ends[1]", "Win(Line(2))")

    def test_a_clause_is_told_once_however_many_of_its_words_differ(self):
        differences_found = differences(load("serendipity", target=11), load("serendipity", target=9))
        assert len(differences_found) == 3 and [
            line.partition(":")[0] for line in difference_lines(differences_found)
        ] == [
            "ends[0]",
            "ends[2]",
        ]

    def test_names_are_no_rules(self):
        game = load("gomoku")
        assert differences(game, msgspec.structs.replace(game, name="five")) == []

    @pytest.mark.parametrize("name", sorted(studied_games()))
    def test_every_choice_of_every_game_is_told(self, name):
        game = studied_games()[name]
        base = game()
        assert differences(base, base) == []
        for option in game.options:
            for choice in option.reader.choices if isinstance(option.reader, OneOf) else ():
                other = game(**{option.name: choice})
                differences_found = differences(base, other)
                assert bool(differences_found) == (base != other)
                assert all(
                    difference.was != difference.now
                    and difference.sentence
                    and difference.path.startswith(difference.clause)
                    for difference in differences_found
                )

    def test_all_games_differ_in_words(self):
        games = [game() for _, game in sorted(studied_games().items())]
        for game, other in pairwise(games):
            if game.players == other.players:
                assert difference_lines(differences(game, other))

    def test_words_that_read_alike_are_spelled(self):
        game = Game(Square(3), Place(), opening=[Keep("a")], ends=[Win(Line(3))])
        other = Game(Square(3), Place(), opening=[Swap("a")], ends=[Win(Line(3))])
        [difference] = differences(game, other)
        assert difference.path == "opening[0]" and "(was: " in difference.sentence


class TestPairs:
    def test_shares_are_as_agresti_and_min_have_them(self):
        """Their formula, from the counts of pairs: 8 won only by the first version, 3 only by the other, of 40."""
        base = outcomes(*[FIRST] * 8, *[SECOND] * 3, *[FIRST] * 20, *[SECOND] * 9)
        other = outcomes(*[SECOND] * 8, *[FIRST] * 3, *[FIRST] * 20, *[SECOND] * 9)
        pairs = PairedGames(2)
        pairs.add(base, other)
        gap = pairs.gap("first", 1)
        n, more, smaller = 42, 3.5, 8.5
        middle = (more - smaller) / n
        half = 1.959964 * math.sqrt(more + smaller - (more - smaller) ** 2 / n) / n
        assert gap.value == pytest.approx(-5 / 40) and gap.games == 40
        assert bounds(gap) == pytest.approx((middle - half, middle + half))

    def test_means_are_students(self):
        from scipy import stats  # type: ignore[import-untyped]

        chance = random.Random(1)
        first = [chance.randrange(10, 60) for _ in range(30)]
        second = [plies + chance.randrange(-3, 8) for plies in first]
        pairs = PairedGames(2)
        pairs.add([Outcome(FIRST, n) for n in first], [Outcome(FIRST, n) for n in second])
        gap = pairs.gap("plies", 1)
        expected = stats.ttest_rel(second, first).confidence_interval()
        assert bounds(gap) == pytest.approx((expected.low, expected.high), rel=1e-3)

    def test_games_that_were_cut_are_left_out_with_their_partners(self):
        pairs = PairedGames(2)
        pairs.add([Outcome((0.0, 0.0), 2000, cut=True), *outcomes(FIRST)], outcomes(FIRST, SECOND))
        assert (pairs.games, pairs.cut) == (1, 1)
        assert pairs.gap("first", 1).low is None and "expected 2" in pairs.gap("first", 1).why

    def test_nothing_that_differs_is_no_certainty(self):
        pairs = PairedGames(2)
        pairs.add(outcomes(*[FIRST] * 10), outcomes(*[FIRST] * 10))
        gap = pairs.gap("draws", 1)
        low, high = bounds(gap)
        assert gap.value == 0 and low < -0.05 and high > 0.05 and gap.why == "equal in every pair of games"

    def test_chance_that_is_shared_makes_them_narrower(self):
        comparison = compare([load("susan"), load("susan", draw="slides:5")], games=2000, workers=1)
        errors = [version.figure("draws").error or 0.0 for version in comparison.versions]
        gap = comparison.gap("draws")
        assert gap.how == "paired" and 0 < (gap.error or 0) < 0.8 * math.hypot(*errors)

    @pytest.mark.parametrize("rate", [0.05, 0.3])
    def test_the_interval_holds_the_truth_as_often_as_it_says(self, rate):
        """1,000 experiments of 60 pairs: a game is won with probability 1/2, and lost instead at `rate`."""
        chance, covered = random.Random(7), 0
        for _ in range(1000):
            pairs = PairedGames(2)
            base = [chance.random() < 0.5 for _ in range(60)]
            other = [won and chance.random() >= rate for won in base]
            pairs.add(*(outcomes(*[FIRST if won else SECOND for won in side]) for side in (base, other)))
            gap = pairs.gap("first", 1)
            low, high = bounds(gap)
            covered += low <= -rate / 2 <= high
        assert covered >= 0.93 * 1000

    def test_how_many_games_more(self):
        """Half and spare error shrink to the difference with the root of the number of games."""
        assert games_more(0.2, 0.1, 0.05, 100) == games_more(-0.2, 0.1, 0.05, 100) == 0
        assert games_more(0.1, 0.2, 0.1, 100) == math.ceil((2 + SPARE) ** 2 * 100) - 99
        assert games_more(0.0, 0.2, 0.1, 100) is None and games_more(1e-9, 0.2, 0.1, 100) is None

    def test_no_share_differs_by_more_than_all(self):
        pairs = PairedGames(2)
        pairs.add(outcomes(*[FIRST] * 10), outcomes(*[DRAWN] * 10))
        assert bounds(pairs.gap("draws", 1))[1] == 1.0 and bounds(pairs.gap("first", 1))[0] == -1.0
        assert pairs.gap("score", 1).value == -0.5 and bounds(pairs.gap("score", 1))[0] >= -1.0

    def test_what_is_not_settled_takes_more_games(self):
        """Also with few pairs that all differ one way: the middle of their interval is nearer to 0 than their mean."""
        for count in range(2, 12):
            for other in (DRAWN, SECOND):
                for alike in range(12):
                    pairs = PairedGames(2)
                    pairs.add(outcomes(*[FIRST] * (count + alike)), outcomes(*[other] * count, *[FIRST] * alike))
                    gap = pairs.gap("first", 1)
                    assert gap.settled == (gap.more == 0), (count, alike)

    def test_decisive_games_are_paired_as_draws_are(self):
        pairs = PairedGames(2)
        pairs.add(outcomes(*[FIRST] * 30), outcomes(*[FIRST] * 24, *[DRAWN] * 6))
        draws, decided = pairs.gap("draws", 1), pairs.gap("decisiveness", 1)
        assert (decided.figure, decided.value, decided.how) == ("decisiveness", -0.2, "paired")
        assert bounds(decided) == tuple(-bound for bound in reversed(bounds(draws))) and decided.error == draws.error

    def test_completion_is_paired_over_all_games(self):
        """8 games end only in the first version, 3 only in the other, of 40: as Agresti and Min have it."""
        cut, ended = Outcome((0.0, 0.0), 2000, cut=True), Outcome(FIRST, 10)
        pairs = PairedGames(2)
        pairs.add(
            [ended] * 8 + [cut] * 3 + [ended] * 20 + [cut] * 9, [cut] * 8 + [ended] * 3 + [ended] * 20 + [cut] * 9
        )
        gap = pairs.gap("completion", 1)
        n, more, smaller = 42, 3.5, 8.5
        half = 1.959964 * math.sqrt(more + smaller - (more - smaller) ** 2 / n) / n
        assert (gap.figure, gap.value, gap.games) == ("completion", -5 / 40, 40)
        assert bounds(gap) == pytest.approx(((more - smaller) / n - half, (more - smaller) / n + half))

    def test_apart_is_as_newcombe_has_it(self):
        """His example (1998, table II, a): 56 of 70 against 48 of 80, method 10, for games that are opposite."""
        first, other = wilson(48, 80), wilson(56, 70)
        figures = [Figure("x", i.value, i.low, i.high, n, "share") for i, n in ((first, 80), (other, 70))]
        gap = unpaired_gap(figures[0], figures[1], 1)
        (low, high), (least, most) = bounds(figures[0]), bounds(figures[1])
        assert (gap.value, *bounds(gap)) == pytest.approx((0.2, least - high, most - low))
        independent = difference(other, first)
        assert (independent.low, independent.high) == pytest.approx((0.0524, 0.3339), abs=1e-4)
        assert bounds(gap)[0] < 0.0524 and bounds(gap)[1] > 0.3339
        assert unpaired_gap(figures[0], Figure("x", why="no such data"), 1).why == "no such data"

    def test_games_that_go_opposite_ways_are_not_taken_for_independent(self):
        """Placement on two cells, won by who gets the one or the other: what one version wins the other draws. Of
        figures that do not differ few look settled, also of those that are compared apart."""
        versions = [Game(Square(2, 1), Place(), ends=[Win(own & At(cell)), Draw(No(empty))]) for cell in ("a1", "b1")]
        gaps = [gap for seed in range(12) for gap in compare(versions, games=200, seed=seed, workers=1).gaps]
        known = [gap for gap in gaps if gap.low is not None and gap.how]
        assert {gap.how for gap in known if gap.figure == "odd lengths"} == {"paired"}
        apart = [gap for gap in known if gap.how == "apart"]
        assert apart and sum(gap.settled for gap in apart) <= 0.05 * len(apart)

    def test_lengths_that_are_nearly_all_alike_have_no_bounds(self):
        pairs = PairedGames(2)
        base = outcomes(*[FIRST] * 100)
        pairs.add(base, base)
        gap = pairs.gap("plies", 1)
        assert (gap.value, gap.low, gap.high, gap.more) == (0, None, None, None) and gap.why.startswith(
            "equal in every"
        )
        pairs.add(base, [*outcomes(*[FIRST] * 98), *outcomes(FIRST, FIRST, plies=210)])
        gap = pairs.gap("plies", 1)
        assert (gap.value, gap.low) == (2, None) and gap.why.startswith("+0 in all pairs of games but 2")
        pairs.add(base, [*outcomes(*[FIRST] * 92), *outcomes(*[FIRST] * 8, plies=210)])
        low, high = bounds(pairs.gap("plies", 1))
        assert low < 2000 / 300 < high

    def test_a_constant_difference_is_no_certainty(self):
        pairs = PairedGames(2)
        pairs.add(outcomes(*[FIRST] * 50), outcomes(*[FIRST] * 50, plies=11))
        gap = pairs.gap("plies", 1)
        assert gap.value == 1 and not gap.settled and gap.why.startswith("+1 in all pairs of games but 0")


class TestSequence:
    @pytest.mark.parametrize("shift", [0, -1])
    def test_a_rare_difference_is_seldom_taken_for_none(self, shift):
        """In one game of a hundred the other version takes 200 plies more, else `shift`: 1 ply more or 2 on average.
        Whoever stops as soon as they differ by less than that is wrong in one of twenty experiments at most."""
        chance, wrong = random.Random(5), 0
        truth = shift + 2 - shift / 100
        for _ in range(60):
            versions = [Rare(chance.random(), 0, 0), Rare(chance.random(), 200, shift)]
            match = Match(versions, Settle("plies", truth * 0.9), 3000)
            match.play(lambda progress: None)
            wrong += match.decided and Settle("plies", truth * 0.9).alike(match.gap("plies", 1))
        assert wrong <= 3

    @pytest.mark.parametrize("rate", [0.4, 0.02])
    def test_who_looks_again_and_again_is_seldom_wrong(self, rate):
        """No difference, looks until 2,000 pairs: the sequence excludes 0 anywhere in at most 5 % of 60 experiments,
        1.96 standard errors in many more."""
        chance, wrong, careless = random.Random(3), 0, 0
        sequence = ConfidenceSequence(0.05, 500)
        for _ in range(60):
            pairs, at, at_end, at_any_look = PairedGames(2), 0, False, False
            for look in looks(2000):
                values = [chance.random() for _ in range(look - at)]
                base = outcomes(*[FIRST if x < rate / 2 else DRAWN for x in values])
                pairs.add(base, outcomes(*[FIRST if x > 1 - rate / 2 else DRAWN for x in values]))
                at = look
                at_any_look = at_any_look or pairs.sequence("first", 1, sequence).settled
                at_end = at_end or pairs.gap("first", 1).settled
            wrong, careless = wrong + at_any_look, careless + at_end
        assert wrong <= 0.05 * 60 and careless > wrong

    def test_looks_grow_and_end(self):
        assert list(looks(40)) == [40]
        look_sizes = list(looks(5000))
        assert look_sizes[0] == FEWEST and look_sizes[-1] == 5000 and look_sizes == sorted(set(look_sizes))

    def test_it_is_tightest_where_it_should_be(self):
        widths = {t: ConfidenceSequence(0.05, 1000).factor(t) / math.sqrt(t) for t in (1000, 1001)}
        factors = {best: ConfidenceSequence(0.05, best).factor(1000) for best in (100, 500, 1000, 2000, 10_000)}
        assert min(factors, key=lambda best: factors[best]) == 1000 and widths[1001] < widths[1000]


class TestCompare:
    def test_it_is_the_same_whoever_plays(self):
        versions = [load("tic-tac-toe"), load("tic-tac-toe", swap=True)]
        for player in ("random", "mcts:5"):
            first, second = (compare(versions, games=30, player=player, seed=4, workers=n) for n in (1, 2))
            assert first.gaps == second.gaps and first.names == ("tic-tac-toe (1)", "tic-tac-toe (2)")

    def test_the_gap_is_the_difference_of_the_figures(self):
        comparison = compare([load("susan"), load("susan", draw="slides:4")], games=500, workers=1)
        for gap in comparison.gaps:
            if gap.value is not None:
                first, other = (version.figure(gap.figure).value or 0.0 for version in comparison.versions)
                assert gap.value == pytest.approx(other - first, abs=1e-9), gap.figure
        assert {"first", "draws", "score", "plies", "decisiveness", "completion"} <= {
            gap.figure for gap in comparison.gaps if gap.how == "paired"
        }

    def test_it_stops_when_it_is_settled(self):
        versions = [load("susan"), load("susan", draw="slides:3")]
        comparison = compare(versions, games=100_000, settle="draws", workers=1)
        assert comparison.games < 1000 and comparison.gap("draws").settled and comparison.gap("draws").how == "sequence"
        assert "settled after" in comparison.notes[-2]

    def test_it_stops_when_they_are_alike(self):
        """The same game with its first turn written as an opening: nothing differs in play."""
        game = load("hex", size=4)
        versions = [game, msgspec.structs.replace(game, opening=(Place(),))]
        comparison = compare(versions, games=100_000, settle=Settle("first", 0.05), workers=1)
        assert comparison.games < 100_000 and comparison.settle and comparison.settle.alike(comparison.gap("first"))

    def test_a_log_goes_on_and_plays_nothing_twice(self, tmp_path):
        versions = [load("tic-tac-toe"), load("tic-tac-toe", swap=True)]
        half = compare(versions, games=6, player="mcts:5", workers=1, log=tmp_path)
        sizes = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
        comparison = compare(versions, games=12, player="mcts:5", workers=1, log=tmp_path)
        for path, before in zip(sorted(tmp_path.iterdir()), sizes, strict=True):
            lines = path.read_bytes().splitlines()
            assert path.read_bytes().startswith(before) and len(lines) == 13
        assert half.games == 6 and comparison.gaps == compare(versions, games=12, player="mcts:5", workers=1).gaps

    def test_a_class_in_python_can_be_compared(self):
        from pathlib import Path

        path, _, name = SUSAN.rpartition(":")
        program = from_python(Path(path), name, {"size": "3"})
        comparison = compare([program, load("susan", size=3)], ["class", "value"], games=20, workers=1)
        assert comparison.changes == ((), ()) and comparison.gap("plies").games == 20

    @pytest.mark.parametrize("player", ["random", "mcts:2"])
    def test_a_class_in_python_is_played_once(self, player, tmp_path, monkeypatch):
        from pathlib import Path

        from lusory.lab.collect.series import SeriesWorker

        path, _, name = SUSAN.rpartition(":")
        program = from_python(Path(path), name, {"size": "3"})
        played, do = [], SeriesWorker.do

        def count_game(worker, number):
            played.append(worker.setting.game)
            return do(worker, number)

        monkeypatch.setattr(SeriesWorker, "do", count_game)
        compare([program, load("susan", size=3)], games=6, player=player, workers=1, log=tmp_path)
        assert played.count(log_identity(program)) == 6
        files = sorted(path.name for path in tmp_path.iterdir())
        assert files[0].startswith("0-") and len(files) == (1 if player == "random" else 2)

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda g: compare([g]), "expected two or more"),
            (lambda g: compare([g, g]), "are the same rules"),
            (lambda g: compare([g, load("susan", draw="slides:6")]), "are the same rules"),
            (lambda g: compare([g, load("hex")], ["one"]), "expected one each"),
            (lambda g: compare([g, load("hex")], games=1), "1 games: expected 2"),
            (
                lambda g: compare([g, load("hex")], settle="drama"),
                "drama is no number|players tell no values",
            ),
            (lambda g: compare([g, load("hex")], settle="draws=x"), "the margin is x"),
            (lambda g: compare([g, load("hex")], settle="draws=-1"), "a positive number"),
            (lambda g: compare([g, load("hex")], settle="="), "expected a figure"),
            (lambda g: compare([g, load("hex")], player="nobody"), "no such player"),
            (lambda g: compare([g, load("hex")], workers=-1), r"expected 0 \(one for each processor\) to 1,024"),
        ],
    )
    def test_nonsense_is_refused(self, make, message):
        with pytest.raises(LusoryError, match=message):
            make(load("susan"))


class TestOutcomes:
    @pytest.mark.parametrize("name", ["susan", "serendipity", "hidden-gomoku", "doppel"])
    def test_games_one_by_one_are_the_games_added_up(self, name):
        with Games(OutcomeSetting(seed=5), 2) as games:
            source = games.of(load(name))
            assert sum_outcomes(source.take(3, 40), ending_quantities(2)) == source.tally(3, 40)
            assert source.take(3, 40)[10:] == source.take(13, 30)

    def test_versions_share_their_plies_until_a_rule_bites(self):
        """With a draw after fewer slides a game is unchanged, or a draw that is not longer."""
        with Games(OutcomeSetting(seed=2), 1) as games:
            first, other = (games.of(load("susan", draw=draw)).take(0, 500) for draw in ("slides:6", "slides:4"))
        for long, short in zip(first, other, strict=True):
            assert short == long or (short.values == DRAWN and short.plies <= long.plies)

    def test_games_that_were_left_early_are_not_taken_for_others(self):
        """Two versions share their workers; the first is abandoned after a game, and the second is not affected."""
        with Games(OutcomeSetting("mcts:2"), 2) as games, Games(OutcomeSetting("mcts:2"), 1) as alone:
            first_game, other = (games.of(load(name)) for name in ("hex", "tic-tac-toe"))
            assert isinstance(first_game, PlayedGames)
            stream = first_game.play(range(40))
            next(stream)
            stream.close()
            assert other.take(0, 12) == alone.of(load("tic-tac-toe")).take(0, 12)


class TestCommand:
    def test_it_tells_rules_and_figures(self, call):
        result = call("compare", "susan", "--with", "draw=slides:4", "--games", "300", "--workers", "1")
        assert result.code == 0 and "ends[2]: the game is a draw if four slides in a row" in result.out
        assert "settled" in result.out and "Draw(Quiet(4, without='placement'))" in result.out

    def test_several_versions_are_held_against_the_first(self, call):
        line = (
            "compare",
            "susan",
            "--with",
            "draw=none",
            "--with",
            "draw=repeat:2 size=4",
            "--with",
            "size=4,draw=none",
        )
        result = call(*line, "--games", "20", "--json", "--workers", "1")
        comparison = json.loads(result.out)
        assert comparison["kind"] == "comparison" and comparison["names"] == [
            "draw=none",
            "draw=repeat:2 size=4",
            "size=4,draw=none",
        ]

    def test_several_games(self, call):
        result = call("compare", "hex", "y", "-o", "size=4", "--games", "50", "--workers", "1")
        assert result.code == 0 and "The rules of y, where they are not those of hex" in result.out

    @pytest.mark.parametrize(
        ("line", "message", "code"),
        [
            ("compare susan", "expected --with, or several games", 2),
            ("compare hex y --with size=4", "either several games or several versions", 2),
            ("compare susan --with foo=3", "no option foo", 1),
            ("compare susan --with foo", "expected KEY=VALUE", 2),
            ("compare susan --with draw=slides:6", "as given and draw=slides:6 are the same rules", 1),
            ("compare susan --with size=99", "expected 2 to 8", 1),
            ("compare susan nothing", "no such game", 1),
        ],
    )
    def test_nonsense_is_refused_in_a_line(self, call, line, message, code):
        refused(call(*line.split()), message, code)
