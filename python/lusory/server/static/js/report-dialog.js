// The dialog that reports a name, the chat or a title to the host of the server.
import { request } from "./api.js";
import { dialog } from "./dialog.js";
import { announce, make, toast } from "./dom.js";
import { t } from "./texts.js";
/** @import {Table} from "./table.js" */

/** @type {[string, string][]} the subject of a report, and its text */
const WHAT = [["name", t("A name")], ["chat", t("The chat")], ["title", t("The title of the game")]];
const THANKS = t("Thank you. The host of this server will look at it.");

/** @param {Table} table */
export async function write(table) {
  const radios = WHAT.map(([value, text], i) => make("label", {}, make("input", { type: "radio", name: "what", value, checked: i === 0 }), text));
  const details = make("textarea", { rows: "3", maxlength: "500" });
  const body = make("div", { class: "report-form" }, make("fieldset", { class: "report-form" }, make("legend", {}, t("What is wrong?")), ...radios),
    make("label", { class: "text" }, t("What should the host know? (optional)"), details));
  if ((await dialog(t("Report to the host"), body, [["send", t("Send")]], radios[0].querySelector("input") ?? undefined)) !== "send") return;
  const selected = /** @type {HTMLInputElement | null} */ (body.querySelector("input:checked"));
  try {
    await request(`${table.path}/reports`, { what: selected?.value ?? "name", text: details.value.trim() });
    toast(THANKS);
    announce(THANKS);
  } catch (fault) {
    await table.showError(fault);
  }
}
