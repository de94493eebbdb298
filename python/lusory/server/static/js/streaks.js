// Which puzzles this browser has solved, and how many days in a row. Kept in local storage, nowhere else.

const KEY = "puzzles";

/** @typedef {{last: number, days: number, solved: string[]}} Streak last: the last day whose puzzle was solved */

/** The streak of a game. @param {string} game @returns {Streak} */
export function streakOf(game) {
  return stored()[game] ?? { last: -1, days: 0, solved: [] };
}

/** How many days in a row, as of today: a day missed ends it. @param {string} game @param {number} today */
export function daysInARow(game, today) {
  const streak = streakOf(game);
  return streak.last >= today - 1 ? streak.days : 0;
}

/** A puzzle was solved; that of today counts for the streak. @param {string} game @param {string} id @param {number} day @param {number} today */
export function keepSolved(game, id, day, today) {
  const all = stored();
  const streak = streakOf(game);
  if (day === today && streak.last < today) {
    streak.days = streak.last === today - 1 ? streak.days + 1 : 1;
    streak.last = today;
  }
  if (!streak.solved.includes(id)) streak.solved.push(id);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: streak }));
  } catch {
    // Without local storage there is no streak.
  }
}

/** @returns {Record<string, Streak>} */
function stored() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return stored && typeof stored === "object" ? stored : {};
  } catch {
    return {};
  }
}
