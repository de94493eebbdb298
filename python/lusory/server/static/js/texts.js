// Texts in the language of the page. English texts are the keys; a page in another language loads its texts before.

/** @type {{form: (n: number) => number, texts: Record<string, string[]>} | undefined} */
const catalogue = /** @type {any} */ (globalThis).lusoryTexts;

/** The code of the language of the page. */
export const LANGUAGE = document.documentElement.lang;

/** A text with its values put in for `%(name)s`. @param {string} text in English @param {Record<string, unknown>} [values] */
export function t(text, values) {
  return filled(catalogue?.texts[text]?.[0] ?? text, values);
}

/** A text that counts something; `%(n)s` is the number.
 * @param {string} one @param {string} many @param {number} n @param {Record<string, unknown>} [values] */
export function tn(one, many, n, values) {
  const forms = catalogue?.texts[one];
  return filled(forms?.[catalogue?.form(n) ?? 0] ?? (n === 1 ? one : many), { n, ...values });
}

/** @param {string} text @param {Record<string, unknown>} [values] */
function filled(text, values) {
  return values ? text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name])) : text;
}
