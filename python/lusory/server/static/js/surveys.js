// The list of surveys, and the form for a new one.
import { ROOT, request } from "./api.js";
import { element, field, run } from "./dom.js";
import { t } from "./texts.js";

/** Games of one's own by the lines that stand for them in the form. @type {Map<string, unknown>} */
const ownGames = new Map();

/** The line that stands for a game of one's own: its name, marked as one. @param {any} value */
function lineOfOwn(value) {
  const name = String(value?.about?.title || value?.name || "").replace(/\s+/g, " ").trim();
  const line = t("%(name)s (your own game)", { name });
  ownGames.set(line, value);
  return line;
}

/** Parses a line of the form: `game option=value ...`, a game of one's own by its name, or rules as JSON. @param {string} text */
function parseGame(text) {
  const line = text.trim();
  if (ownGames.has(line)) return { value: ownGames.get(line) };
  if (line.startsWith("{")) return { value: JSON.parse(line) };
  const [game, ...options] = line.split(/\s+/);
  return { game, options: Object.fromEntries(options.map((part) => part.split("=", 2))) };
}

const ownRules = sessionStorage.getItem("own");
field("own").hidden = !ownRules;

field("game").addEventListener("change", () => {
  if (!field("game").value) return;
  const line = field("game").value === "own" ? lineOfOwn(JSON.parse(ownRules ?? "null")) : field("game").value;
  field("games").value = `${field("games").value.trimEnd()}\n${line}`.trim();
  field("game").value = "";
});

element("new").addEventListener("submit", (event) => {
  event.preventDefault();
  void run(async () => {
    const games = field("games").value.split("\n").filter((line) => line.trim()).map(parseGame);
    const survey = await request("/api/surveys", { title: field("title").value, text: field("text").value, way: field("way").value, games });
    location.assign(`${ROOT}/surveys/${survey.survey}`);
  });
});
