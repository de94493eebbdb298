// The list of words that fit at the caret, and the help on the word there.
import { announce, make } from "./dom.js";
import { around, candidates, placeOf } from "./editor-words.js";
import { t } from "./texts.js";
/** @import {Field} from "./editor-field.js" */
/** @import {Candidate, Word} from "./editor-words.js" */

const MOST = 60;
const LEAST = 2; // letters after which the list opens by itself

export class Completion {
  /** @param {Field} field @param {HTMLElement} list @param {HTMLElement} help @param {Word[]} words */
  constructor(field, list, help, words) {
    this.field = field;
    this.list = list;
    this.help = help;
    this.words = words;
    /** @type {Candidate[]} */
    this.found = [];
    this.start = 0;
    this.selected = -1;
    const area = field.area;
    area.setAttribute("aria-controls", list.id);
    area.addEventListener("keydown", (event) => this.key(event), { capture: true }); // before the field makes a new line
    area.addEventListener("input", (event) => this.typed(/** @type {InputEvent} */ (event)));
    area.addEventListener("blur", () => this.close());
    area.addEventListener("pointerdown", () => this.close());
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === area && list.hidden) this.explain();
    });
    list.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const row = /** @type {Element} */ (event.target).closest("li");
      if (row) this.take([...list.children].indexOf(row));
    });
  }

  /** @param {InputEvent} event */
  typed(event) {
    const letters = event.inputType === "insertText" && /[\w-]/.test(event.data ?? "") && (event.data?.length ?? 0) === 1;
    if (letters || (event.inputType.startsWith("delete") && !this.list.hidden)) this.open(false);
    else this.close();
  }

  /** @param {boolean} asked */
  open(asked) {
    const { text, area } = this.field;
    const { start, list } = candidates(this.words, text, area.selectionStart, asked);
    this.start = start;
    this.found = list.slice(0, MOST);
    if (!this.found.length || (!asked && this.list.hidden && area.selectionStart - start < LEAST)) return this.close();
    this.list.replaceChildren(
      ...this.found.map((candidate, i) => make("li", { role: "option", id: `word-${i}` }, make("b", {}, candidate.shown), " ", make("span", { class: "small" }, candidate.sort))),
    );
    this.list.hidden = false;
    this.place();
    this.choose(0);
  }

  /** Below the caret, and within the field. */
  place() {
    this.field.draw();
    const holder = this.list.parentElement?.getBoundingClientRect();
    const caret = this.field.caret.getBoundingClientRect();
    if (!holder) return;
    const left = Math.min(caret.left - holder.left, holder.width - this.list.offsetWidth - 4);
    const below = caret.bottom - holder.top;
    const fitsBelow = below + this.list.offsetHeight <= holder.height;
    this.list.style.left = `${Math.max(4, left)}px`;
    this.list.style.top = `${fitsBelow ? below : Math.max(4, caret.top - holder.top - this.list.offsetHeight)}px`;
  }

  /** @param {number} i */
  choose(i) {
    this.selected = (i + this.found.length) % this.found.length;
    [...this.list.children].forEach((row, at) => row.setAttribute("aria-selected", String(at === this.selected)));
    this.list.children[this.selected].scrollIntoView({ block: "nearest" });
    this.field.area.setAttribute("aria-activedescendant", `word-${this.selected}`);
    const { word, shown, doc } = this.found[this.selected];
    announce(`${shown}: ${doc}`);
    if (word) this.tell(word);
    else {
      this.help.dataset.word = "";
      this.help.replaceChildren(make("p", {}, make("code", {}, shown), " ", ...prose(doc)));
    }
  }

  close() {
    this.list.hidden = true;
    this.field.area.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return this.open(true);
    }
    if (this.list.hidden) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowDown: () => this.choose(this.selected + 1),
      ArrowUp: () => this.choose(this.selected - 1),
      Enter: () => this.take(this.selected),
      Tab: () => this.take(this.selected),
      Escape: () => this.close(),
    };
    const act = acts[event.key];
    if (act && !event.isComposing) {
      event.preventDefault();
      event.stopImmediatePropagation();
      act();
    } else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) this.close();
  }

  /** @param {number} i */
  take(i) {
    const candidate = this.found[i];
    this.close();
    if (!candidate) return;
    const end = this.field.area.selectionStart;
    const hasParenthesis = this.field.text[end] === "(" && candidate.text.endsWith("()");
    this.field.insert(this.start, end, hasParenthesis ? candidate.shown : candidate.text, hasParenthesis ? 0 : candidate.back);
    this.explain();
  }

  /** Show the help on the word around the caret. */
  explain() {
    const { text, area } = this.field;
    const at = area.selectionStart;
    const name = (text.slice(0, at).match(/\w*$/)?.[0] ?? "") + (text.slice(at).match(/^\w*/)?.[0] ?? "");
    const word = this.words.find((each) => each.name === name) ?? around(this.words, placeOf(text, at))?.word;
    if (word) this.tell(word);
  }

  /** @param {Word} word */
  tell(word) {
    if (this.help.dataset.word === word.name) return;
    this.help.dataset.word = word.name;
    const fields = word.fields.map((field) => [make("dt", {}, make("code", {}, field.name)), make("dd", {}, ...prose(field.doc), " ", make("span", { class: "small" }, `(${field.expected})`))]);
    this.help.replaceChildren(
      make("p", {}, make("code", {}, word.name), ` ${word.sort && `(${word.sort}) `}`, ...prose(word.doc)),
      make("p", { class: "small" }, t("Example: "), make("code", {}, word.example)),
      make("dl", {}, ...fields.flat()),
    );
  }
}

/** A documentation with its `words` as code. @param {string} doc @returns {(Node | string)[]} */
function prose(doc) {
  return doc.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part));
}
