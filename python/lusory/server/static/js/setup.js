// The page that begins a game: options, a preview of the board, who plays, clock.
import { ROOT, ApiError, request } from "./api.js";
import { Board } from "./board.js";
import { clockOf } from "./clock-choice.js";
import { element, make } from "./dom.js";
import { setUpSample } from "./sample.js";
import { t } from "./texts.js";

const begin = element("begin");
const name = begin.dataset.game ?? "";
const form = /** @type {HTMLFormElement} */ (element("form"));
const fault = element("fault");
const noHandlers = { press: () => {}, cancel: () => {}, canClick: () => false, canDrag: () => false };
const board = new Board(element("board"), noHandlers);
const ownRules = name ? null : sessionStorage.getItem("own");
let players = Number(begin.dataset.players);

/** The options that differ from their defaults. */
function options() {
  /** @type {Record<string, string>} */
  const changed = {};
  for (const option of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".option"))) {
    const selected = chosenIn(option);
    if (selected !== "" && selected !== option.dataset.default) changed[option.dataset.name ?? ""] = selected;
  }
  return changed;
}

/** @param {HTMLElement} option */
function chosenIn(option) {
  const field = /** @type {HTMLInputElement} */ (option.querySelector("input, select"));
  if (option.dataset.kind === "switch") return String(field.checked);
  if (option.dataset.kind !== "heads") return field.value.trim();
  const count = /** @type {HTMLInputElement} */ (option.querySelector(".count"));
  count.hidden = field.value === "none";
  return field.value === "none" ? "none" : `${field.value}:${count.value}`;
}

/** Set up options that have a name and a number, such as `slides:6`. */
function setUpHeads() {
  for (const option of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-kind="heads"]'))) {
    const [head, count] = (option.dataset.default ?? "none").split(":");
    const select = /** @type {HTMLSelectElement} */ (option.querySelector("select"));
    const number = /** @type {HTMLInputElement} */ (option.querySelector(".count"));
    select.value = head;
    number.value = count ?? "";
    number.hidden = head === "none";
    select.addEventListener("change", () => {
      const least = select.selectedOptions[0]?.dataset.least ?? "1";
      number.min = least;
      if (!(Number(number.value) >= Number(least))) number.value = least;
    });
  }
}

/** Set options to the values in the address: `?target=13`. */
function applyAddress() {
  const query = new URLSearchParams(location.search);
  for (const option of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".option"))) {
    const value = query.get(option.dataset.name ?? "");
    if (value === null) continue;
    const field = /** @type {HTMLInputElement} */ (option.querySelector("input, select"));
    const [head, count] = value.split(":");
    if (option.dataset.kind === "switch") field.checked = value === "true";
    else field.value = option.dataset.kind === "heads" ? head : value;
    if (option.dataset.kind === "heads" && count) /** @type {HTMLInputElement} */ (option.querySelector(".count")).value = count;
  }
}

/** The game to play, in the form of the JSON interface. */
function subject() {
  return name ? { game: name, options: options() } : { value: JSON.parse(ownRules ?? "null") };
}

let latest = 0;
async function redraw() {
  const run = ++latest;
  try {
    const reply = await request("/api/rules?sheet=0", subject());
    if (run !== latest) return;
    fault.textContent = "";
    players = reply.players;
    board.show(reply.svg, false);
    if (!name) element("title").textContent = reply.name || t("Your rules");
    seats();
    void rules();
    void statistics();
    printLinks();
  } catch (refused) {
    if (run === latest) fault.textContent = refused instanceof ApiError ? refused.message : String(refused);
  }
}

let sheet = "";
async function rules() {
  const into = document.getElementById("rules");
  if (!into) return;
  const query = new URLSearchParams(options()).toString();
  if (query === sheet && into.childElementCount) return;
  sheet = query;
  const reply = await (name ? request(`/game/${name}/rules?${query}`) : request("/own/rules", subject())).catch(() => "");
  if (query !== sheet) return;
  into.innerHTML = reply;
  into.removeAttribute("aria-busy");
}

/** The sheets that are printed, the editor and the pupil are of the game with the chosen options. */
function printLinks() {
  for (const id of name ? ["change", "raise"] : []) {
    const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById(id));
    if (link) link.search = new URLSearchParams({ game: name, ...options() }).toString();
  }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#print a"))) {
    const address = new URL(link.href);
    const query = { rules: "1", paper: address.searchParams.get("paper") ?? "a4" };
    address.search = new URLSearchParams({ ...options(), ...query }).toString();
    link.href = address.href;
  }
}

/** Show statistics of the games played on this server. */
async function statistics() {
  if (!name) return;
  const reply = await request(`/api/games/${name}/figures?${new URLSearchParams(options())}`).catch(() => null);
  if (!reply?.games) return;
  const share = (/** @type {number} */ n) => `${Math.round((100 * n) / reply.games)} %`;
  const parts = { games: reply.games, first: share(reply.wins[0]), draws: share(reply.draws), moves: Math.round(reply.plies) };
  element("figures").textContent = players > 1
    ? t("%(games)s games played here: first won %(first)s, second %(second)s, draws %(draws)s, %(moves)s moves on average.", { ...parts, second: share(reply.wins[1]) })
    : t("%(games)s games played here: won %(first)s, draws %(draws)s, %(moves)s moves on average.", parts);
}

/** @param {string} key */
const field = (key) => /** @type {HTMLInputElement | HTMLSelectElement} */ (element(key));
const opponentKind = () => String(new FormData(form).get("way"));

/** The visitor's seat. */
const mySide = () => (field("start").value === "any" ? Math.floor(Math.random() * players) : Math.min(Number(field("start").value), players - 1));

/** The players of all seats. @param {number} mine @returns {string[]} */
function chosenSeats(mine) {
  const level = `level:${field("level").value}`;
  const specs = { machine: level, friend: "human", screen: "human", watch: level }[opponentKind()] ?? level;
  return Array.from({ length: players }, (_, i) => (i === mine && opponentKind() !== "watch" ? "human" : specs));
}

/** A field for each seat, where any player can be entered. */
function seats() {
  const into = element("seats");
  if (into.childElementCount === players) return;
  into.replaceChildren(
    ...Array.from({ length: players }, (_, i) =>
      make("label", {}, t("Player %(n)s", { n: i + 1 }), make("input", { type: "text", placeholder: t("as chosen above"), "data-seat": String(i), autocomplete: "off" })),
    ),
  );
}

function details() {
  for (const detail of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-for]")))
    detail.hidden = !detail.dataset.for?.split(" ").includes(opponentKind());
  element("level-value").textContent = field("level").value;
}

function clock() {
  return ["friend", "screen"].includes(opponentKind()) ? clockOf(field("clock").value) : null;
}

/** Whether the game against the machine is to count. Only who is signed in is asked. */
function rated() {
  const box = /** @type {HTMLInputElement | null} */ (document.getElementById("rated"));
  return opponentKind() === "machine" && Boolean(box?.checked);
}

async function play() {
  const button = /** @type {HTMLButtonElement} */ (element("play"));
  button.disabled = true;
  const said = [.../** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-seat]"))].map((it) => it.value.trim());
  const side = mySide();
  const sit = chosenSeats(side).map((seat, i) => said[i] || seat);
  try {
    const ownSeats = sit.flatMap((seat, i) => (seat === "human" && (opponentKind() === "screen" || i === side) ? [i] : []));
    const table = await request("/api/tables", { ...subject(), seats: sit, mine: ownSeats, clock: clock(), shared: opponentKind() === "screen", rated: rated() });
    sessionStorage.setItem(`seats-${table.table}`, JSON.stringify(table));
    location.href = `${ROOT}/t/${table.table}`;
  } catch (refused) {
    fault.textContent = /** @type {Error} */ (refused).message;
    button.disabled = false;
    fault.scrollIntoView({ block: "nearest" });
  }
}

let timer = 0;
form.addEventListener("input", (event) => {
  details();
  if (!(/** @type {Element} */ (event.target).closest(".options"))) return;
  clearTimeout(timer);
  timer = setTimeout(redraw, 120);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void play();
});
/** Comments are loaded when somebody wants to read them. */
function setUpComments() {
  const details = document.getElementById("comments");
  details?.addEventListener("toggle", async () => {
    const { showComments } = await import("./comments.js");
    void showComments(element("comments-body"), `/api/games/${details.dataset.game}/comments`, `/api/games/${details.dataset.game}/star`);
  }, { once: true });
}

setUpHeads();
setUpComments();
applyAddress();
setUpSample();
details();
if (!name && !ownRules) location.replace(`${ROOT}/#own`);
else void redraw();
