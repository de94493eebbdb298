// The text field of the editor: a textarea, which screen readers and keyboards know, above a copy of its text that
// carries the marks of faults. Every change can be undone by the browser's own undo.

/** A fault: what is wrong from one character to another. @typedef {{ said: string, start: number, end: number }} Fault */

const OPENING = "([{";

export class Field {
  /** @param {HTMLTextAreaElement} area @param {HTMLElement} behind */
  constructor(area, behind) {
    this.area = area;
    this.behind = behind;
    /** @type {Fault[]} */
    this.faults = [];
    this.caret = document.createElement("span");
    area.addEventListener("scroll", () => this.follow());
    area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.isComposing) this.newLine(event);
    });
  }

  get text() {
    return this.area.value;
  }

  /** Put a text in the place of another; the caret goes behind it, or so many characters back.
   * @param {number} start @param {number} end @param {string} text @param {number} [back] */
  insert(start, end, text, back = 0) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    // The only way that keeps the browser's undo; where it is gone the text still comes in.
    if (!document.execCommand("insertText", false, text)) {
      this.area.setRangeText(text, start, end, "end");
      this.area.dispatchEvent(new Event("input"));
    }
    const at = this.area.selectionEnd - back;
    this.area.setSelectionRange(at, at);
  }

  /** A new text; undo brings the former back. @param {string} text */
  replace(text) {
    if (text === this.text) return;
    this.insert(0, this.text.length, text);
    this.area.setSelectionRange(0, 0);
    this.area.scrollTop = 0;
  }

  /** A line that begins where the last one did, or further in behind an opening bracket. @param {KeyboardEvent} event */
  newLine(event) {
    const { selectionStart: start, selectionEnd: end } = this.area;
    const line = this.text.slice(this.text.lastIndexOf("\n", start - 1) + 1, start);
    const indent = line.match(/^ */)?.[0] ?? "";
    const opens = OPENING.includes(line.trimEnd().slice(-1) || " ");
    const closes = opens && ")]}".includes(this.text[end] ?? " ");
    const step = this.text.trimStart().startsWith("{") ? "  " : "    ";
    event.preventDefault();
    this.insert(start, end, `\n${indent}${opens ? step : ""}${closes ? `\n${indent}` : ""}`, closes ? indent.length + 1 : 0);
  }

  /** Mark faults at their places. @param {Fault[]} faults */
  mark(faults) {
    this.faults = faults;
    this.area.setAttribute("aria-invalid", String(faults.length > 0));
    this.draw();
  }

  /** Copy the text, with the marks and the place of the caret. */
  draw() {
    const caret = this.area.selectionStart;
    const faultRanges = this.faults.map((fault) => [fault.start, Math.max(fault.end, fault.start + 1)]);
    const cuts = new Set([0, this.text.length, caret, ...faultRanges.flat().map((cut) => Math.min(cut, this.text.length))]);
    const ends = [...cuts].sort((a, b) => a - b);
    const parts = ends.flatMap((start, i) => {
      const piece = this.text.slice(start, ends[i + 1] ?? start);
      const marked = faultRanges.some(([from, to]) => start >= from && start < to);
      const content = marked ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece;
      return start === caret ? [this.caret, content] : [content];
    });
    this.behind.replaceChildren(...parts, "\n");
    this.follow();
  }

  follow() {
    this.behind.style.transform = `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`;
  }

  /** Line and column of a character, from 1. @param {number} at */
  where(at) {
    const before = this.text.slice(0, at).split("\n");
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }

  /** Select a part and scroll to it. @param {number} start @param {number} end */
  show(start, end) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, (this.where(start).line - 4) * height);
  }
}
