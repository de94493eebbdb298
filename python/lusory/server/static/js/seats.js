// The seats above and below the board, with names, scores and clocks.
import { COLOUR_WORDS, kindName } from "./cell-contents.js";
import { named } from "./colours.js";
import { element, make } from "./dom.js";
import { t, tn } from "./texts.js";
/** @import {Table} from "./table.js" */
/** @import {TableView, Seat} from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Table} table */
export function renderSeats(table) {
  const shown = table.shown;
  if (!shown) return;
  const bottom = shown.you.length === 1 ? shown.you[0] : 0;
  const otherSeats = shown.seats.filter((seat) => seat.player !== bottom);
  element("seat-bottom").replaceChildren(...shown.seats.filter((seat) => seat.player === bottom).map((seat) => line(table, shown, seat)));
  element("seat-top").replaceChildren(...otherSeats.map((seat) => line(table, shown, seat)));
  element("crumb").textContent = shown.game.title;
  element("title").textContent = `${shown.game.title}: ${shown.seats.map(named).join(" – ")}`;
  tick(table);
}

/** A player with his colour, score and clock. @param {Table} table @param {TableView} shown @param {Seat} seat */
function line(table, shown, seat) {
  const score = shown.scores[seat.player] ?? 0;
  const points = shown.counts || score ? tally(shown, score) : "";
  const you = shown.you.includes(seat.player) && shown.you.length === 1 ? t("you") : "";
  const away = seat.kind === "human" && !you && seat.here === false ? t("away") : "";
  const parts = [
    seat.colour ? mark(seat.colour) : make("span", { class: "number-mark", "aria-hidden": "true" }, String(seat.player + 1)),
    make("span", { class: "name" }, table.nameOf?.(seat.player, named(seat)) ?? named(seat)),
    make("span", { class: away ? "state away" : "state", ...(points ? { "data-score": String(score) } : {}) }, [you, away, points, ...inHand(shown, seat.player)].filter(Boolean).join(" · ")),
  ];
  if (shown.clock) parts.push(make("span", { class: "clock", "data-clock": String(seat.player), role: "timer" }));
  return make("div", { class: seat.player === shown.to_move ? "holder to-move" : "holder" }, ...parts);
}

/** @param {TableView} shown @param {number} score */
function tally(shown, score) {
  return shown.counts === "points" ? tn("%(n)s point", "%(n)s points", score) : t("%(n)s captured", { n: score });
}

/** The pieces that a player has in hand. @param {TableView} shown @param {number} player */
function inHand(shown, player) {
  return shown.hands.filter(([owner]) => owner === player).map(([, kind, n]) => (kind === "stone" ? t("%(n)s in hand", { n }) : t("%(kind)s: %(n)s in hand", { kind: kindName(kind), n })));
}

/** A stone. @param {string} colour */
function mark(colour) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "stone-mark board");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", COLOUR_WORDS[colour] ?? "");
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", colour);
  const circle = document.createElementNS(SVG, "circle");
  for (const [key, value] of Object.entries({ cx: "10", cy: "10", r: "8.5", "stroke-width": "1.4" }))
    circle.setAttribute(key, value);
  group.append(circle);
  svg.append(group);
  return svg;
}

let timer = 0;
/** Run the clocks on the page between two messages of the server. @param {Table} table */
function tick(table) {
  clearInterval(timer);
  const clock = table.shown?.clock;
  if (!clock) return;
  const started = performance.now();
  const paintClocks = () => {
    for (const face of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"))) {
      const player = Number(face.dataset.clock);
      const isRunning = clock.running === player;
      const elapsed = isRunning && !clock.held ? (performance.now() - started) / 1000 : 0;
      const remaining = Math.max(0, ((isRunning && clock.turn) || (clock.left[player] ?? 0)) - elapsed);
      face.textContent = written(remaining);
      face.classList.toggle("running", isRunning);
      face.classList.toggle("low", isRunning && remaining < 20);
    }
  };
  paintClocks();
  if (clock.running !== null) timer = setInterval(paintClocks, 200);
}

/** @param {number} seconds */
function written(seconds) {
  if (seconds >= 172800) return `${tn("%(n)s day", "%(n)s days", Math.floor(seconds / 86400))} ${Math.floor((seconds % 86400) / 3600)} h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, "0")} h`;
  const secondsText = seconds < 10 ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds % 60)).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${secondsText}`;
}
