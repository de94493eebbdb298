// The tabs beside the board: moves, record sheet, analysis, chat, rules, invitation.
import { element, make } from "./dom.js";
import { hasInvitation } from "./invitation.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

/** @type {string} */
let open = "";

/** @param {Table} table */
export function renderTabs(table) {
  const shown = table.shown;
  if (!shown) return;
  const tabNames = [["moves", t("Moves")]];
  if (shown.game.hidden) tabNames.push(["known", t("Record sheet")]);
  if (table.review.allowed()) tabNames.push(["analysis", t("Analysis")]);
  const people = shown.seats.filter((seat) => seat.kind === "human" || seat.kind === "open");
  if ((people.length > 1 && !shown.shared) || shown.chat?.length) tabNames.push(["chat", t("Chat")]);
  tabNames.push(["rules", t("Rules")]);
  if (hasInvitation(table)) tabNames.unshift(["invite", t("Invite")]);
  if (!tabNames.some(([key]) => key === open)) open = tabNames[0][0];
  const list = element("tabs");
  const renderedKeys = [...list.children].map((tab) => /** @type {HTMLElement} */ (tab).dataset.tab).join();
  if (renderedKeys !== tabNames.map(([key]) => key).join()) {
    list.replaceChildren(...tabNames.map(([key, text]) =>
      make("button", { type: "button", role: "tab", id: `tab-${key}`, "data-tab": key, "aria-controls": `sheet-${key}`, click: () => choose(table, key), keydown: (event) => step(table, event) }, text),
    ));
    for (const [key] of tabNames) sheet(key);
    for (const panel of [...element("sheets").children]) if (!tabNames.some(([key]) => panel.id === `sheet-${key}`)) panel.remove();
  }
  show();
}

/** The panel of a tab; created at first use. @param {string} key */
export function sheet(key) {
  const existing = document.getElementById(`sheet-${key}`);
  if (existing) return existing;
  const panel = make("div", { role: "tabpanel", id: `sheet-${key}`, "aria-labelledby": `tab-${key}`, tabindex: "0", hidden: true });
  element("sheets").append(panel);
  return panel;
}

/** @param {Table} table @param {string} key */
export function choose(table, key) {
  open = key;
  show();
  table.tabOpened(key);
}

function show() {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tabs [role=tab]"))) {
    const isOpen = tab.dataset.tab === open;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
  }
  for (const panel of element("sheets").children) /** @type {HTMLElement} */ (panel).hidden = panel.id !== `sheet-${open}`;
}

/** @param {Table} table @param {KeyboardEvent} event */
function step(table, event) {
  const offset = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!offset) return;
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tabs [role=tab]"))];
  const next = all[(all.findIndex((tab) => tab.dataset.tab === open) + offset + all.length) % all.length];
  choose(table, next.dataset.tab ?? "");
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}
