// The chat of a table.
import { request } from "./api.js";
import { isUnnamed } from "./colours.js";
import { make } from "./dom.js";
import { seat } from "./status-bar.js";
import { sheet } from "./tabs.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {ChatMessage, TableView} from "./types.js" */

/** When the last line that was read was written, in milliseconds since 1970. */
let read = 0;

/** Mark the tab with the number of lines of others that have not been read. @param {Table} table */
export function renderUnread(table) {
  const [shown, tab] = [table.shown, document.getElementById("tab-chat")];
  if (!shown || !tab) return;
  const key = `chat-${table.id}`;
  read ||= Number(localStorage.getItem(key) ?? 0);
  const lines = (shown.chat ?? []).filter((line) => !isMuted(table, line.player));
  if (!sheet("chat").hidden && !document.hidden) {
    read = Math.max(read, ...lines.map((line) => line.at ?? 0));
    localStorage.setItem(key, String(read));
  }
  const count = lines.filter((line) => (line.at ?? 0) > read && (line.player == null || !shown.you.includes(line.player))).length;
  const label = count ? [`${t("Chat")} `, make("span", { class: "badge" }, String(count), make("span", { class: "visually-hidden" }, ` ${t("unread")}`))] : [t("Chat")];
  if (tab.textContent !== (count ? `${t("Chat")} ${count} ${t("unread")}` : t("Chat"))) tab.replaceChildren(...label);
}

/** Whether what this player says is hidden. @param {Table} table @param {number | null | undefined} player */
function isMuted(table, player) {
  return table.people.some((person) => person.player === player && person.muted);
}

/** @param {TableView} shown @param {ChatMessage} line */
function speaker(shown, line) {
  if (line.player == null) return line.name ?? t("Spectator");
  return isUnnamed({ player: line.player, name: line.name ?? "", kind: "" }) ? seat(shown, line.player) : line.name;
}

/** @param {Table} table */
export function renderChat(table) {
  const shown = table.shown;
  if (!shown || !document.getElementById("tab-chat")) return;
  const into = sheet("chat");
  let list = into.querySelector("ol");
  if (!list) {
    const input = make("input", { type: "text", "aria-label": t("Say something"), maxlength: "500", autocomplete: "off" });
    list = make("ol", { "aria-live": "polite" });
    const form = make("form", { submit: async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      input.value = "";
      await request(`${table.path}/chat`, { text }).catch((fault) => {
        input.value ||= text; // it was not said
        return table.showError(fault);
      });
    } }, input, make("button", { class: "play" }, t("Send")));
    into.replaceChildren(make("div", { class: "chat" }, list, form));
  }
  const form = into.querySelector("form");
  if (form) form.hidden = !shown.you.length || !shown.chat_on || Boolean(table.closedReason);
  renderUnread(table);
  const lines = (shown.chat ?? []).filter((line) => !isMuted(table, line.player));
  if (list.childElementCount === lines.length) return;
  list.replaceChildren(...lines.map((line) => make("li", {}, make("b", {}, `${speaker(shown, line)}: `), line.text)));
  list.scrollTop = list.scrollHeight;
}
