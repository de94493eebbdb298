// The ply entered so far: a path down the tree of clicks that the server sent. It knows no rules.
/** @import {EntryNode, EntryChoice} from "./types.js" */

/**
 * The result of a click: a complete ply, one click more (`more`), a selection cancelled (`back`), or nothing.
 * @typedef {{kind: "play", ply: string} | {kind: "more" | "back" | "none"}} PressResult
 */

export class PlyEntry {
  /** @param {EntryNode | null} root */
  constructor(root) {
    this.root = root ?? {};
    /** @type {EntryNode} */
    this.node = this.root;
    this.begins = new Set(cellsOf(this.root));
    /** @type {{node: EntryNode, cells: Set<string>}} the cells that may come next, cached */
    this.cached = { node: this.root, cells: this.begins };
    /** @type {string[]} */
    this.path = [];
    /** @type {Set<string>} */
    this.chosen = new Set();
  }

  /** Forget all clicks. */
  reset() {
    this.node = this.root;
    this.path = [];
    this.chosen.clear();
  }

  /** @returns {string[]} the cells that may come next */
  next() {
    return [...this.following()];
  }

  /** @returns {Set<string>} the same, as a set */
  following() {
    if (this.cached.node !== this.node) this.cached = { node: this.node, cells: new Set(cellsOf(this.node)) };
    return this.cached.cells;
  }

  /** Whether this cell may be clicked, to continue the ply or to begin another. @param {string} cell */
  takes(cell) {
    return this.following().has(cell) || (this.path.length > 0 && this.begins.has(cell));
  }

  /** Whether there are so few first cells that highlighting them helps. @param {number} of the number of cells of the board */
  few(of) {
    return !this.path.length && !this.node.set && this.following().size <= Math.max(3, of / 4);
  }

  /** @param {string} cell @returns {PressResult} */
  press(cell) {
    if (this.node.set) return this.toggle(this.node.set, cell);
    const result = this.step(this.node, cell);
    if (result) return result;
    if (this.path.at(-1) === cell) {
      if (this.node.ply) return { kind: "play", ply: this.node.ply };
      this.reset();
      return { kind: "back" };
    }
    if (this.path.length && this.begins.has(cell)) {
      this.reset();
      return this.step(this.root, cell) ?? { kind: "none" };
    }
    const hadPath = this.path.length > 0;
    this.reset();
    return { kind: hadPath ? "back" : "none" };
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

  /** @returns {string | null} the ply that reveals the chosen cells; null if they may not be revealed */
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
