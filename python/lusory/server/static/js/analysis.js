// Live analysis by the engine: best plies, arrows and heat on the board, a chart of the whole game.
import { ROOT } from "./api.js";
import { make } from "./dom.js";
import { plyText } from "./moves.js";
import { sheet } from "./tabs.js";
import { LANGUAGE, t } from "./texts.js";
/** @import {Review} from "./review.js" */
/** @import {Overlay} from "./overlay.js" */
/** @import {RatedMove} from "./kept-review.js" */
/** @import {Seat} from "./types.js" */

/** @typedef {{text: string, printed: string, visits: number, value: number | null, proven: boolean}} RatedPly */
/** @typedef {{text: string, printed: string, halves: number | null, within: number | null, fastest: boolean}} ExactPly */
/** @typedef {{best: string, line: string[], value: number, interval: [number, number], values: number[], simulations: number, visits: number, proven: boolean, solved: boolean, plies: RatedPly[], exact?: ExactPly[], error?: string}} AnalysisReport */

export class Analysis {
  /** @param {Review} review */
  constructor(review) {
    this.review = review;
    this.on = false;
    /** @type {AnalysisReport | null} */
    this.report = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {(number | null)[]} the first player's expected score after each ply, from 0 to 1 */
    this.curve = [];
    /** @type {string[]} the plies that the curve is of */
    this.curveTexts = [];
    this.gameRun = 0;
    /** @type {RatedMove[] | null} what the machine's review says */
    this.marks = null;
    /** @type {() => Element[]} the list of the worst moves, where there is a review */
    this.marked = () => [];
    this.reviewing = "";
  }

  /** @param {boolean} shown */
  setOpen(shown) {
    if (shown) this.draw();
    else this.stop();
  }

  stop() {
    this.on = false;
    this.gameRun++;
    this.close();
    this.report = null;
    this.review.table.repaint();
    this.draw();
  }

  close() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** The position on the board has changed. */
  positionChanged() {
    this.report = null;
    if (this.on) void this.analyse();
    else this.draw();
  }

  /** The request: a ply of the table's game, or all plies of a variation. @param {string[]} plies */
  async query(plies) {
    const table = this.review.table;
    const off = this.review.active && plies.length > (this.review.variation?.from ?? 0);
    return off ? { ...(await this.review.game()), plies } : { table: table.id, ply: plies.length };
  }

  /** Analyse the position on the board until stopped. */
  async analyse() {
    this.on = true;
    this.close();
    this.report = null;
    if (this.atEnd()) return this.draw();
    const plies = this.review.pliesShown();
    const run = await this.open(plies, (report) => {
      if (this.socket !== run) return;
      this.report = report;
      this.forgetTakenBack();
      if (!this.review.active && report.values) this.curve[plies.length] = report.values[0];
      this.review.table.repaint();
      this.draw();
    });
    this.socket = run;
    this.draw();
  }

  /** Whether the game is over in the position on the board. Then there is nothing to search. */
  atEnd() {
    const { table, active, shown } = this.review;
    return Boolean(active ? shown?.result : table.viewing === null && table.shown?.result);
  }

  /** @param {string[]} plies @param {(report: AnalysisReport) => void} received */
  async open(plies, received) {
    const url = new URL(`${ROOT}/api/analysis`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const query = JSON.stringify(await this.query(plies));
    const socket = new WebSocket(url);
    socket.onopen = () => socket.send(query);
    socket.onmessage = (event) => received(JSON.parse(event.data));
    return socket;
  }

  /** Forget the values of positions after a ply that was taken back. */
  forgetTakenBack() {
    const before = this.curveTexts;
    this.curveTexts = this.review.texts(Infinity);
    const same = before.findIndex((text, i) => text !== this.curveTexts[i]);
    if (same < 0) return;
    this.curve.length = Math.min(this.curve.length, same + 1);
    this.gameRun++;
  }

  /** Evaluate every position of the game briefly, for the chart. */
  async analyseGame() {
    this.forgetTakenBack();
    const run = ++this.gameRun;
    this.close();
    this.on = false;
    const texts = this.review.texts(Infinity);
    const end = this.review.table.shown?.result;
    for (let ply = 0; ply <= texts.length && run === this.gameRun; ply++) {
      if (ply === texts.length && end) this.curve[ply] = end.values[0];
      else if (this.curve[ply] == null) {
        const value = await this.evaluate(texts.slice(0, ply));
        if (run === this.gameRun) this.curve[ply] = value;
      }
      this.draw();
    }
  }

  /** @param {string[]} plies @returns {Promise<number | null>} */
  evaluate(plies) {
    return new Promise((resolve) => {
      /** @type {number | null} */
      let value = null;
      const opening = this.open(plies, (report) => {
        value = report.values?.[0] ?? value;
        void opening.then((socket) => socket.close());
      });
      void opening.then((socket) => socket.addEventListener("close", () => resolve(value)));
    });
  }

  /** @returns {Overlay} */
  overlay() {
    const report = this.report;
    if (!this.on || !report?.plies) return {};
    const names = this.review.table.board.centres;
    const best = report.plies.slice(0, 5).filter((judged) => judged.value !== null);
    /** @type {[string, string][]} */
    const arrows = [];
    /** @type {Record<string, number>} */
    const heat = {};
    for (const judged of best) {
      const cells = cellsOf(judged.text, names);
      if (cells.length === 2) arrows.push([cells[0], cells[1]]);
      else if (cells.length === 1) heat[cells[0]] = Math.max(heat[cells[0]] ?? 0, judged.value ?? 0);
    }
    return { arrows: arrows.slice(0, 3), heat };
  }

  draw() {
    if (!document.getElementById("tab-analysis")) return;
    const into = sheet("analysis");
    if (into.hidden) return;
    const [review, report] = [this.review, this.report];
    const buttons = make("div", { class: "row" },
      make("button", { type: "button", class: "play", "data-key": "think", click: () => (this.on ? this.stop() : this.analyse()) }, this.on ? t("Stop") : t("Analyse")),
      make("button", { type: "button", "data-key": "curve", click: () => this.analyseGame() }, t("The whole game")),
      review.finished() && !this.marks ? make("button", { type: "button", "data-key": "review", click: async () => (await import("./kept-review.js")).runReview(this) }, t("Review the game")) : null,
      review.active ? null : make("button", { type: "button", "data-key": "try", click: () => review.startVariation() }, t("Try moves")),
      make("button", { type: "button", "data-key": "onward", click: () => review.playFromHere() }, t("Continue from here")));
    const focused = document.activeElement instanceof HTMLElement && into.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const progress = this.reviewing ? [make("p", { role: "status" }, this.reviewing)] : [];
    into.replaceChildren(buttons, this.chart(), ...progress, ...this.marked(), ...this.summary(report));
    if (focused) /** @type {HTMLElement | null} */ (into.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  /** @param {AnalysisReport | null} report @returns {Element[]} */
  summary(report) {
    const before = (this.review.table.shown?.ply ?? 1) - 1;
    if (this.on && this.atEnd() && this.review.active) return [make("p", {}, t("The game is over here."))];
    if (this.on && this.atEnd()) return [make("p", {}, t("The game is over here. Step back to analyse an earlier position.")), make("button", { type: "button", "data-key": "before", click: () => this.review.goto(before) }, t("To the last move"))];
    if (!report) return [make("p", { class: "small" }, this.on ? t("Analysing …") : t("The machine analyses the position on the board. Percentages are the expected score of the player to move."))];
    if (report.error) return [make("p", { class: "fault" }, report.error)];
    const visits = report.plies.reduce((sum, judged) => sum + judged.visits, 0);
    return [
      make("p", {}, `${percent(report.value)} (${report.proven ? t("proven") : t("%(low)s to %(high)s", { low: percent(report.interval[0]), high: percent(report.interval[1]) })}) ${report.simulations ? t("after %(n)s playouts", { n: report.simulations.toLocaleString(LANGUAGE) }) : ""}`),
      make("ol", { class: "best" }, ...report.plies.slice(0, 8).map((judged) =>
        make("li", {}, make("span", {}, plyText(judged.printed, this.review.table.shown?.seats)), make("meter", { min: "0", max: "1", value: String(visits ? judged.visits / visits : (judged.value ?? 0)), "aria-label": `${judged.printed}: ${visits ? t("share of the search") : t("expected score")}` }), make("span", {}, judged.value === null ? "" : percent(judged.value) + (judged.proven ? "!" : ""))))),
      ...exactList(report.exact, this.review.table.shown?.seats),
      make("p", { class: "small" }, t("Best line: %(line)s", { line: plyText(report.line.slice(0, 8).join(" ")) })),
    ];
  }

  /** The chart of the first player's expected score, from 0 at the bottom to 1 at the top. */
  chart() {
    this.forgetTakenBack();
    const names = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(names, "svg");
    const plies = Math.max(1, this.review.table.shown?.ply ?? 1);
    for (const [key, value] of Object.entries({ class: "curve", viewBox: `0 0 ${plies} 1`, preserveAspectRatio: "none", role: "img", "aria-label": this.chartLabel() })) svg.setAttribute(key, value);
    const now = this.review.active ? (this.review.variation?.from ?? 0) : (this.review.table.viewing ?? plies);
    const points = this.curve.flatMap((value, ply) => (value == null ? [] : [`${ply} ${1 - value}`]));
    for (const [css, d] of [["half", `M0 .5H${plies}`], ["now", `M${now} 0V1`], ["line", points.length ? `M${points.join("L")}` : "M0 0"]]) {
      const path = document.createElementNS(names, "path");
      path.setAttribute("class", css);
      path.setAttribute("d", d);
      svg.append(path);
    }
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      void this.review.goto(Math.round(((event.clientX - box.left) / box.width) * plies));
    });
    return svg;
  }

  chartLabel() {
    const last = this.curve.findLast((value) => value != null);
    return last == null ? t("Chart of the game: not evaluated yet") : t("Chart of the game: first's expected score is %(score)s at the last evaluated position", { score: percent(last) });
  }
}

/** What a certificate says of every move, the best first. @param {ExactPly[]} [exact] @param {Seat[]} [seats] @returns {Element[]} */
function exactList(exact, seats) {
  if (!exact) return [];
  const rank = (/** @type {ExactPly} */ ply) => (ply.halves === null ? -0.5 : ply.halves) * 1000 - (ply.within ?? 500) * (ply.halves === 0 ? -1 : 1);
  const distance = (/** @type {ExactPly} */ ply) => (ply.fastest ? t("in %(n)s", { n: ply.within ?? 0 }) : t("in at most %(n)s", { n: ply.within ?? 0 }));
  const resultText = (/** @type {ExactPly} */ ply) => (ply.halves === null ? "?" : [t("loses"), t("draws"), t("wins")][ply.halves] + (ply.within && ply.halves !== 1 ? ` ${distance(ply)}` : ""));
  return [make("p", { class: "small" }, t("Proven by a certificate or by search:")),
    make("ul", { class: "exact" }, ...[...exact].sort((a, b) => rank(b) - rank(a)).map((ply) => make("li", {}, `${plyText(ply.printed, seats)} ${resultText(ply)}`)))];
}

/** @param {number} value */
function percent(value) {
  return `${Math.round(value * 100)} %`;
}

/** The cells that the text of a ply names, in order. @param {string} ply @param {Map<string, unknown>} names */
function cellsOf(ply, names) {
  if (names.has(ply)) return [ply];
  const found = ply.split(":")[0].split("-");
  if (found.every((cell) => names.has(cell))) return found;
  for (let at = ply.indexOf("x"); at >= 0; at = ply.indexOf("x", at + 1)) {
    const pair = [ply.slice(0, at), ply.slice(at + 1)];
    if (pair.every((cell) => names.has(cell))) return pair;
    if (at === 0 && names.has(pair[1])) return [pair[1]];
  }
  return [];
}
