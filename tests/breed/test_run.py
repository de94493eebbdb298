"""Tests of breeding runs: reproducible for any number of workers, logged, resumable, robust against monsters."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from lusory.breed import breed
from lusory.breed.aim import FIGURES, goal_of
from lusory.breed.archive import Archive, Kept
from lusory.breed.batches import CRASHED, SIZE, Answer
from lusory.breed.children import ON_ANOTHER_SHAPE
from lusory.breed.run import LAG, LOG, Breeding, follow, setting_of
from lusory.breed.screening import KEPT, QualityInterval, Verdict
from lusory.breed.screens import BUDGETS
from lusory.breed.traits import Traits
from lusory.breed.workers import BatchPool
from lusory.errors import GoalError, LusoryError, RecordError
from lusory.games import find
from lusory.lab.pool import open_pool
from tests.breed.crashing_worker import DeadlyTask
from tests.commands import LUSORY

FROM = ("connect-four", "yavalath", "susan", "hex")
CHILDREN = 6 * SIZE


@pytest.fixture(scope="module")
def alone():
    return breed(FROM, children=CHILDREN, seed=3, isolated=False)


def test_something_is_kept(alone):
    assert alone.children == CHILDREN == sum(alone.fates.values())
    assert alone.valid > 0.9 and alone.fates[KEPT] >= len(alone.elites) > 0
    assert list(alone.screens.values()) == sorted(alone.screens.values(), reverse=True)
    best = alone.elites[0]
    assert best.game.start().moves() and best.worth == max(elite.worth for elite in alone.elites)


def test_any_number_of_workers_comes_to_the_same(alone):
    assert breed(FROM, children=CHILDREN, seed=3, workers=2) == alone
    first, other = (breed(FROM, children=SIZE, seed=seed, isolated=False).elites for seed in (3, 4))
    assert first != other


def test_a_run_goes_on_from_its_log(alone, tmp_path):
    bred = breed(FROM, children=CHILDREN // 2, seed=3, out=tmp_path, isolated=False)
    assert bred.children == CHILDREN // 2
    with (tmp_path / LOG).open("ab") as file:
        file.write(b'{"number":5,"chil')
    assert breed(FROM, children=CHILDREN, seed=3, out=tmp_path, isolated=False) == alone
    assert breed(FROM, children=CHILDREN, seed=3, out=tmp_path, isolated=False) == alone
    assert breed(FROM, children=SIZE, seed=3, out=tmp_path, isolated=False).children == SIZE


def test_a_run_that_was_killed_goes_on(alone, tmp_path):
    code = (
        "from pathlib import Path\nfrom lusory.breed import breed\n"
        f"breed({FROM!r}, children={CHILDREN}, seed=3, out=Path({str(tmp_path)!r}), isolated=False)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": ":".join(sys.path)})
    log = tmp_path / LOG
    for _ in range(600):
        if log.exists() and log.read_bytes().count(b"\n") > 3:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert log.read_bytes().count(b"\n") > 3
    assert breed(FROM, children=CHILDREN, seed=3, out=tmp_path, isolated=False) == alone


def test_ctrl_c_keeps_all(alone, tmp_path):
    line = ["breed", *(word for name in FROM for word in ("--from", name)), "--seed", "3", "--workers", "1"]
    command = [*LUSORY, *line, "--children", str(CHILDREN), "--out", str(tmp_path)]
    env = os.environ | {"PYTHONPATH": ":".join(sys.path)}
    process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)
    log = tmp_path / LOG
    for _ in range(600):
        if log.exists() and log.read_bytes().count(b"\n") > 2:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode != 0 and "the same command goes on from it" in errors and "Traceback" not in errors
    assert log.read_bytes().count(b"\n") > 2
    assert (tmp_path / "litter.html").exists()
    assert breed(FROM, children=CHILDREN, seed=3, out=tmp_path, isolated=False) == alone


def test_a_foreign_log_is_refused(tmp_path, monkeypatch):
    breed(FROM, children=SIZE, seed=3, out=tmp_path, isolated=False)
    with pytest.raises(RecordError, match="another breeding: seed 3, expected 4"):
        breed(FROM, children=SIZE, seed=4, out=tmp_path, isolated=False)
    monkeypatch.setitem(BUDGETS, "games at niche", 9)
    with pytest.raises(RecordError, match="screened by other thresholds or budgets"):
        breed(FROM, children=SIZE, seed=3, out=tmp_path, isolated=False)
    header, _, rest = (tmp_path / LOG).read_text().partition("\n")
    older = json.loads(header)
    del older["setting"]["screens"]
    (tmp_path / LOG).write_text(json.dumps(older) + "\n" + rest)
    with pytest.raises(RecordError, match="screened by other thresholds or budgets"):
        breed(FROM, children=SIZE, seed=3, out=tmp_path, isolated=False)
    (tmp_path / LOG).write_text("hello\n")
    with pytest.raises(RecordError, match="not of the log of a breeding"):
        breed(FROM, children=SIZE, seed=4, out=tmp_path, isolated=False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "no end: expected a number of children, or hours"),
        ({"children": 0}, "children: 0, expected a whole number, 1 to"),
        ({"hours": -1}, "hours: -1, expected 0 or more"),
        ({"hours": float("nan")}, "hours: nan, expected 0 or more"),
        ({"children": 5, "workers": 5000}, "5000 workers"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(LusoryError, match=message):
        breed(FROM, **arguments)


def test_a_child_that_kills_its_process_is_a_monster(alone, monkeypatch):
    monkeypatch.setattr("lusory.breed.workers.PATIENCE", 4.0)
    monkeypatch.setattr("lusory.breed.workers.CHILD", 0.0)
    run = Breeding(setting_of(FROM, 3))
    staff = BatchPool(open_pool(DeadlyTask(run.setting.founders), 2))
    try:
        follow(run, staff, 2, None, None, lambda run: None)
    finally:
        staff.close()
    result = run.result()
    assert result.fates[CRASHED] == 2 and result.children == 2 * SIZE == sum(result.fates.values())


def test_it_ends_when_time_is_over():
    started = time.monotonic()
    bred = breed(FROM, hours=1 / 3600, seed=1, isolated=False)
    assert bred.children % SIZE == 0 and bred.children > 0
    assert time.monotonic() - started < 30


def kept_game(number, worth, cell="line", key=""):
    rules = '{"board":{"columns":3,"word":"square"},"turn":{"word":"place"}}'
    traits = Traits("squares", "placing", "none", cell, "short", "narrow")
    verdict = Verdict(
        KEPT, rules=rules, key=key or str(number), quality=QualityInterval(worth, worth, worth), traits=traits
    )
    return Kept(number, (), (), (), verdict)


def test_a_niche_holds_the_best():
    archive = Archive(
        [kept_game(1, 0.5), kept_game(2, 0.4), kept_game(3, 0.6), kept_game(4, 0.6), kept_game(5, 0.1, "other")]
    )
    assert [elite.number for elite in archive.best()] == [3, 5]
    assert not archive.add(kept_game(6, 0.9, "third", key="3")), "an equal game holds another niche"
    assert archive.add(kept_game(7, 0.9, key="3")) and archive.best()[0].number == 7


def test_an_elite_that_enters_is_tried_on_other_shapes_of_board():
    run = Breeding(setting_of(FROM, 1))
    new = kept_game(3, 0.5)
    run.take(Answer(0, kept=(new,)))
    pairs = [pair for _, pair in run.batch(LAG).children]
    moved = [pair for pair in pairs if pair.board]
    assert {pair.board for pair in moved} == {"Hexagon", "Rhombus", "Triangle", "Trapezium", "Checkered"}
    assert {pair.rules for pair in moved} == {(new.verdict.rules,) * 2} and len(pairs) == SIZE
    run.take(Answer(1, kept=(msgspec.structs.replace(kept_game(4, 0.5, "other"), steps=(ON_ANOTHER_SHAPE,)),)))
    assert not any(pair.board for _, pair in run.batch(LAG + 1).children), "what came from another board is not"


@pytest.mark.parametrize(("name", "fault"), [("yavalath-for-three", "it is for 3"), ("hidden-gomoku", "it has secret")])
def test_a_rule_value_that_has_no_children_is_refused(name, fault):
    """Names were; of a value every child was `unborn`."""
    with pytest.raises(LusoryError, match=f"^{name} cannot be bred from: {fault}"):
        breed([find(name)()], children=1, isolated=False)


def test_a_rule_value_may_be_a_parent():
    bred = breed([find("hex").build(size=4)], children=SIZE, isolated=False)
    assert bred.setting.founders[0][0] == "hex" and bred.children == SIZE
    assert msgspec.json.decode(msgspec.json.encode(bred), type=type(bred)) == bred


def test_two_elites_wait_for_each_other_by_batches():
    run = Breeding(setting_of(FROM, 1))
    assert run.batch(0).niches == () and len(run.batch(7).children) == SIZE
    assert Path(LOG).suffix == ".jsonl"


def test_a_goal_decides_what_is_kept(alone):
    goal = "plies<=12"
    toward, plain = breed(FROM, children=CHILDREN, seed=3, goal=goal, isolated=False), alone
    assert toward.setting.aim.goal == "plies <= 12" and toward.elites != plain.elites
    best = toward.elites[0]
    assert best.verdict.quality is not None and best.worth <= best.verdict.quality.value
    far = [elite for elite in toward.elites if elite.verdict.figures["plies played"] > 24]
    assert all(elite.worth < 0.1 for elite in far)
    assert best.verdict.figures["plies played"] <= 12 < plain.elites[0].verdict.figures["plies played"]


def test_a_goal_that_screens_do_not_measure_is_refused():
    with pytest.raises(GoalError, match="decisive lead is not measured by the screens; expected first"):
        breed(FROM, children=SIZE, goal="decisive lead>=0.5", isolated=False)


def test_every_figure_that_an_error_lists_is_measured_by_the_screens():
    with pytest.raises(GoalError) as refused:
        goal_of("xyzzy<=0.5")
    listed = str(refused.value).partition("there are: ")[2].split(", ")
    goal = goal_of(" ".join(f"{figure}<=0.5" for figure in listed))
    assert goal is not None and goal.figures == tuple(listed) == tuple(FIGURES)


def test_a_log_of_another_goal_is_refused(tmp_path):
    breed(FROM, children=SIZE, seed=3, out=tmp_path, isolated=False)
    with pytest.raises(RecordError, match="goal none, expected plies <= 12; give the same --goal or another folder"):
        breed(FROM, children=SIZE, seed=3, goal="plies<=12", out=tmp_path, isolated=False)


def test_a_log_of_other_parents_names_them(tmp_path):
    breed(("hex", "susan"), children=1, out=tmp_path, isolated=False)
    for parents, message in (
        (("hex",), "it has the parent susan; give the same parents or another folder"),
        (("hex", "clobber"), "it has the parent susan, and it lacks the parent clobber; give"),
        (("susan", "hex"), "its parents were given in another order"),
    ):
        with pytest.raises(RecordError, match=message):
            breed(parents, children=1, out=tmp_path, isolated=False)
    log = tmp_path / LOG
    log.write_text(log.read_text().replace('["susan","', '["susan"," '))
    with pytest.raises(RecordError, match="the rules of susan were others; begin in another folder"):
        breed(("hex", "susan"), children=1, out=tmp_path, isolated=False)
