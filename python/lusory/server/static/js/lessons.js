// A game taught in a handful of positions, each a question: does the rule apply here?
import { request } from "./api.js";
import { dialog } from "./dialog.js";
import { make } from "./dom.js";

/** @param {string} path where the lessons are */
export async function runLessons(path) {
  const frame = document.createElement("template");
  frame.innerHTML = await request(path).catch(() => "");
  const lessons = [.../** @type {NodeListOf<HTMLElement>} */ (frame.content.querySelectorAll(".lesson"))];
  let right = 0;
  for (const [i, lesson] of lessons.entries()) {
    const go = await one(lesson, `${i + 1} of ${lessons.length}`, i + 1 === lessons.length);
    if (go === "") return;
    right += go === "right" ? 1 : 0;
  }
  const said = lessons.length ? `${right} of ${lessons.length} seen right. The rules stay beside the board.` : "Nothing of these rules needs an example.";
  await dialog("That is the game", make("p", {}, said), [["close", "Play"]]);
}

/** @param {HTMLElement} lesson @param {string} number @param {boolean} last @returns {Promise<string>} */
async function one(lesson, number, last) {
  const truth = lesson.dataset.good === "yes";
  const told = /** @type {HTMLElement} */ (lesson.querySelector(".answer"));
  lesson.hidden = false;
  const asked = make("p", { class: "question" }, "Does this hold here?");
  lesson.append(asked);
  const first = await dialog(number, lesson, [["no", "No"], ["yes", "Yes"]]);
  if (first === "") return "";
  const right = (first === "yes") === truth;
  asked.textContent = right ? "So it is." : truth ? "It does hold." : "It does not.";
  asked.className = right ? "question correct" : "question";
  told.hidden = false;
  const next = await dialog(number, lesson, [["on", last ? "Done" : "Next"]]);
  return next === "" ? "" : right ? "right" : "wrong";
}
