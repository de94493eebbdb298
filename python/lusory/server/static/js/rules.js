// The Rules tab of a table: loads the rules sheet when the tab is opened, and offers lessons.
import { request } from "./api.js";
import { make } from "./dom.js";
import { runLessons } from "./lesson-offer.js";
import { sheet } from "./tabs.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

let isRendered = false;

/** Fetch the rules sheet when its tab is first opened. @param {Table} table */
export function renderRules(table) {
  if (isRendered) return;
  isRendered = true;
  const into = sheet("rules");
  const show = () => {
    if (into.hidden) return;
    watch.disconnect();
    into.replaceChildren(make("p", { class: "small" }, t("Loading the rules …")));
    request(`/t/${table.id}/rules`).then(
      (reply) => {
        into.innerHTML = reply;
        into.prepend(make("button", { type: "button", click: () => runLessons(table) }, t("Learn it in a few positions")));
      },
      (fault) => into.replaceChildren(make("p", { class: "fault" }, fault.message)),
    );
  };
  const watch = new MutationObserver(show);
  watch.observe(into, { attributes: true, attributeFilter: ["hidden"] });
  show();
}
