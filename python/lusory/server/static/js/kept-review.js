// Reviews of finished games: what the machine says of each ply, and lines of analysis that are kept with the table and
// shared by link. Loaded when a finished game is looked at.
import { ROOT, request } from "./api.js";
import { dialog } from "./dialog.js";
import { make, toast } from "./dom.js";
import { plyText, renderMoves } from "./moves.js";
import { named } from "./colours.js";
import { t } from "./texts.js";
/** @import {Review, Variation} from "./review.js" */
/** @import {Analysis} from "./analysis.js" */

/**
 * @typedef {{ ply: number, player: number, lost: number, line: [string, string][] }} RatedMove what a ply lost, and the better line
 * @typedef {{ curve: (number | null)[], plies: RatedMove[] }} MachineReview
 * @typedef {{ id: string, after: number, plies: [string, string][] }} KeptLine
 */

const LEAST = 0.08; // of the expected score: less than that is noise
const MOST = 6;

/** What is kept with the table, and the line that the address names. @param {Review} review */
export async function loadKept(review) {
  const stored = await request(`${review.table.path}/review`);
  for (const variation of review.variations) if (variation.id && !stored.lines.some((/** @type {KeptLine} */ line) => line.id === variation.id)) delete variation.id; // deleted meanwhile
  for (const line of /** @type {KeptLine[]} */ (stored.lines)) if (!review.variations.some((each) => each.id === line.id)) add(review, line);
  if (stored.review) accept(await review.loadAnalysis(), stored.review);
  renderMoves(review.table);
  const lineId = /^#line-(\w+)$/.exec(location.hash)?.[1];
  const line = review.variations.find((each) => lineId && each.id === lineId);
  if (line) await review.show(line, line.texts.length);
  else if (lineId) toast(t("This line was deleted."));
}

/** @param {Review} review @param {KeptLine} line */
function add(review, line) {
  const texts = line.plies.map(([text]) => text);
  const sameVariation = review.variations.find((variation) => variation.from === line.after && variation.texts.join() === texts.join());
  if (sameVariation) sameVariation.id = line.id;
  else review.variations.push({ from: line.after, texts, printed: line.plies.map(([, printed]) => printed), id: line.id });
}

/** Ask the machine for its review; it shows how far it is. @param {Analysis} analysis */
export function runReview(analysis) {
  analysis.stop();
  const url = new URL(`${ROOT}${analysis.review.table.path}/review`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  const report = (/** @type {string} */ text) => {
    analysis.reviewing = text;
    analysis.draw();
  };
  report(t("The review begins …"));
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.review) accept(analysis, message.review);
    else report(message.error ?? t("Position %(done)s of %(of)s", message));
  };
  socket.onclose = (event) => {
    if (!analysis.marks && event.code !== 1008) report(event.reason || t("The connection was lost. Try again."));
  };
}

/** @param {Analysis} analysis @param {MachineReview} found */
function accept(analysis, found) {
  analysis.reviewing = "";
  analysis.marks = found.plies;
  analysis.curve = [...found.curve];
  analysis.marked = () => worst(analysis, found.plies);
  analysis.draw();
}

/** The plies that lost most, with the better line. @param {Analysis} analysis @param {RatedMove[]} plies */
function worst(analysis, plies) {
  const { table } = analysis.review;
  const shown = table.shown;
  if (!shown) return [];
  const most = plies.filter((ply) => ply.lost >= LEAST).sort((a, b) => b.lost - a.lost).slice(0, MOST).sort((a, b) => a.ply - b.ply);
  const title = make("h2", {}, t("The moves that lost most"));
  if (!most.length) return [title, make("p", {}, t("No move lost much."))];
  const rows = most.map((each) => {
    const move = shown.moves[each.ply - 1];
    const better = { from: each.ply - 1, texts: each.line.map(([text]) => text), printed: each.line.map(([, printed]) => printed) };
    const show = () => {
      const knownVariation = analysis.review.variations.find((line) => line.from === better.from && line.texts.join() === better.texts.join());
      if (!knownVariation) analysis.review.variations.push(better);
      void analysis.review.show(knownVariation ?? better, 1);
    };
    return make("li", {},
      make("button", { type: "button", class: "quiet", "data-key": `lost-${each.ply}`, click: () => void analysis.review.goto(each.ply) }, `${each.ply}. ${plyText(move?.printed ?? "", analysis.review.table.shown?.seats)}`),
      ` ${t("%(player)s lost %(part)s.", { player: named(shown.seats[each.player]), part: `${Math.round(100 * each.lost)} %` })} `,
      ...(better.texts.length ? [t("Better: "), make("button", { type: "button", class: "quiet", "data-key": `better-${each.ply}`, click: show }, plyText(better.printed.slice(0, 5).join(" ")))] : []));
  });
  return [title, make("ol", { class: "lost" }, ...rows), make("p", { class: "small" }, t("The percentage is the expected score that the move lost."))];
}

/** Keep a line with the table, and give its link. @param {Review} review @param {Variation} line */
export async function shareLine(review, line) {
  try {
    if (!line.id) {
      line.sharing = true;
      const added = await request(`${review.table.path}/lines`, { after: line.from, plies: line.texts });
      line.id = added.id;
      renderMoves(review.table);
    }
  } catch (fault) {
    return toast(/** @type {Error} */ (fault).message);
  } finally {
    delete line.sharing;
  }
  const link = make("input", { type: "text", readonly: true, value: `${location.origin}${ROOT}/t/${review.table.id}#line-${line.id}`, "aria-label": t("The link to this line") });
  const body = make("div", {}, make("p", {}, t("The line is kept with the game. Anyone with this link sees it:")), link);
  const choice = await dialog(t("Share this line"), body, [...(review.table.shown?.you.length ? [/** @type {[string, string]} */ (["delete", t("Delete the line")])] : []), ["close", t("Close")]], link);
  if (choice !== "delete") return;
  try {
    await request(`${review.table.path}/lines/${line.id}`, undefined, "DELETE");
    delete line.id;
    review.forget(line);
  } catch (fault) {
    toast(/** @type {Error} */ (fault).message);
  }
}
