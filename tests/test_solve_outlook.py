"""What a search in progress says of how far it is."""

from lusory.solve.deepening import Deepening
from lusory.solve.outlook import LayersOutlook, LimitOutlook, ListOutlook, Outlook, PliesOutlook, duration
from lusory.solve.solver import Solver
from tests.rule_values import rule_value


def test_plies_that_are_answered_tell_how_long_the_others_take() -> None:
    outlook = PliesOutlook("does First win", now=0.0)
    assert outlook.sentence(10, (0, 0), 1.0) == "does First win: how long it takes is not known"
    assert outlook.sentence(10, (1, 7), 2.0) == "does First win: 1 of 7 first plies answered"
    later = outlook.sentence(10, (3, 7), 200.0)
    assert later == "does First win: 3 of 7 first plies answered, about 7 min more if the others take as long"


def test_a_list_that_grows_has_no_estimate_and_layers_have_one() -> None:
    assert "how many there are is not known" in ListOutlook().sentence(9, (3, 9), 1.0)
    assert ListOutlook().sentence(9, (9, 9), 1.0) == "all 9 positions are listed, their values follow"
    layers = LayersOutlook(1000, now=0.0)
    assert layers.sentence(0, (0, 0), 1.0) == ""
    assert layers.sentence(100, (2, 10), 5.0) == "2 of 10 layers, 10% of the positions, about 45 s more"
    assert layers.sentence(600, (5, 10), 50.0) == "5 of 10 layers, 60% of the positions, about 33 s more"


def test_a_search_ply_by_ply_tells_how_fast_it_grows() -> None:
    searched = 0

    def search(player: int, within: int, positions: int) -> bool | str:
        nonlocal searched
        searched += 1000 * 3**within
        return within < 5 or "stopped"

    deepening = Deepening(lambda *question: False if search(*question) is True else "stopped", lambda: searched)
    assert deepening.growth(0) is None
    deepening.wins_in_slice(0, 1 << 20)
    assert deepening.growth(0) == 3
    said = LimitOutlook(0, 5, deepening.growth(0)).sentence(0, (0, 0), 0.0)
    assert said == "does First win within 5 plies: each further ply takes about 3.0 times as long"
    assert "not known" in LimitOutlook(1, 5, None).sentence(0, (0, 0), 0.0) and not Outlook().sentence(0, (0, 0), 0.0)


def test_durations_are_told_in_the_unit_that_fits() -> None:
    assert [duration(seconds) for seconds in (0.2, 89, 91, 7200, 3e5)] == ["1 s", "89 s", "2 min", "2 h", "3 days"]


def test_a_depth_first_search_says_how_many_first_plies_are_answered() -> None:
    said = set[str]()
    game = rule_value("connect-four", columns=6, rows=5)
    Solver(game.start(), progress=lambda positions, seconds, outlook: said.add(outlook)).solve()
    assert any("of 6 first plies answered" in text or "of 3 first plies answered" in text for text in said), said
    assert not any("-" in text for text in said)
