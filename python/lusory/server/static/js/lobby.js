// The lobby: search, a quick start, rules that somebody brings along.
import { ROOT, ApiError, request } from "./api.js";
import { element, make } from "./dom.js";
import { listTables } from "./table-list.js";

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
  element("none").hidden = count > 0;
  element("found").textContent = words.length ? `${count} games` : "";
});

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-play]")))
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const made = await request("/api/tables", { game: button.dataset.play, options: {}, seats: [] });
      location.href = `${ROOT}/t/${made.table}`;
    } catch (fault) {
      button.disabled = false;
      button.after(make("p", { class: "fault", role: "alert" }, String(/** @type {Error} */ (fault).message)));
    }
  });

const value = /** @type {HTMLTextAreaElement} */ (element("value"));
const fault = element("fault");

let asked = 0;

/** Check what was brought along with the vocabulary's own errors; go on to where it is played. */
async function bring() {
  fault.textContent = "";
  const mine = ++asked;
  try {
    const told = await request("/api/rules?sheet=0", { value: parsed(value.value) });
    if (mine !== asked) return;
    sessionStorage.setItem("own", value.value);
    sessionStorage.setItem("own-told", JSON.stringify({ name: told.name, players: told.players }));
    location.href = `${ROOT}/own`;
  } catch (refused) {
    if (mine === asked) fault.textContent = refused instanceof ApiError || refused instanceof SyntaxError ? refused.message : String(refused);
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`This is no JSON: ${/** @type {Error} */ (error).message}. Expected a rule value, as \`lusory new\` and \`lusory rules GAME --format json\` write it.`);
  }
}

/** @param {File | undefined} file */
async function read(file) {
  if (!file) return;
  value.value = await file.text();
  await bring();
}

element("own-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void bring();
});
element("file").addEventListener("change", (event) => void read(/** @type {HTMLInputElement} */ (event.target).files?.[0]));

const own = element("own");
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  own.classList.add("over");
});
document.addEventListener("dragleave", () => own.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  own.classList.remove("over");
  void read(event.dataTransfer?.files[0]);
});

void listTables("running", "/api/tables?state=running&count=6");
