// One dialogue, for questions and short forms.
import { element, make } from "./dom.js";

/**
 * @param {string} title @param {Node} body @param {[string, string][]} answers the last but the first is the way out
 * @param {HTMLElement} [focus]
 * @returns {Promise<string>} what was answered, empty if it was closed
 */
export async function dialog(title, body, answers, focus) {
  const box = /** @type {HTMLDialogElement} */ (element("dialog"));
  if (box.open) {
    const gone = new Promise((resolve) => box.addEventListener("close", resolve, { once: true }));
    box.close("");
    await gone;
  }
  element("dialog-title").textContent = title;
  element("dialog-body").replaceChildren(body);
  const away = answers.some(([value]) => value === "close") ? [] : [make("button", { value: "", formnovalidate: true, type: "button", click: () => box.close("") }, "Cancel")];
  element("dialog-row").replaceChildren(...away, ...answers.map(([value, text], i) => make("button", { value, class: i === answers.length - 1 ? "play" : "" }, text)));
  box.returnValue = "";
  box.showModal();
  focus?.focus();
  return new Promise((resolve) => box.addEventListener("close", () => resolve(box.returnValue), { once: true }));
}

/** @param {string} question @param {string} yes */
export async function confirm(question, yes) {
  return (await dialog(question, make("p"), [["yes", yes]])) === "yes";
}
