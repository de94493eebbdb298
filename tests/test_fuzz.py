"""Tests of `make fuzz`: its log, and where a run begins."""

from pathlib import Path

import pytest

from lusory.testing.fuzz import FuzzLogLine, main, read_log


def test_a_run_goes_on_after_the_last_one_of_its_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "fuzz.jsonl"
    log.write_text('{"day":"2026-11-27","first":0,"next":40,"values":40,"plies":9000,"differ":0}\n')
    assert main(["--plies", "50", "--cells", "9", "--workers", "1", "--log", str(log)]) == 0
    before, run = read_log(log)
    assert before == FuzzLogLine("2026-11-27", 0, 40, 40, 9000, 0)
    assert run.first == 40 and run.next >= 40 + run.values and run.plies >= 50 and run.differ == 0
    assert f"{9000 + run.plies} plies in 2 runs" in capsys.readouterr().out


def test_another_file_is_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "fuzz.jsonl"
    log.write_text("seeds\n")
    with pytest.raises(SystemExit):
        main(["--log", str(log)])
    assert "not a log of this program" in capsys.readouterr().err and log.read_text() == "seeds\n"
