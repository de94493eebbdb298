// Settings of this device: coordinates, patterns, marks, boards and stones, confirmation, premoves, sounds.
import { element, make } from "./dom.js";
import { t } from "./texts.js";

/** The switches: key, text, state at first. @type {[string, string, boolean][]} */
const SWITCHES = [
  ["names", t("Coordinates"), true],
  ["patterns", t("Patterns on stones"), false],
  ["threats", t("Mark pieces that can be captured"), false],
  ["sound", t("Sounds"), true],
  ["confirm", t("Confirm each move"), false],
  ["premove", t("Premoves"), false],
];
/** Colours of boards; styles by `data-board`. @type {[string, string][]} */
const BOARDS = [["", t("Wood")], ["slate", t("Slate")], ["green", t("Green")], ["paper", t("Paper")]];
/** Sets of stones; styles by `data-stones`. @type {[string, string][]} */
const STONES = [["", t("Plain")], ["shaded", t("Shaded")], ["contrast", t("High contrast")]];
/** Smallest, largest and usual size, in per cent: of the board, of what the window allows; of stones, of those as drawn. */
const SIZES = { size: [50, 100, 100], "stone-size": [75, 112, 100] };

/** Whether a switch is on. @param {string} key @param {boolean} usual */
export function isOn(key, usual) {
  const stored = localStorage.getItem(`look-${key}`);
  return stored === null ? usual : stored === "yes";
}

/** @param {string} key @param {string} value */
function keep(key, value) {
  localStorage.setItem(`look-${key}`, value);
  applyLook();
}

/** The controls of all settings. @returns {HTMLElement[]} */
export function lookControls() {
  const switches = SWITCHES.map(([key, text, usual]) => {
    const box = make("input", { type: "checkbox", change: () => keep(key, box.checked ? "yes" : "no") });
    box.checked = isOn(key, usual);
    return make("label", { class: "check" }, box, ` ${text}`);
  });
  const language = /** @type {HTMLTemplateElement} */ (element("language-choice")).content.firstElementChild?.cloneNode(true);
  return [...switches, choice("board", t("Colour of the board"), BOARDS), range("size", t("Size of the board")),
    choice("stones", t("Style of the stones"), STONES), range("stone-size", t("Size of the stones")), /** @type {HTMLElement} */ (language)];
}

/** @param {string} key @param {string} text @param {[string, string][]} values */
function choice(key, text, values) {
  const menu = make("select", { change: () => keep(key, menu.value) }, ...values.map(([value, name]) => make("option", { value }, name)));
  menu.value = localStorage.getItem(`look-${key}`) ?? "";
  return make("label", {}, text, menu);
}

/** @param {keyof typeof SIZES} key @param {string} text */
function range(key, text) {
  const [least, most] = SIZES[key];
  const slider = make("input", { type: "range", min: String(least), max: String(most), step: "1", input: () => keep(key, slider.value) });
  slider.value = String(sizeOf(key));
  return make("label", {}, text, slider);
}

/** @param {keyof typeof SIZES} key */
function sizeOf(key) {
  const [least, most, usual] = SIZES[key];
  return Math.min(most, Math.max(least, Number(localStorage.getItem(`look-${key}`) ?? usual) || usual));
}

/** Apply the settings. */
export function applyLook() {
  document.body.classList.toggle("no-coordinates", !isOn("names", true));
  document.body.classList.toggle("patterned", isOn("patterns", false));
  const root = document.documentElement;
  for (const key of ["board", "stones"]) root.dataset[key] = localStorage.getItem(`look-${key}`) ?? "";
  root.style.setProperty("--share", String(sizeOf("size") / 100));
  root.style.setProperty("--stone", String(sizeOf("stone-size") / 100));
}
