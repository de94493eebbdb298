// Lessons: a few positions of a game, each with the question whether a rule applies.
import { request } from "./api.js";
import { dialog } from "./dialog.js";
import { element, make, toast } from "./dom.js";
import { t } from "./texts.js";

/** Show all lessons, then the number of correct answers. @param {string} path of the lessons */
export async function runLessons(path) {
  const frame = document.createElement("template");
  const waiting = dialog(t("Lessons"), make("p", { class: "wait", role: "status" }, t("Loading the positions …")), []).then(() => null);
  const text = await Promise.race([waiting, request(path)]).catch((fault) => void toast(fault.message));
  if (text === undefined) /** @type {HTMLDialogElement} */ (element("dialog")).close("");
  if (text == null) return;
  frame.innerHTML = text;
  const lessons = [.../** @type {NodeListOf<HTMLElement>} */ (frame.content.querySelectorAll(".lesson"))];
  let right = 0;
  for (const [i, lesson] of lessons.entries()) {
    const go = await one(lesson, t("Position %(done)s of %(of)s", { done: i + 1, of: lessons.length }), i + 1 === lessons.length);
    if (go === "") return;
    right += go === "right" ? 1 : 0;
  }
  const score = lessons.length ? t("%(right)s of %(all)s answers correct. The rules are next to the board.", { right, all: lessons.length }) : t("There are no example positions for these rules.");
  await dialog(t("Lessons finished"), make("p", {}, score), [["close", t("Play")]]);
}

/** @param {HTMLElement} lesson @param {string} number @param {boolean} last @returns {Promise<string>} */
async function one(lesson, number, last) {
  const truth = lesson.dataset.good === "yes";
  const answerPart = /** @type {HTMLElement} */ (lesson.querySelector(".answer"));
  lesson.hidden = false;
  const question = make("p", { class: "question" }, lesson.dataset.question ?? "");
  lesson.append(question);
  const first = await dialog(number, lesson, [["no", t("No")], ["yes", t("Yes")]]);
  if (first === "") return "";
  const right = (first === "yes") === truth;
  question.textContent = right ? t("Correct.") : t("Wrong.");
  question.className = right ? "question correct" : "question";
  answerPart.hidden = false;
  /** @type {HTMLElement} */ (lesson.querySelector(".asked")).hidden = true;
  /** @type {HTMLElement} */ (lesson.querySelector(".solved")).hidden = false;
  const next = await dialog(number, lesson, [["on", last ? t("Done") : t("Next")]]);
  return next === "" ? "" : right ? "right" : "wrong";
}
