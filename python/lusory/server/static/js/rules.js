// The Rules tab, and the offer of lessons to new players.
import { request } from "./api.js";
import { make } from "./dom.js";
import { runLessons } from "./lessons.js";
import { sheet } from "./tabs.js";
/** @import {Table} from "./table.js" */

let begun = false;

/** Fetch the rules sheet when its tab is first opened. @param {Table} table */
export function renderRules(table) {
  if (begun) return;
  begun = true;
  offer(table);
  const into = sheet("rules");
  const show = () => {
    if (into.hidden) return;
    watch.disconnect();
    into.replaceChildren(make("p", { class: "small" }, "Loading the rules …"));
    request(`/t/${table.id}/rules`).then(
      (reply) => {
        into.innerHTML = reply;
        into.prepend(make("button", { type: "button", click: () => runLessons(`/t/${table.id}/lessons`) }, "Learn it in a few positions"));
      },
      (fault) => into.replaceChildren(make("p", { class: "fault" }, fault.message)),
    );
  };
  const watch = new MutationObserver(show);
  watch.observe(into, { attributes: true, attributeFilter: ["hidden"] });
  show();
}

/** Offer lessons the first time a player meets a game. @param {Table} table */
function offer(table) {
  const shown = table.shown;
  if (!shown?.you.length || shown.ply > 2 || shown.result) return;
  const key = `met-${shown.game.hash.slice(0, 12)}`;
  try {
    if (localStorage.getItem(key)) return;
    localStorage.setItem(key, "yes");
  } catch {
    return;
  }
  const close = () => note.remove();
  const note = make("div", { class: "offer", role: "note" },
    make("span", {}, `New to ${shown.game.title}?`),
    make("button", { type: "button", class: "play", click: () => {
      close();
      void runLessons(`/t/${table.id}/lessons`);
    } }, "Learn it in a few positions"),
    make("button", { type: "button", class: "plain", "aria-label": "No, thanks", click: close }, "×"));
  document.getElementById("toasts")?.before(note);
}
