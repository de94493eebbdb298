// Who of a table has an account: their names lead to their pages, and what muted people say is not shown.
import { ROOT, request } from "./api.js";
import { make } from "./dom.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

/** @typedef {{player: number, id: string, bot: boolean, vacation: number | null, muted: boolean}} PersonAtTable */

/** Ask for them when seats have changed hands. @param {Table} table */
export async function renderPeople(table) {
  const key = table.shown?.seats.map((seat) => `${seat.name} ${seat.taken}`).join("|") ?? "";
  if (key === table.peopleKey) return;
  table.peopleKey = key;
  const { people } = await request(`${table.path}/people`).catch(() => ({ people: [] }));
  if (!people.length && !table.people.length) return;
  table.people = people;
  table.nameOf = (player, name) => nameOf(table, player, name);
  table.renderSide();
}

/** A player's name; of who has an account it leads to his page. @param {Table} table @param {number} player @param {string} name */
function nameOf(table, player, name) {
  const person = table.people.find((one) => one.player === player);
  if (!person) return name;
  const away = person.vacation ? ` (${t("away until %(day)s", { day: new Date(person.vacation).toLocaleDateString() })})` : "";
  const label = person.id === name ? name : `${name} (${person.id})`;
  return make("a", { href: `${ROOT}/people/${person.id}` }, label + (person.bot ? ` ${t("BOT")}` : "") + away);
}
