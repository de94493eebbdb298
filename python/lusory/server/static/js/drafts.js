// Drafts of rules: kept in this browser while they are written, and packed into links.
import { t } from "./texts.js";

/** @typedef {{ id: string, name: string, text: string, at: number }} Draft */

const KEY = "rules-drafts";
const MOST = 20;

/** The drafts of this browser, the latest first. @returns {Draft[]} */
export function drafts() {
  try {
    const drafts = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(drafts) ? drafts.filter((draft) => typeof draft?.text === "string" && typeof draft.id === "string") : [];
  } catch {
    return [];
  }
}

/** Keep a draft; false where the browser keeps nothing. @param {string} id @param {string} name @param {string} text */
export function keepDraft(id, name, text) {
  const otherDrafts = drafts().filter((draft) => draft.id !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ id, name, text, at: Date.now() }, ...otherDrafts].slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

/** A text as a part of an address. @param {string} text */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const LARGEST = 1_000_000;

/** The text that was packed; an error if it is none. @param {string} code */
export async function unpacked(code) {
  const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
    if (text.length > LARGEST) throw new Error(t("the text is too long"));
  }
}
