// Conditional moves: lines that answer what the opponent may play, tried on the board and kept for one's own seat.
// Loaded when somebody asks for them.
import { request } from "./api.js";
import { dialog } from "./dialog.js";
import { announce, make, toast } from "./dom.js";
import { plyText } from "./moves.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

/** @typedef {{after: number, lines: [string, string][][]}} Plan each line its plies: canonical and printed */

/** @param {Table} table @returns {Promise<Plan>} */
const load = (table) => request(`${table.path}/conditions?player=${table.shown?.you[0]}`);

/** @param {Table} table @param {string[][]} lines @returns {Promise<Plan>} */
function save(table, lines) {
  return request(`${table.path}/conditions`, { ply: table.shown?.ply ?? 0, lines, player: table.shown?.you[0] }, "PUT");
}

/** Look at the conditional moves; in a variation, keep it as one. @param {Table} table */
export function open(table) {
  return table.review.active ? keep(table) : manage(table);
}

/** The conditional moves of one's seat: look at them, remove some, add one on the board. @param {Table} table */
async function manage(table) {
  try {
    const plan = await load(table);
    const list = make("ul", { class: "conditions" });
    /** @type {[string, string][][]} */
    let lines = plan.lines;
    const draw = () => list.replaceChildren(...(lines.length ? lines.map((line) => make("li", {},
      plyText(line.map(([, printed]) => printed).join(" ")), " ",
      make("button", { type: "button", class: "quiet", "aria-label": t("Remove %(line)s", { line: line.map(([, printed]) => printed).join(" ") }), click: () => {
        lines = lines.filter((each) => each !== line);
        draw();
      } }, t("Remove")))) : [make("li", { class: "nothing small" }, t("None yet. Play a move for your opponent and your answer on the board, then keep the line."))]));
    draw();
    const about = make("p", { class: "small" }, t("If your opponent plays the first move of a line, your answer is played at once. Only you see them."));
    const choice = await dialog(t("Conditional moves"), make("div", {}, about, list), [["save", t("Done")], ["add", t("Add on the board")]]);
    if (!choice) return;
    if (lines.length !== plan.lines.length) await save(table, lines.map((line) => line.map(([text]) => text)));
    if (choice === "add") await table.review.startVariation();
  } catch (fault) {
    await table.showError(fault);
  }
}

/** Keep the line on the board with the others. @param {Table} table */
async function keep(table) {
  const { variation, depth } = table.review;
  if (!variation || !table.shown) return;
  if (variation.from !== table.shown.ply) return toast(t("The game has moved on. Start from the current position."));
  try {
    const plan = await load(table);
    const before = plan.after === table.shown.ply ? plan.lines.map((line) => line.map(([text]) => text)) : [];
    const saved = await save(table, [...before, variation.texts.slice(0, depth)]);
    const message = saved.lines.length > before.length ? t("Kept. It is played when your opponent plays this move.") : t("Add your answer to the line first.");
    toast(message);
    announce(message);
    if (saved.lines.length > before.length) await table.review.backToGame();
  } catch (fault) {
    await table.showError(fault);
  }
}
