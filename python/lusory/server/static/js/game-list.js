// A list of games on a page: search, and playing against the machine at once.
import { ROOT, request } from "./api.js";
import { element, make } from "./dom.js";
import { tn } from "./texts.js";

const search = /** @type {HTMLInputElement} */ (element("search"));
const games = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".game"))];

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const game of games) {
    const fits = words.every((word) => game.dataset.words?.includes(word));
    game.hidden = !fits;
    count += fits ? 1 : 0;
  }
  document.body.classList.toggle("searching", words.length > 0);
  element("none").hidden = count > 0;
  element("found").textContent = words.length ? tn("%(n)s game", "%(n)s games", count) : "";
});

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
