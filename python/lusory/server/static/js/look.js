// Settings of this device: coordinates, patterns, boards, confirmation, premoves, sounds.
import { make } from "./dom.js";

/** The switches: key, text, state at first. @type {[string, string, boolean][]} */
const SWITCHES = [
  ["names", "Coordinates", true],
  ["patterns", "Patterns on stones", false],
  ["sound", "Sounds", true],
  ["confirm", "Confirm each move", false],
  ["premove", "Premoves", false],
];
/** Colours of boards; styles by `data-board`. @type {[string, string][]} */
const BOARDS = [["", "Wood"], ["slate", "Slate"], ["green", "Green"], ["paper", "Paper"]];
/** The smallest board, in per cent of what the window allows. */
const SMALLEST = 50;

/** Is a switch on? @param {string} key @param {boolean} usual */
export function isOn(key, usual) {
  const kept = localStorage.getItem(`look-${key}`);
  return kept === null ? usual : kept === "yes";
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
  const board = make("select", { change: () => keep("board", board.value) }, ...BOARDS.map(([value, text]) => make("option", { value }, text)));
  board.value = localStorage.getItem("look-board") ?? "";
  const size = make("input", { type: "range", min: String(SMALLEST), max: "100", step: "5", input: () => keep("size", size.value) });
  size.value = localStorage.getItem("look-size") ?? "100";
  return [...switches, make("label", {}, "Colour of the board", board), make("label", {}, "Size of the board", size)];
}

/** Apply the settings. */
export function applyLook() {
  document.body.classList.toggle("no-coordinates", !isOn("names", true));
  document.body.classList.toggle("patterned", isOn("patterns", false));
  document.documentElement.dataset.board = localStorage.getItem("look-board") ?? "";
  const size = Number(localStorage.getItem("look-size") ?? 100);
  document.documentElement.style.setProperty("--share", String(Math.min(100, Math.max(SMALLEST, size || 100)) / 100));
}
