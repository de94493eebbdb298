// Endings without a rule (resignation, time and so on), with the players as the page names them: the texts of all endings
// that the server sends have the names of its table.
import { named } from "./colours.js";
import { LANGUAGE, t } from "./texts.js";
/** @import {TableView} from "./types.js" */

/** The view with such an ending in the page's language, and with the players as the page names them. @param {TableView} shown */
export function endingInLanguage(shown) {
  const text = shown.result && !(LANGUAGE === "en" && shown.result.by === "aborted") ? ending(shown) : ""; // English says who
  return text && shown.result ? { ...shown, result: { ...shown.result, text } } : shown;
}

/** @param {TableView} shown */
function ending({ seats, result }) {
  const values = result?.values ?? [];
  const player = (/** @type {number} */ at) => named(seats[Math.max(0, at)]);
  const winner = values.length === 2 ? ` ${t("%(player)s wins.", { player: player(values.indexOf(1)) })}` : "";
  const loser = { player: player(values.indexOf(0)) };
  const texts = /** @type {Record<string, () => string>} */ ({
    resignation: () => t("%(player)s resigned.", loser) + winner,
    time: () => t("%(player)s ran out of time.", loser) + winner,
    agreement: () => t("A draw: the players agreed."),
    aborted: () => t("The game was aborted. Nobody wins."),
    closed: () => t("The host of the server closed this table."),
  });
  return texts[result?.by ?? ""]?.() ?? "";
}
