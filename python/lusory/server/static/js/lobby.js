// The lobby: the list of games, playing a visitor's own rules.
import "./game-list.js";
import { ROOT, ApiError, request } from "./api.js";
import { element } from "./dom.js";
import { listTables } from "./table-list.js";
import { t } from "./texts.js";

const value = /** @type {HTMLTextAreaElement} */ (element("value"));
const fault = element("fault");

let latest = 0;

/** Check the visitor's rules; show their error, or go to the page that begins a game. */
async function checkAndPlay() {
  fault.textContent = "";
  const run = ++latest;
  try {
    await request("/api/rules?sheet=0", { value: parsed(value.value) });
    if (run !== latest) return;
    sessionStorage.setItem("own", value.value);
    location.href = `${ROOT}/own`;
  } catch (refused) {
    if (run === latest) fault.textContent = refused instanceof ApiError || refused instanceof SyntaxError ? refused.message : String(refused);
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    const rules = JSON.parse(text);
    if (typeof rules !== "object" || rules === null || Array.isArray(rules)) throw new SyntaxError(t("not an object with the parts of a game"));
    return rules;
  } catch (error) {
    throw new SyntaxError(t("This is not valid JSON: %(fault)s. Expected rules as `lusory new` or `lusory rules GAME --format json` writes them.", { fault: /** @type {Error} */ (error).message }));
  }
}

/** @param {File | undefined} file */
async function read(file) {
  if (!file) return;
  value.value = await file.text();
  await checkAndPlay();
}

element("own-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void checkAndPlay();
});
element("file").addEventListener("change", (event) => void read(/** @type {HTMLInputElement} */ (event.target).files?.[0]));

const ownRules = element("own");
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  ownRules.classList.add("over");
});
document.addEventListener("dragleave", () => ownRules.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  ownRules.classList.remove("over");
  void read(event.dataTransfer?.files[0]);
});

const all = document.getElementById("all-mine");
all?.addEventListener("click", async () => {
  await listTables("mine", "/api/mine", Infinity);
  all.remove();
});

void listTables("running", "/api/tables?state=running&count=6");
