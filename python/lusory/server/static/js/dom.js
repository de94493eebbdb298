// Helpers for the DOM: find and create elements, toasts, announcements for screen readers.

/** The element with this id; an error if there is none. @param {string} id */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** The field of a form with this id. @param {string} id */
export const field = (id) => /** @type {HTMLInputElement} */ (element(id));

/**
 * Run something; the page's line for faults says what is wrong. For pages with an element `fault`.
 * @param {() => Promise<any>} work
 */
export async function run(work) {
  element("fault").textContent = "";
  try {
    await work();
  } catch (fault) {
    element("fault").textContent = /** @type {Error} */ (fault).message;
    element("fault").scrollIntoView({ block: "nearest" });
  }
}

/**
 * Create an element with attributes, event listeners and children. Texts are never parsed as HTML.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, string | boolean | ((event: any) => void)>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false) node.setAttribute(key, value);
  }
  node.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null)));
  return node;
}

/** Notation as it is set on pages: `b2 → c3` for `b2 -> c3`, `b2×d4` for `b2xd4`. @param {string} text */
export function typeset(text) {
  return text.replaceAll("->", "→").replace(/([a-z]\d+)x(?=[a-z]+\d)/gi, "$1×");
}

/** Say it to screen readers, through the page's live region. @param {string} text */
export function announce(text) {
  element("announcements").textContent = text;
}

/** A message that disappears after five seconds. @param {string} text */
export function toast(text) {
  const notice = make("p", { class: "toast", role: "alert" }, text);
  element("toasts").replaceChildren(notice);
  setTimeout(() => notice.remove(), 5000);
}
