// A list of games on a page: search, and playing against the machine at once.
import { ROOT, request } from "./api.js";
import { element, make } from "./dom.js";
import { tn } from "./texts.js";

const search = /** @type {HTMLInputElement} */ (element("search"));
const games = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".game"))];
const lists = games.map((game) => game.parentElement);
const texts = games.map((game) => `${game.dataset.words} ${game.textContent}`.toLowerCase());
const titles = games.map((game) => game.querySelector("h2")?.textContent?.toLowerCase() ?? "");
let isReordered = false;

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  games.forEach((game, i) => {
    game.hidden = !words.every((word) => texts[i].includes(word));
    count += game.hidden ? 0 : 1;
  });
  showNamedFirst(words.join(" "));
  document.body.classList.toggle("searching", words.length > 0);
  element("none").hidden = count > 0;
  element("found").textContent = words.length ? tn("%(n)s game", "%(n)s games", count) : "";
});

/** Games whose names begin with what is typed come first, also those of the library; the shortest name before others.
 * @param {string} typed */
function showNamedFirst(typed) {
  if (isReordered) games.forEach((game, i) => lists[i]?.append(game));
  const namedFirst = typed ? games.filter((_, i) => titles[i].startsWith(typed)) : [];
  isReordered = namedFirst.length > 0;
  lists[0]?.prepend(...namedFirst.sort((a, b) => titles[games.indexOf(a)].length - titles[games.indexOf(b)].length));
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-play]")))
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const table = await request("/api/tables", { game: button.dataset.play, options: {}, seats: [] });
      location.href = `${ROOT}/t/${table.table}`;
    } catch (fault) {
      button.disabled = false;
      button.after(make("p", { class: "fault", role: "alert" }, String(/** @type {Error} */ (fault).message)));
    }
  });
