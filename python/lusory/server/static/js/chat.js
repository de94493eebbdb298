// The chat of a table.
import { request } from "./api.js";
import { make } from "./dom.js";
import { seat } from "./status-bar.js";
import { sheet } from "./tabs.js";
/** @import {Table} from "./table.js" */

/** @param {Table} table */
export function renderChat(table) {
  const shown = table.shown;
  if (!shown || !document.getElementById("tab-chat")) return;
  const into = sheet("chat");
  let list = into.querySelector("ol");
  if (!list) {
    const input = make("input", { type: "text", "aria-label": "Say something", maxlength: "500", autocomplete: "off" });
    list = make("ol", { "aria-live": "polite" });
    const form = make("form", { submit: async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      input.value = "";
      await request(`${table.path}/chat`, { text }).catch((fault) => table.showError(fault));
    } }, input, make("button", { class: "play" }, "Send"));
    into.replaceChildren(make("div", { class: "chat" }, list, form));
  }
  const form = into.querySelector("form");
  if (form) form.hidden = !shown.you.length || !shown.chat_on || Boolean(table.closedReason);
  const said = shown.chat ?? [];
  if (list.childElementCount === said.length) return;
  list.replaceChildren(...said.map((line) => make("li", {}, make("b", {}, `${line.name ?? (line.player == null ? "Spectator" : seat(shown, line.player))}: `), line.text)));
  list.scrollTop = list.scrollHeight;
}
