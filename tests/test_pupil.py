"""Tests of pupils: what they learn from, their files and versions, the command, bad input."""

import random
from typing import Any

import pytest

import lusory
from lusory.errors import LusoryError, UnknownPlayer
from lusory.lab.pupils import around, measure_level, patterns
from lusory.lab.seats_in_turn import share_of_points
from lusory.learn import DamagedPupil, Pupil, PupilGame, Training
from lusory.learn.pupil import MOST_VERSIONS, actions, game_of, read
from lusory.players import player
from lusory.server.allowed_players import check_spec
from lusory.server.settings import Settings


def load(name: str, **options: Any) -> Any:
    """A game that is a rule value."""
    return lusory.load(name, **options)


SUSAN = load("susan", size=3)


def random_game(game, seed, seat=None):
    """A finished game of random plies, its chance plies included."""
    rng = random.Random(seed)
    position = game.start()
    while position.result is None:
        position = position.chance(rng) if position.to_move == -1 else position.follow(rng.choice(position.moves().ids))
    return game_of(position, seat)


@pytest.fixture(scope="module")
def taught():
    """A pupil that played three games and practised."""
    pupil = Pupil.new("Ada", SUSAN, seed=1)
    pupil.learn([random_game(SUSAN, seed, seat=seed % 2) for seed in range(3)], rounds=2)
    return pupil


def test_a_pupil_begins_with_nothing_and_learns_from_a_game():
    pupil = Pupil.new("Ada", SUSAN)
    assert (pupil.now.practised, pupil.now.studied, len(pupil.versions)) == (0, 0, 1)
    game = random_game(SUSAN, 5, seat=0)
    before = pupil.net.net.parts()["weights"]
    version = pupil.learn([game])
    assert (version.practised, version.studied) == (0, 1) and pupil.games == [game]
    assert pupil.net.net.parts()["weights"] != before
    assert pupil.net.training.studied == 1


def test_what_is_learnt_again_and_again_is_known():
    """The last position of a game that is shown many times is judged as the game went."""
    training = Training(Pupil.new("Ada", SUSAN).net)
    won = (game for game in (random_game(SUSAN, seed) for seed in range(50)) if last_wins(game))
    plies = actions(SUSAN, next(won))
    position = SUSAN.start()
    for ply in plies[:-1]:
        position = position.follow(ply)
    assert training.net.net.chance(position.state) < 0.7
    assert training.study([plies], 100) == 1
    assert training.net.net.chance(position.state) > 0.9


def last_wins(game):
    """Whether the last ply wins. Else it was a slip, and says nothing of the position before."""
    position = SUSAN.start()
    for text in game.plies:
        mover, position = position.to_move, position.play(text)
    return position.result.values[mover] == 1


def test_games_with_chance_and_of_several_plies_a_turn_are_learnt_from():
    for name, options in (("doppel", {"size": 4}), ("serendipity", {"size": 6})):
        game = load(name, **options)
        assert Pupil.new("Bo", game).learn([random_game(game, 3)]).studied == 1


def test_a_seed_and_rounds_give_the_same_pupil(taught):
    again = Pupil.new("Ada", SUSAN, seed=1)
    again.learn([random_game(SUSAN, seed, seat=seed % 2) for seed in range(3)], rounds=2)
    weights = [pupil.net.net.parts()["weights"] for pupil in (again, taught)]
    assert weights[0] == weights[1] and taught.now.practised == again.now.practised > 100


def test_it_beats_what_it_was(taught):
    level, scores = measure_level(taught, games=4)
    assert level >= 1 and scores["level:1"] >= 0.5
    taught.rate(level, scores)
    assert taught.now.level == level


def test_a_file_holds_all(taught, tmp_path):
    path = tmp_path / "ada.pupil"
    taught.save(path)
    pupil = read(path.read_bytes())
    assert (pupil.name, pupil.game, pupil.games) == (taught.name, taught.game, taught.games)
    assert (pupil.versions, pupil.nets) == (taught.versions, taught.nets)
    choice = player(f"pupil:{path}", SUSAN).choose(SUSAN.start(), random.Random(1))
    assert choice in SUSAN.start().moves().ids
    with pytest.raises(UnknownPlayer, match="made for susan with other rules"):
        player(f"pupil:{path}", load("susan", size=4))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: b"x" + data, "no pupil"),
        (lambda data: data[:-5], "its versions"),
        (lambda data: data[:-900] + bytes(900), "its net"),
        (lambda data: data.replace(b'"size":3', b'"size":4', 1), "its rules are not those"),
        (lambda data: data.replace(b'"versions":[{"made"', b'"versions":[7,{"made"', 1), "its second line"),
        (lambda data: data.replace(b'{"pupil":"', b'{"pupil":"\\u001b[2J', 1), "its name: .*printable"),
    ],
)
def test_a_damaged_file_is_refused(taught, change, message):
    with pytest.raises(DamagedPupil, match=message):
        read(change(taught.write()))


def test_it_goes_back_and_forgets(taught):
    pupil = read(taught.write())
    pupil.learn([], rounds=1)
    assert len(pupil.versions) == 3
    pupil.go_back(2)
    assert pupil.nets == taught.nets and pupil.games == taught.games
    with pytest.raises(LusoryError, match="version 9: expected 1 to 2"):
        pupil.go_back(9)


def test_older_versions_become_fewer_and_the_first_stays():
    pupil = Pupil.new("Ada", SUSAN)
    first = pupil.nets[0]
    for seed in range(MOST_VERSIONS + 3):
        pupil.learn([random_game(SUSAN, seed)])
    assert len(pupil.versions) <= MOST_VERSIONS and pupil.nets[0] == first
    assert pupil.now.studied == MOST_VERSIONS + 3 and len(pupil.versions) == len(pupil.nets)


def test_games_that_are_not_finished_or_not_legal_teach_nothing():
    pupil = Pupil.new("Ada", SUSAN)
    for wrong, message in (
        (PupilGame(("b2",), None, None), "goes on"),
        (PupilGame(("b2", "b2"), None, None), "ply 2: b2"),
    ):
        with pytest.raises(LusoryError, match=message):
            pupil.learn([wrong])
    with pytest.raises(LusoryError, match="goes on"):
        game_of(SUSAN.start())
    assert len(pupil.versions) == 1 and not pupil.games
    assert Training(pupil.net).study([[5, 5]]) == 0
    with pytest.raises(LusoryError, match=r"games\[0\]\[0\]: 10000, expected"):
        Training(pupil.net).study([[10_000]])


def test_the_options_of_its_game_stand_in_the_file_and_older_files_have_none():
    pupil = Pupil.new("Ada", load("susan", size=2), options={"size": "2"})
    file = pupil.write()
    assert read(file).options == {"size": "2"}
    assert read(file.replace(b',"options":{"size":"2"}', b"")).options == {}


def test_games_that_no_net_learns_are_refused():
    with pytest.raises(LusoryError, match="a game for 1: nets learn games for 2 to 4"):
        Pupil.new("Ada", load("peg-solitaire"))


@pytest.mark.parametrize(("name", "share"), [("yavalath-for-three", 1 / 3), ("hidden-gomoku", 1 / 2)])
def test_games_for_three_and_games_that_hide_something_have_pupils(name, share):
    game = load(name, size=3)
    pupil = Pupil.new("Ada", game, seed=1)
    pupil.learn([random_game(game, seed) for seed in range(4)], rounds=1)
    assert pupil.now.studied == 4 and pupil.now.practised > 100 and len(pupil.now.opening) == 2
    level, scores = measure_level(pupil, games=2 * game.players)
    assert all((score >= share) == (int(spec.partition(":")[2]) <= level) for spec, score in scores.items())
    favourite, feared = patterns(pupil)
    assert favourite and feared and favourite.gain >= feared.gain
    assert read(pupil.write()).versions == pupil.versions


def test_the_seats_of_a_game_are_the_first_and_the_score_is_of_all():
    game = load("yavalath-for-three", size=3)
    position = game.start()
    for text in random_game(game, 1).plies:
        position = position.play(text)
    values = position.result.values
    assert game_of(position, [1, 2]).score == pytest.approx(values[1] + values[2])
    assert (game_of(position, [2, 1]).seat, game_of(position, 2).seat, game_of(position).score) == (1, 2, None)


def test_a_share_of_points_is_even_between_equals_and_large_for_the_stronger():
    game = load("yavalath-for-three", size=3)
    assert share_of_points(game, "mcts:60", "random", games=12) > 0.5
    assert share_of_points(game, "random", "mcts:60", games=12) < 1 / 3
    first = share_of_points(game, "random", "random", games=6, seed=4)
    assert first == share_of_points(game, "random", "random", games=6, seed=4)


def test_it_likes_and_fears(taught):
    favourite, feared = patterns(taught)
    assert favourite and feared
    assert favourite.gain > 0 > feared.gain and min(favourite.times, feared.times) >= 3
    assert favourite.example.past and patterns(Pupil.new("Bo", SUSAN)) == (None, None)


def test_a_pupil_that_has_only_practised_likes_and_fears():
    pupil = Pupil.new("Bo", SUSAN)
    pupil.learn([], rounds=2)
    assert not pupil.games and all(patterns(pupil))


def test_pieces_are_whose_they_are_after_an_exchange_of_sides():
    position = load("tic-tac-toe", swap=True).start().line("b2 swap a1")
    assert around(position)[0] == "own stone" and "enemy stone" in around(position)[1:]


def test_a_server_takes_no_pupil_by_its_path():
    with pytest.raises(UnknownPlayer):
        check_spec("pupil:/etc/passwd", Settings())


class TestCommand:
    """`lusory pupil`."""

    def test_a_pupil_is_made_played_taught_and_shown(self, call, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert "knows the rules of susan" in call("pupil", "new", "ada.pupil", "susan", "-o", "size=2").out
        moves = " ".join(["a1", "a2", "b1", "b2", "b3", "c1", "c2"])
        typed = "\n".join([*(["?"] + [ply for ply in moves.split()] * 3)]) + "\n"
        result = call("pupil", "play", "ada.pupil", "--plain", "--rounds", "1", typed=typed)
        assert result.code == 0 and "ada learnt from 1 game and played" in result.out and "level" in result.out
        output = call("pupil", "show", "ada.pupil").out
        assert "1 game" in output and "It scored" in output and output.count("\n") > 5
        assert "played" in call("pupil", "practise", "ada.pupil", "--rounds", "1").out
        assert "as it was" in call("pupil", "back", "ada.pupil", "1", "--yes").out
        assert call("pupil", "net", "ada.pupil", "ada.net").code == 0
        match = (
            "match",
            "susan",
            "-o",
            "size=2",
            "--first",
            "pupil:ada.pupil",
            "--second",
            "net:ada.net",
            "--games",
            "2",
        )
        assert call(*match).code == 0

    def test_it_takes_all_seats_but_one(self, call, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        call("pupil", "new", "bo.pupil", "yavalath-for-three", "-o", "size=3")
        typed = "\n".join(load("yavalath-for-three", size=3).start().view(0).moves * 2) + "\n"
        result = call("pupil", "play", "bo.pupil", "--plain", "--second", "--rounds", "1", typed=typed)
        assert "First: bo, Second: you, Third: bo" in result.out and "bo learnt from 1 game" in result.out
        assert "It scored" in call("pupil", "show", "bo.pupil").out

    def test_records_teach(self, call, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        call("pupil", "new", "ada.pupil", "susan", "-o", "size=3")
        position = SUSAN.start()
        for text in random_game(SUSAN, 4).plies:
            position = position.play(text)
        (tmp_path / "game.txt").write_text(position.record().text())
        result = call("pupil", "learn", "ada.pupil", "game.txt", "--rounds", "1")
        assert result.code == 0 and "learnt from 1 game" in result.out
        (tmp_path / "open.txt").write_text(SUSAN.start().play("b2").record().text())
        assert "goes on" in call("pupil", "learn", "ada.pupil", "open.txt").err
        (tmp_path / "other.txt").write_text(load("susan", size=4).start().play("b2").record().text())
        assert "other rules" in call("pupil", "learn", "ada.pupil", "other.txt").err

    def test_what_is_wrong_is_said(self, call, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert "nobody.pupil: No such file" in call("pupil", "show", "nobody.pupil").err
        (tmp_path / "text.pupil").write_text("hello")
        assert "no pupil: expected a file that begins with" in call("pupil", "show", "text.pupil").err
        assert "exists" in call("pupil", "new", "text.pupil", "susan").err
