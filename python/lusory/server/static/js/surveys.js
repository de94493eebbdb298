// The list of surveys, and the form for a new one.
import { ROOT, request } from "./api.js";
import { element } from "./dom.js";

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (element(id));

/** Parses a line of the form, `game option=value ...`. @param {string} line */
function parseGame(line) {
  const [game, ...options] = line.trim().split(/\s+/);
  return { game, options: Object.fromEntries(options.map((part) => part.split("=", 2))) };
}

field("game").addEventListener("change", () => {
  if (!field("game").value) return;
  field("games").value = `${field("games").value.trimEnd()}\n${field("game").value}`.trim();
  field("game").value = "";
});

element("new").addEventListener("submit", async (event) => {
  event.preventDefault();
  element("fault").textContent = "";
  const games = field("games").value.split("\n").filter((line) => line.trim()).map(parseGame);
  try {
    const survey = await request("/api/surveys", { title: field("title").value, text: field("text").value, way: field("way").value, games });
    location.assign(`${ROOT}/surveys/${survey.survey}`);
  } catch (fault) {
    element("fault").textContent = /** @type {Error} */ (fault).message;
    element("fault").scrollIntoView({ block: "nearest" });
  }
});
