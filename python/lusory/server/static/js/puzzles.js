// The list of puzzles: shows the streaks of this browser.
import { daysInARow, streakOf } from "./streaks.js";
import { t, tn } from "./texts.js";

const list = document.getElementById("puzzles");
const today = Number(list?.dataset.today ?? 0);
for (const item of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-game]"))) {
  const game = item.dataset.game ?? "";
  const days = daysInARow(game, today);
  const said = [streakOf(game).last === today ? t("✓ solved today") : "", days ? tn("streak: one day", "streak: %(n)s days", days) : ""].filter(Boolean).join(" · ");
  const into = item.querySelector(".streak");
  if (into && said) into.textContent = said;
}
