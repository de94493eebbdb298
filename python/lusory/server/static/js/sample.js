// The sample game on the page of a game: steps through its positions; the remark on a ply stands in the list.
import { request } from "./api.js";
import { Board } from "./board.js";
import { element, make } from "./dom.js";
import { t } from "./texts.js";

const noHandlers = { press: () => {}, cancel: () => {}, canClick: () => false, canDrag: () => false };

/** Connect the buttons of the sample game, if the page has one. The first position is loaded when it is opened. */
export function setUpSample() {
  const section = /** @type {HTMLDetailsElement | null} */ (document.getElementById("sample"));
  if (!section) return;
  const board = new Board(element("sample-board"), noHandlers);
  const back = /** @type {HTMLButtonElement} */ (element("sample-back"));
  const next = /** @type {HTMLButtonElement} */ (element("sample-next"));
  const plies = [.../** @type {NodeListOf<HTMLButtonElement>} */ (section.querySelectorAll("[data-ply]"))];
  let shown = -1;

  /** Show the position after so many plies. @param {number} ply */
  async function go(ply) {
    const target = Math.max(0, Math.min(ply, plies.length));
    const animate = Math.abs(target - shown) === 1;
    shown = target;
    back.disabled = target === 0;
    next.disabled = target === plies.length;
    for (const [i, button] of plies.entries()) button.ariaCurrent = i + 1 === target ? "step" : null;
    const item = plies[target - 1]?.closest("li");
    const note = item?.querySelector(".note")?.textContent ?? "";
    const place = target ? t("Move %(ply)s of %(all)s.", { ply: target, all: plies.length }) : t("Start of %(all)s moves.", { all: plies.length });
    element("sample-at").replaceChildren(place, ...(note ? [" ", make("span", { lang: "en" }, note)] : []));
    const drawing = await request(`${section?.dataset.path}${target}.svg`).catch(() => "");
    if (drawing && target === shown) board.show(drawing, animate);
  }

  section.addEventListener("toggle", () => {
    if (section.open && shown < 0) void go(0);
  });
  back.addEventListener("click", () => void go(shown - 1));
  next.addEventListener("click", () => void go(shown + 1));
  for (const button of plies) button.addEventListener("click", () => void go(Number(button.dataset.ply)));
}
