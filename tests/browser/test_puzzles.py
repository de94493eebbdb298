"""Browser tests of the puzzle of the day: by mouse and by keys, replies to wrong moves, the streak in the browser."""

import pytest
from playwright.sync_api import expect

from lusory.puzzles.reply import reply
from tests.puzzle_sets import shipped_set

GAME = "clobber"
SET = shipped_set(GAME)
PUZZLE = SET.puzzles[0]
DAY = 86_400_000


def cells(ply):
    return ply.split("-")


def solve(visitor, step):
    """Plays the right plies to the end, each by `step`."""
    game = SET.rules()
    played: list[str] = []
    while True:
        position = PUZZLE.position(game)
        for ply in played:
            position = position.play(ply)
        right = next(ply for ply in position.moves() if reply(PUZZLE, game, [*played, ply], SET.positions).keeps)
        step(right)
        response = reply(PUZZLE, game, [*played, right], SET.positions)
        if response.solved:
            break
        played += [right, *response.plies]
        expect(visitor.page.locator("#line li")).to_have_count(len(played))
        expect(visitor.page.locator("#said")).to_contain_text("Right")
    expect(visitor.page.locator("#said")).to_contain_text("Solved!")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_wrong_move_is_answered_and_taken_back(visit, dark):
    visitor = visit(dark=dark)
    visitor.go(f"/puzzles/{GAME}?id={PUZZLE.id}")
    visitor.board()
    expect(visitor.page.locator("#said")).to_have_text("Your move: click it on the board.")
    visitor.axe()
    visitor.picture(f"puzzle-{'dark' if dark else 'light'}", full=True)
    wrong = next(iter(PUZZLE.refutations))
    visitor.click(*cells(wrong))
    expect(visitor.page.locator("#said")).to_contain_text("Not the right move.")
    expect(visitor.page.locator("#line li")).to_have_count(2)
    visitor.axe()
    visitor.page.get_by_role("button", name="Take back").click()
    expect(visitor.page.locator("#line li")).to_have_count(0)
    solve(visitor, lambda ply: visitor.click(*cells(ply)))


def test_a_puzzle_is_solved_by_keys(visit):
    visitor = visit()
    visitor.go(f"/puzzles/{GAME}?id={PUZZLE.id}")
    visitor.board()
    expect(visitor.page.locator("#said")).to_have_text("Your move: click it on the board.")

    def press(ply):
        for cell in cells(ply):
            visitor.cell(cell).focus()
            visitor.page.keyboard.press("Enter")

    solve(visitor, press)


def test_the_solution_is_played(visit):
    visitor = visit()
    visitor.go(f"/puzzles/{GAME}?id={PUZZLE.id}")
    visitor.board()
    visitor.page.get_by_role("button", name="Show the solution").click()
    expect(visitor.page.locator("#said")).to_contain_text("The solution:")
    expect(visitor.page.locator("#line li")).to_have_count(len(PUZZLE.line))


def test_streaks_count_days_in_a_row_and_stay_in_the_browser(visit):
    visitor = visit()
    visitor.go("/puzzles")
    visitor.axe()
    visitor.picture("puzzles", full=True)
    days = visitor.page.evaluate(
        """async () => {
        const source = document.querySelector('script[src*="puzzles.js"]').src.replace("puzzles.js", "streaks.js");
        const streaks = await import(source);
        const found = [];
        for (const day of [100, 101, 101, 102]) {
          streaks.keepSolved("g", `p${day}`, day, day);
          found.push(streaks.daysInARow("g", day));
        }
        streaks.keepSolved("g", "old", 50, 102);
        found.push(streaks.daysInARow("g", 103), streaks.daysInARow("g", 104));
        streaks.keepSolved("g", "p105", 105, 105);
        found.push(streaks.daysInARow("g", 105));
        return found;
        }"""
    )
    assert days == [1, 2, 2, 3, 3, 0, 1]


def test_the_puzzle_of_today_leads_to_that_of_the_day_before(visit):
    visitor = visit()
    visitor.go("/puzzles")
    visitor.page.locator(f'[data-game="{GAME}"] h2 a').click()
    visitor.board()
    puzzle = visitor.page.locator("#puzzle")
    today = puzzle.get_attribute("data-id")
    assert today
    visitor.page.get_by_role("link", name="The day before").click()
    expect(puzzle).not_to_have_attribute("data-id", today)
    visitor.board()
    visitor.page.get_by_role("link", name="Today").click()
    expect(puzzle).to_have_attribute("data-id", today)
    visitor.board()


def test_a_puzzle_is_solved_by_taps_on_a_telephone(visit):
    visitor = visit(wide=390, high=780, touch=True)
    visitor.go(f"/puzzles/{GAME}?id={PUZZLE.id}")
    visitor.board()
    expect(visitor.page.locator("#said")).to_have_text("Your move: click it on the board.")
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.axe()
    solve(visitor, lambda ply: visitor.click(*cells(ply)))
    visitor.picture("puzzle-telephone", full=True)
