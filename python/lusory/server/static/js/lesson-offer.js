// The offer of lessons to players who are new to a game. The lessons themselves are loaded when they are wanted.
import { make } from "./dom.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

/** Whether the page offers lessons. Once for each game on this device, until the player moves or declines.
 * @type {boolean | null} null: not decided yet */
let offered = null;

/** The offer of lessons to a player who meets a game for the first time; null if there is none. @param {Table} table */
export function lessonOffer(table) {
  const shown = table.shown;
  if (!shown) return null;
  offered ??= shown.you.length > 0 && shown.ply <= 2 && !shown.result && isNew(shown.game.hash);
  if (shown.result || shown.moves.some((move) => shown.you.includes(move.player))) offered = false;
  if (!offered) return null;
  const close = () => {
    offered = false;
    table.renderSide();
  };
  return make("div", { class: "offer", role: "note" },
    make("span", {}, t("New to %(title)s?", { title: shown.game.title })),
    make("button", { type: "button", class: "play", click: () => {
      close();
      void runLessons(table);
    } }, t("Learn it in a few positions")),
    make("button", { type: "button", class: "plain", "aria-label": t("No, thanks"), click: close }, "×"));
}

/** Whether these rules are new to this device. From now on they are not. @param {string} hash */
function isNew(hash) {
  const key = `met-${hash.slice(0, 12)}`;
  try {
    if (localStorage.getItem(key)) return false;
    localStorage.setItem(key, "yes");
    return true;
  } catch {
    return false;
  }
}

/** Show the lessons of what is played at a table. @param {Table} table */
export async function runLessons(table) {
  const lessons = await import("./lessons.js");
  await lessons.runLessons(`/t/${table.id}/lessons`);
}
