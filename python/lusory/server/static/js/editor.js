// The rules editor: checks the text while it is written, and shows the game beside it.
import { ROOT, ApiError, request } from "./api.js";
import { Completion } from "./editor-completion.js";
import { Field } from "./editor-field.js";
import { showFigures } from "./editor-figures.js";
import { drafts, keepDraft, packed, unpacked } from "./drafts.js";
import { dialog } from "./dialog.js";
import { element, make, toast } from "./dom.js";
import { t, tn } from "./texts.js";
/** @import {Fault} from "./editor-field.js" */

/** What the server knows of a text without fault.
 * @typedef {{ python: string, json: string, svg: string, hash: string, title: string, players: number, hidden: boolean, cells: number, owned: boolean, colours: string[] }} Game */

const BLANK = `Game(
    name="My game",
    board=Square(5),
    turn=Place(),
    ends=[
        Win(Line(4)),
        Draw(NoPly()),
    ],
)
`;
const PAUSE = 300; // milliseconds without a key before a text is checked
const REST = 900; // milliseconds without a change before the rules and figures of a text are requested
const CROWDED = 5000; // milliseconds before a text is checked again after the server refused too many requests
const CHECK_DEADLINE = 15_000; // milliseconds that a command waits for the check of the text

const field = new Field(/** @type {HTMLTextAreaElement} */ (element("source")), element("behind"));
const buttons = ["alone", "friend", "more", "find"].map((id) => /** @type {HTMLButtonElement} */ (element(id)));
const newId = () => `${Date.now()}-${Math.random().toString(36).slice(2)}`;
let id = newId();
/** @type {Game | null} */
let game = null;
let checked = ""; // the text that `game` or the faults are about
let shown = ""; // the JSON whose rules and figures are shown
let checking = false;
let checkTimer = 0;
let detailsTimer = 0;

const spelling = () => (field.text.trimStart().startsWith("{") ? "json" : "python");

/** After each change of the text. */
function changed() {
  field.draw();
  save();
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, PAUSE);
}

function save() {
  const draft = keepDraft(id, field.text.match(/name"?\s*[=:]\s*["']([^"'\n]+)/)?.[1] ?? t("Rules without a name"), field.text);
  element("saved").textContent = draft ? t("Saved in this browser") : t("Your browser saves nothing. Download your rules.");
}

/** Check the text; once more where it has changed meanwhile. */
async function check() {
  if (checking || field.text === checked) return;
  checking = true;
  const source = field.text;
  try {
    const reply = await request("/api/drafts", { source });
    checked = source;
    if (reply.faults) showFaults(reply.faults, source);
    else showGame(reply);
  } catch (error) {
    if (error instanceof ApiError && error.code === 429) setTimeout(check, CROWDED);
    else {
      checked = source;
      showFaults([{ said: /** @type {Error} */ (error).message, start: 0, end: 0 }], source);
    }
  } finally {
    checking = false;
  }
  if (field.text !== source) checkTimer = setTimeout(check, PAUSE);
}

/** The text has faults. @param {Fault[]} faults @param {string} source */
function showFaults(faults, source) {
  game = null;
  // What was waiting goes on: the rules and figures are then those of the last text without errors, as is said below.
  for (const button of buttons) button.disabled = true;
  element("seen").classList.add("past");
  if (shown) element("facts").textContent = t("The board, the figures and the rules show your last text without errors.");
  if (field.text !== source) return;
  field.mark(faults);
  element("faults").replaceChildren(
    ...faults.map((fault) => {
      const { line, column } = field.where(fault.start);
      return make("p", { class: "fault" }, make("button", { type: "button", class: "quiet", click: () => field.show(fault.start, fault.end) }, t("Line %(line)s, column %(column)s", { line, column })), ` ${fault.said}`);
    }),
  );
}

/** The text is a game. @param {Game} found */
function showGame(found) {
  game = found;
  field.mark([]);
  element("faults").replaceChildren();
  element("seen").classList.remove("past");
  element("board").innerHTML = found.svg;
  scaleLabels();
  element("title").textContent = found.title || t("Rules editor");
  element("facts").textContent = [tn("%(n)s player", "%(n)s players", found.players), tn("%(n)s cell", "%(n)s cells", found.cells), found.hidden && t("hidden stones")].filter(Boolean).join(" · ");
  for (const button of buttons) button.disabled = false;
  /** @type {HTMLButtonElement} */ (element("friend")).disabled = found.players === 1;
  showSpelling();
  clearTimeout(detailsTimer);
  const details = [element("rules"), element("figures")];
  if (found.json === shown && !details.some((part) => part.hasAttribute("aria-busy"))) return;
  for (const part of details) part.setAttribute("aria-busy", "true"); // they are of another text
  detailsTimer = setTimeout(() => showRulesAndFigures(found), shown ? REST : 0);
}

/** Coordinates keep their size on the screen, however large the cells are. */
function scaleLabels() {
  const svg = element("board").querySelector("svg");
  if (!svg) return;
  const [box, viewBox] = [svg.getBoundingClientRect(), svg.viewBox.baseVal];
  element("board").style.setProperty("--scale", Math.min(box.width / viewBox.width, box.height / viewBox.height).toFixed(3));
}

/** Request the rules and figures of the game and show them beside the text. @param {Game} found */
async function showRulesAndFigures(found) {
  shown = found.json;
  const subject = { value: JSON.parse(found.json) };
  const parts = [
    request("/api/drafts/measure", subject).then((figures) => shown === found.json && showFigures(element("figures"), figures, found)),
    request("/own/rules", subject).then((sheet) => {
      if (shown !== found.json) return;
      element("rules").innerHTML = sheet;
      element("rules").removeAttribute("aria-busy");
    }),
  ];
  for (const [i, settled] of (await Promise.allSettled(parts)).entries()) {
    if (settled.status === "fulfilled" || shown !== found.json) continue;
    const into = element(["figures", "rules"][i]);
    into.replaceChildren(make("p", { class: "fault" }, String(settled.reason.message ?? settled.reason)));
    into.removeAttribute("aria-busy");
  }
}

/** Find variations of the rules. */
async function vary() {
  if (!game) return;
  const { json } = game;
  const into = element("variations");
  const find = /** @type {HTMLButtonElement} */ (element("find"));
  find.disabled = true;
  into.setAttribute("aria-busy", "true");
  into.replaceChildren(make("p", { class: "small" }, t("Playing the variations. This takes a few seconds.")));
  try {
    const goal = /** @type {HTMLInputElement} */ (element("goal")).value.trim();
    const [{ showVariations }, result] = await Promise.all([import("./editor-variations.js"), request("/api/drafts/vary", { value: JSON.parse(json), goal })]);
    showVariations(into, result, (variation) => begin(spelling() === "json" ? variation.json : variation.python));
  } catch (error) {
    into.replaceChildren(make("p", { class: "fault" }, /** @type {Error} */ (error).message));
    into.removeAttribute("aria-busy");
  } finally {
    find.disabled = !game;
  }
}

/** Begin with another text; the former stays among the drafts. @param {string} text @param {string} [known] its draft */
function begin(text, known) {
  id = known ?? newId();
  if (field.text) field.replace(text);
  else field.area.value = text; // takes no focus
  listDrafts();
  changed();
}

/** @param {string} name @param {Record<string, string>} options */
async function beginWith(name, options) {
  const selectedSpelling = /** @type {HTMLInputElement} */ (document.querySelector('input[name="spelling"]:checked')).value;
  const reply = await request("/api/drafts", { game: name, options });
  begin(selectedSpelling === "json" ? reply.json : reply.python);
}

function listDrafts() {
  const group = element("drafts");
  const otherDrafts = drafts().filter((draft) => draft.id !== id);
  group.hidden = !otherDrafts.length;
  group.replaceChildren(...otherDrafts.map((each) => make("option", { value: `draft:${each.id}` }, `${each.name}, ${new Date(each.at).toLocaleString()}`)));
}

/** Whether the text is a game; told once it has been checked. */
async function isGame() {
  for (let waited = 0; checked !== field.text && waited < CHECK_DEADLINE; waited += 50) await new Promise((resolve) => setTimeout(resolve, 50));
  return game !== null && checked === field.text;
}

/** The other spelling of the same rules. @param {"python" | "json"} wanted */
async function respell(wanted) {
  if (wanted === spelling()) return;
  if (!(await isGame()) || !game) {
    showSpelling();
    return toast(t("Correct the error first, then switch the spelling."));
  }
  if (/#/.test(field.text) || /"about"/.test(field.text)) toast(t("Comments and the information about the game do not carry over. Undo brings them back."));
  field.replace(game[wanted]);
  showSpelling();
}

/** Check the radio button of the text's spelling. */
function showSpelling() {
  const radio = document.querySelector(`input[name="spelling"][value="${spelling()}"]`);
  if (radio) /** @type {HTMLInputElement} */ (radio).checked = true;
}

/** Lay the text out. */
async function tidy() {
  if ((await isGame()) && game) field.replace(game[spelling()]);
  else toast(t("Correct the error first."));
}

/** @param {boolean} alone */
async function play(alone) {
  if (!game) return;
  const seats = Array.from({ length: game.players }, (_, i) => (i && alone ? "level:3" : "human"));
  try {
    const table = await request("/api/tables", { value: JSON.parse(game.json), seats, mine: [0] });
    sessionStorage.setItem(`seats-${table.table}`, JSON.stringify(table));
    location.href = `${ROOT}/t/${table.table}`;
  } catch (error) {
    element("fault").textContent = /** @type {Error} */ (error).message;
  }
}

async function share() {
  const link = `${location.origin}${ROOT}/edit#${await packed(field.text)}`;
  const shownLink = make("input", { type: "text", readonly: true, value: link, "aria-label": t("The link to these rules") });
  const body = make("div", {}, make("p", {}, t("The link contains the whole text. Anyone who opens it gets a copy; nothing is stored on the server.")), shownLink);
  const choice = dialog(t("Share these rules"), body, [["close", t("Close")], ["copy", t("Copy the link")]], shownLink);
  shownLink.select();
  if ((await choice) !== "copy") return;
  try {
    await navigator.clipboard.writeText(link);
    toast(t("Copied."));
  } catch {
    toast(t("The browser does not allow copying. Select the link and copy it."));
  }
}

function download() {
  const [text, kind, end] = game && checked === field.text ? [game.json, "application/json", "json"] : [field.text, "text/plain", "txt"];
  const name = (game?.title || "rules").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "rules";
  const url = URL.createObjectURL(new Blob([text], { type: kind }));
  make("a", { href: url, download: `${name}.${end}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Load the first text: from the link, a game of the catalogue, the last draft, or a small game. */
async function loadFirstText() {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  const code = location.hash.slice(1);
  if (code || query.game) history.replaceState(null, "", `${ROOT}/edit`);
  try {
    if (code) return begin(await unpacked(code));
    const { game: name, ...options } = query;
    if (name) return await beginWith(name, options);
  } catch (error) {
    toast(code ? t("This link is incomplete. Ask for it again.") : /** @type {Error} */ (error).message);
  }
  const [latest] = drafts();
  begin(latest?.text ?? BLANK, latest?.id);
}

function setUpTools() {
  const from = /** @type {HTMLSelectElement} */ (element("from"));
  from.addEventListener("change", () => {
    const [kind, name] = [from.value.split(":")[0], from.value.slice(from.value.indexOf(":") + 1)];
    from.value = "";
    if (kind === "blank") begin(BLANK);
    if (kind === "game") void beginWith(name, {}).catch((error) => toast(error.message));
    const draft = kind === "draft" ? drafts().find((each) => each.id === name) : undefined;
    if (draft) begin(draft.text, draft.id);
  });
  for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name="spelling"]')))
    radio.addEventListener("change", () => void respell(/** @type {"python" | "json"} */ (radio.value)));
  /** @param {string} command */
  const runCommand = (command) => () => {
    field.area.focus();
    document.execCommand(command);
  };
  element("undo").addEventListener("click", runCommand("undo"));
  element("redo").addEventListener("click", runCommand("redo"));
  element("tidy").addEventListener("click", () => void tidy());
  element("share").addEventListener("click", () => void share());
  element("download").addEventListener("click", download);
  element("vary").addEventListener("submit", (event) => {
    event.preventDefault();
    void vary();
  });
  element("alone").addEventListener("click", () => void play(true));
  element("friend").addEventListener("click", () => void play(false));
  element("more").addEventListener("click", () => {
    if (!game) return;
    sessionStorage.setItem("own", game.json);
    location.href = `${ROOT}/own`;
  });
}

function setUpFiles() {
  /** @param {File | undefined} file */
  const read = async (file) => file && begin(await file.text());
  element("file").addEventListener("change", (event) => void read(/** @type {HTMLInputElement} */ (event.target).files?.[0]));
  document.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void read(file);
  });
}

new ResizeObserver(scaleLabels).observe(element("board"));
field.area.addEventListener("input", changed);
addEventListener("hashchange", () => void loadFirstText());
setUpTools();
setUpFiles();
void loadFirstText();
request("/api/words").then((words) => new Completion(field, element("words"), element("help"), words), () => {});
