// The page of one's own games: makes and answers challenges.
import { ROOT, request } from "./api.js";
import { clockOf } from "./clock-choice.js";
import { element, field, run } from "./dom.js";
import { t } from "./texts.js";

document.getElementById("seen")?.addEventListener("click", () => go(() => request("/api/account/undelivered", undefined, "DELETE")));

/** Send something; then show the page anew, or a table. @param {() => Promise<any>} work */
const go = (work) => run(async () => {
  const reply = await work();
  if (reply.table) location.assign(`${ROOT}/t/${reply.table}`);
  else location.reload();
});

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-accept], [data-decline], [data-withdraw]"))) {
  const { accept, decline, withdraw } = button.dataset;
  button.addEventListener("click", () => go(() =>
    withdraw ? request(`/api/challenges/${withdraw}`, undefined, "DELETE") : request(`/api/challenges/${accept ?? decline}/${accept ? "accept" : "decline"}`, {})));
}

element("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (button) button.disabled = true;
  void go(() => request("/api/challenges", {
    to: field("to").value.trim(), game: field("game").value, options: typedOptions(field("options").value), side: field("side").value,
    clock: clockOf(field("clock").value), rated: field("rated").checked, standing: field("standing").checked,
  })).finally(() => {
    if (button) button.disabled = false;
  });
});

/** Options as they are typed: `size=5 draw=repeat:2`. @param {string} text @returns {Record<string, string>} */
function typedOptions(text) {
  /** @type {Record<string, string>} */
  const options = {};
  for (const part of text.split(/\s+/).filter(Boolean)) {
    const [, key, value] = /^([^=]+)=(.+)$/.exec(part) ?? [];
    if (!key || !value) throw new Error(t("%(part)s: expected an option as in size=5.", { part }));
    if (key in options) throw new Error(t("%(option)s is given twice.", { option: key }));
    options[key] = value;
  }
  return options;
}
document.addEventListener("keydown", (event) => {
  const at = event.target;
  if (event.key !== "n" || event.ctrlKey || event.altKey || event.metaKey || (at instanceof Element && at.closest("input, select, textarea"))) return;
  /** @type {HTMLAnchorElement | null} */ (document.querySelector("#turn a"))?.click();
});
