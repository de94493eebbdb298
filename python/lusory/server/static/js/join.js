// The page of an invitation. A button claims the seat; opening the link does not.
import { ROOT, request } from "./api.js";
import { isUnnamed } from "./colours.js";
import { element } from "./dom.js";
import { t } from "./texts.js";

const table = element("join").dataset.table ?? "";
const secret = decodeURIComponent(location.hash.slice(1));
const path = `/api/tables/${encodeURIComponent(table)}`;

/** @param {unknown} fault */
function refused(fault) {
  element("invitation-text").textContent = "";
  element("fault").textContent = /** @type {Error} */ (fault).message;
}

async function look() {
  if (!secret) return refused(new Error(t("This link is incomplete: the part after # is missing. Ask for it to be sent again.")));
  try {
    const shown = await request(path);
    if (shown.you.length) return location.replace(`${ROOT}/t/${table}`);
    const found = await request(`${path}/invitation`, { secret });
    const otherNames = found.names.filter((/** @type {string} */ name, /** @type {number} */ player) => player !== found.player && !isUnnamed({ name, player, kind: "" }));
    element("invited").textContent = t("You are invited to a game of %(title)s", { title: found.title });
    element("invitation-text").textContent = t("You play against %(others)s. The link works once: the first person to take the seat keeps it.", { others: otherNames.join(t(" and ")) || t("whoever sent you the link") });
    element("take").hidden = false;
    element("name").focus();
  } catch (fault) {
    refused(fault);
  }
}

async function take() {
  try {
    const name = /** @type {HTMLInputElement} */ (element("name")).value.trim();
    const seat = await request(`${path}/claim`, { secret, name });
    sessionStorage.setItem(`seats-${table}`, JSON.stringify({ table, you: [seat.player], seats: [{ player: seat.player, code: seat.code }] }));
    location.replace(`${ROOT}/t/${table}`);
  } catch (fault) {
    refused(fault);
  }
}

element("take").addEventListener("submit", (event) => {
  event.preventDefault();
  void take();
});
addEventListener("hashchange", () => location.reload());
void look();
