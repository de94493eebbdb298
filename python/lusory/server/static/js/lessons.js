// Lessons: a few positions of a game, each with the question whether a rule applies.
import { request } from "./api.js";
import { dialog } from "./dialog.js";
import { make } from "./dom.js";

/** Show all lessons, then the number of correct answers. @param {string} path of the lessons */
export async function runLessons(path) {
  const frame = document.createElement("template");
  const waiting = dialog("Lessons", make("p", { class: "wait", role: "status" }, "Loading the positions …"), []).then(() => null);
  const loaded = await Promise.race([waiting, request(path).catch(() => "")]);
  if (loaded === null) return;
  frame.innerHTML = loaded;
  const lessons = [.../** @type {NodeListOf<HTMLElement>} */ (frame.content.querySelectorAll(".lesson"))];
  let right = 0;
  for (const [i, lesson] of lessons.entries()) {
    const go = await one(lesson, `Position ${i + 1} of ${lessons.length}`, i + 1 === lessons.length);
    if (go === "") return;
    right += go === "right" ? 1 : 0;
  }
  const said = lessons.length ? `${right} of ${lessons.length} answers correct. The rules are next to the board.` : "There are no example positions for these rules.";
  await dialog("Lessons finished", make("p", {}, said), [["close", "Play"]]);
}

/** @param {HTMLElement} lesson @param {string} number @param {boolean} last @returns {Promise<string>} */
async function one(lesson, number, last) {
  const truth = lesson.dataset.good === "yes";
  const answer = /** @type {HTMLElement} */ (lesson.querySelector(".answer"));
  lesson.hidden = false;
  const question = make("p", { class: "question" }, lesson.dataset.question ?? "");
  lesson.append(question);
  const first = await dialog(number, lesson, [["no", "No"], ["yes", "Yes"]]);
  if (first === "") return "";
  const right = (first === "yes") === truth;
  question.textContent = right ? "Correct." : "Wrong.";
  question.className = right ? "question correct" : "question";
  answer.hidden = false;
  /** @type {HTMLElement} */ (lesson.querySelector(".asked")).hidden = true;
  /** @type {HTMLElement} */ (lesson.querySelector(".solved")).hidden = false;
  const next = await dialog(number, lesson, [["on", last ? "Done" : "Next"]]);
  return next === "" ? "" : right ? "right" : "wrong";
}
