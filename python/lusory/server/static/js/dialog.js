// The page's modal dialog, for questions and short forms.
import { element, make } from "./dom.js";
import { t } from "./texts.js";

/**
 * Open the dialog and wait for an answer; a Cancel button is added unless an answer is `close`.
 * @param {string} title @param {Node} body @param {[string, string][]} answers values and button texts; the last is primary
 * @param {HTMLElement} [focus]
 * @returns {Promise<string>} the value of the answer, empty if the dialog was closed
 */
export async function dialog(title, body, answers, focus) {
  const box = /** @type {HTMLDialogElement} */ (element("dialog"));
  if (box.open) {
    const closed = new Promise((resolve) => box.addEventListener("close", resolve, { once: true }));
    box.close("");
    await closed;
  }
  element("dialog-title").textContent = title;
  element("dialog-body").replaceChildren(body);
  const cancel = answers.some(([value]) => value === "close") ? [] : [make("button", { value: "", formnovalidate: true, type: "button", click: () => box.close("") }, t("Cancel"))];
  element("dialog-row").replaceChildren(...cancel, ...answers.map(([value, text], i) => make("button", { value, class: i === answers.length - 1 ? "play" : "" }, text)));
  box.returnValue = "";
  box.showModal();
  focus?.focus();
  return new Promise((resolve) => box.addEventListener("close", () => resolve(box.returnValue), { once: true }));
}

/** Ask a question; true if it is confirmed. @param {string} question @param {string} yes the text of the button
 * @param {string} [details] */
export async function confirm(question, yes, details = "") {
  return (await dialog(question, make("p", {}, details), [["yes", yes]])) === "yes";
}
