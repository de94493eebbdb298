// Talk beside the board.
import { ask, make } from "./api.js";
import { seat } from "./bar.js";
import { sheet } from "./tabs.js";
/** @import {Table} from "./table.js" */

/** @param {Table} table */
export function chat(table) {
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
      await ask(`${table.path}/chat`, { text }).catch((fault) => table.refused(fault));
    } }, input, make("button", { class: "play" }, "Send"));
    into.replaceChildren(make("div", { class: "chat" }, list, form));
  }
  const form = into.querySelector("form");
  if (form) form.hidden = !shown.you.length || !shown.chat_on || Boolean(table.gone);
  const said = shown.chat ?? [];
  if (list.childElementCount === said.length) return;
  list.replaceChildren(...said.map((line) => make("li", {}, make("b", {}, `${line.name ?? (line.player == null ? "Somebody" : seat(shown, line.player))}: `), line.text)));
  list.scrollTop = list.scrollHeight;
}
