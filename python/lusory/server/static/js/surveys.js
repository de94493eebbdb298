// The list of surveys, and the form for a new one.
import { ROOT, request } from "./api.js";
import { element } from "./dom.js";

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (element(id));

/** Parses a line of the form, `game option=value ...`, or the rules of one's own game as JSON. @param {string} line */
function parseGame(line) {
  if (line.trim().startsWith("{")) return { value: JSON.parse(line) };
  const [game, ...options] = line.trim().split(/\s+/);
  return { game, options: Object.fromEntries(options.map((part) => part.split("=", 2))) };
}

const own = sessionStorage.getItem("own");
field("own").hidden = !own;

field("game").addEventListener("change", () => {
  if (!field("game").value) return;
  const line = field("game").value === "own" ? JSON.stringify(JSON.parse(own ?? "null")) : field("game").value;
  field("games").value = `${field("games").value.trimEnd()}\n${line}`.trim();
  field("game").value = "";
});

element("new").addEventListener("submit", async (event) => {
  event.preventDefault();
  element("fault").textContent = "";
  try {
    const games = field("games").value.split("\n").filter((line) => line.trim()).map(parseGame);
    const survey = await request("/api/surveys", { title: field("title").value, text: field("text").value, way: field("way").value, games });
    location.assign(`${ROOT}/surveys/${survey.survey}`);
  } catch (fault) {
    element("fault").textContent = /** @type {Error} */ (fault).message;
    element("fault").scrollIntoView({ block: "nearest" });
  }
});
