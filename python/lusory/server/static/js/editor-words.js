// Which words of the vocabulary fit at a place of the text: a reader of brackets, commas and quotes, no more.

/**
 * @typedef {{ name: string, sorts: string[], choices: string[], many: boolean, bare: boolean, text: boolean, expected: string, doc: string }} WordField
 * @typedef {{ name: string, word: string, call: boolean, sort: string, doc: string, example: string, fields: WordField[] }} Word
 * @typedef {{ shown: string, text: string, back: number, doc: string, word?: Word, sort: string }} Candidate
 * @typedef {{ call: string, field: string, index: number }} Frame
 * @typedef {{ frames: Frame[], quote: string, key: string, comment: boolean }} Place
 */

/** What is open at a place. @param {string} text @param {number} caret @returns {Place} */
export function placeOf(text, caret) {
  /** @type {Frame[]} */
  const frames = [];
  let name = "";
  for (let i = 0; i < caret; i++) {
    const sign = text[i];
    if (sign === "#") {
      const end = text.indexOf("\n", i);
      if (end < 0 || end >= caret) return { frames, quote: "", key: "", comment: true };
      i = end;
    } else if (sign === '"' || sign === "'") {
      const end = endOfText(text, i);
      if (end >= caret) return { frames, quote: sign, key: name, comment: false };
      name = text.slice(i + 1, end);
      i = end;
    } else if (/[A-Za-z_]/.test(sign)) {
      name = text.slice(i, caret).match(/^\w+/)?.[0] ?? "";
      i += name.length - 1;
    } else if ("([{".includes(sign)) {
      frames.push({ call: sign === "(" ? name : "", field: "", index: 0 });
      name = "";
    } else if (")]}".includes(sign)) frames.pop();
    else note(frames.at(-1), sign, text, i, name);
  }
  return { frames, quote: "", key: name, comment: false };
}

/** @param {Frame | undefined} frame @param {string} sign @param {string} text @param {number} at @param {string} name */
function note(frame, sign, text, at, name) {
  if (!frame) return;
  if (sign === ",") {
    frame.index++;
    frame.field = "";
  } else if (sign === ":" || (sign === "=" && !"<>=!".includes(text[at - 1]) && text[at + 1] !== "=")) frame.field = name;
}

/** Where a quoted text ends. @param {string} text @param {number} start */
function endOfText(text, start) {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === text[start] || text[i] === "\n") return i;
  }
  return text.length;
}

/** The word around a place, and the field that is written there. @param {Word[]} words @param {Place} place */
export function around(words, place) {
  for (const frame of [...place.frames].reverse()) {
    const word = frame.call && words.find((each) => each.call && each.name === frame.call);
    if (!word) continue;
    const unnamedField = word.fields.find((each) => each.bare);
    return { word, field: word.fields.find((each) => each.name === frame.field) ?? (frame.field ? undefined : unnamedField ?? word.fields[frame.index]), named: frame.field !== "" };
  }
  return null;
}

/**
 * The candidates at a place, those that fit first, and which part of the text they replace.
 * @param {Word[]} words @param {string} text @param {number} caret @param {boolean} asked by a key: also without a letter
 * @returns {{ start: number, list: Candidate[] }}
 */
export function candidates(words, text, caret, asked) {
  const place = placeOf(text, caret);
  const json = text.trimStart().startsWith("{");
  const start = caret - (text.slice(0, caret).match(place.quote ? /[\w-]*$/ : /[A-Za-z_]\w*$/)?.[0].length ?? 0);
  const prefix = text.slice(start, caret).toLowerCase();
  if (place.comment || (!prefix && !asked)) return { start, list: [] };
  const all = json ? inJson(words, text, caret, place) : inPython(words, place);
  const list = all.filter((candidate) => candidate.shown.toLowerCase().startsWith(prefix));
  return { start, list: list.some((each) => each.shown.toLowerCase() !== prefix) ? list : [] };
}

/** @param {Word[]} words @param {Place} place @returns {Candidate[]} */
function inPython(words, place) {
  const at = around(words, place);
  if (place.quote) return at?.field?.text ? at.field.choices.map((choice) => plain(choice, "", at.field?.doc ?? "")) : [];
  const field = at?.field;
  const namedFields = at && !at.named ? at.word.fields.filter((each) => !each.bare).map((each) => plain(each.name, "=", each.doc)) : [];
  const logical = field && !field.text ? field.choices.map((choice) => plain(choice, "", field.doc)) : [];
  if (field && !field.sorts.length && field.expected !== "a word") return [...logical, ...namedFields];
  const wantedSorts = at ? (field?.sorts ?? []) : ["game"];
  const rank = (/** @type {Word} */ word) => (!wantedSorts.length || wantedSorts.includes(word.sort) ? 0 : word.sort ? 2 : 1);
  const sorted = [...words].sort((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase()));
  const ranked = (/** @type {number} */ wantedRank) => sorted.filter((word) => rank(word) === wantedRank).map(spelled);
  return [...logical, ...ranked(0), ...namedFields, ...ranked(1), ...ranked(2)];
}

/** @param {Word[]} words @param {string} text @param {number} caret @param {Place} place @returns {Candidate[]} */
function inJson(words, text, caret, place) {
  if (!place.quote) return [];
  if (/"word"\s*:\s*"[\w-]*$/.test(text.slice(0, caret))) {
    return words.filter((word) => word.word).map((word) => ({ shown: word.word, text: word.word, back: 0, doc: word.doc, word, sort: word.sort }));
  }
  const within = enclosing(text, caret);
  const word = words.find((each) => each.word === within.match(/^\{\s*"word"\s*:\s*"([\w-]+)"/)?.[1]) ?? words[0];
  const value = text.slice(0, caret).match(/"(\w+)"\s*:\s*"[\w-]*$/)?.[1];
  if (value) return word.fields.find((each) => each.name === value)?.choices.map((choice) => plain(choice, "", "")) ?? [];
  return word.fields.map((each) => plain(each.name, "", each.doc));
}

/** The object that is open there, from its bracket. @param {string} text @param {number} caret */
function enclosing(text, caret) {
  let depth = 0;
  for (let i = caret - 1; i >= 0; i--) {
    if ("}]".includes(text[i])) depth++;
    else if ("{[".includes(text[i]) && depth-- === 0) return text.slice(i, caret);
  }
  return text;
}

/** @param {string} name @param {string} sign @param {string} doc @returns {Candidate} */
function plain(name, sign, doc) {
  return { shown: name, text: name + sign, back: 0, doc, sort: sign ? "field" : "" };
}

/** @param {Word} word @returns {Candidate} */
function spelled(word) {
  const brackets = word.call ? "()" : "";
  return { shown: word.name, text: word.name + brackets, back: word.call && word.fields.length ? 1 : 0, doc: word.doc, word, sort: word.sort };
}
