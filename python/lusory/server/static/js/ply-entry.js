// The ply clicked so far: a walk down the map of clicks. It knows cells and words, and no rules.
/** @import {EntryNode, EntryChoice} from "./types.js" */

/**
 * What came of a click: a ply to send, a step further, a cell put down again or chosen, or nothing.
 * @typedef {{kind: "play", ply: string} | {kind: "more" | "back" | "none"}} PressResult
 */

export class PlyEntry {
  /** @param {EntryNode | null} root */
  constructor(root) {
    this.root = root ?? {};
    /** @type {EntryNode} */
    this.node = this.root;
    this.begins = new Set(cellsOf(this.root));
    /** @type {{node: EntryNode, cells: Set<string>}} what may come next, worked out once */
    this.open = { node: this.root, cells: this.begins };
    /** @type {string[]} */
    this.path = [];
    /** @type {Set<string>} */
    this.chosen = new Set();
  }

  /** Nothing clicked. */
  reset() {
    this.node = this.root;
    this.path = [];
    this.chosen.clear();
  }

  /** @returns {string[]} the cells that may come next */
  next() {
    return [...this.following()];
  }

  /** @returns {Set<string>} the same */
  following() {
    if (this.open.node !== this.node) this.open = { node: this.node, cells: new Set(cellsOf(this.node)) };
    return this.open.cells;
  }

  /** May this cell be clicked: to go on, or to change the mind? @param {string} cell */
  takes(cell) {
    return this.following().has(cell) || (this.path.length > 0 && this.begins.has(cell));
  }

  /** Do cells begin so few plies that it helps to point them out? @param {number} of how many cells there are */
  few(of) {
    return !this.path.length && !this.node.set && this.following().size <= Math.max(3, of / 4);
  }

  /** @param {string} cell @returns {PressResult} */
  press(cell) {
    if (this.node.set) return this.toggle(this.node.set, cell);
    const found = this.step(this.node, cell);
    if (found) return found;
    if (this.path.at(-1) === cell) {
      if (this.node.ply) return { kind: "play", ply: this.node.ply };
      this.reset();
      return { kind: "back" };
    }
    if (this.path.length && this.begins.has(cell)) {
      this.reset();
      return this.step(this.root, cell) ?? { kind: "none" };
    }
    const held = this.path.length > 0;
    this.reset();
    return { kind: held ? "back" : "none" };
  }

  /** @param {EntryNode} node @param {string} cell @returns {PressResult | null} */
  step(node, cell) {
    for (const [pattern, cells] of Object.entries(node.ends ?? {}))
      if (cells.includes(cell)) return { kind: "play", ply: pattern.replace("*", () => cell) };
    const further = node.cells?.[cell];
    if (!further) return null;
    this.node = further;
    this.path.push(cell);
    return { kind: "more" };
  }

  /** @param {EntryChoice} set @param {string} cell @returns {PressResult} */
  toggle(set, cell) {
    if (!set.cells.includes(cell)) return { kind: "none" };
    if (!this.chosen.delete(cell)) this.chosen.add(cell);
    return { kind: "more" };
  }

  /** @returns {string | null} the ply that shows what was chosen; null where that may not be shown */
  shown() {
    const set = this.node.set;
    if (!set) return null;
    const key = set.cells.filter((cell) => this.chosen.has(cell)).join(",");
    if (!key) return set.none ?? null;
    return set.plies && Object.keys(set.plies).length ? (set.plies[key] ?? null) : `reveal:${key}`;
  }
}

/** @param {EntryNode} node */
function cellsOf(node) {
  return [...Object.values(node.ends ?? {}).flat(), ...Object.keys(node.cells ?? {}), ...(node.set?.cells ?? [])];
}
