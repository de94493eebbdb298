// One's pupils: begins a new one, or takes one from a file.
import { ROOT, request, send } from "./api.js";
import { element, field, run } from "./dom.js";
import { t } from "./texts.js";

/** Begin a pupil and go to its page. @param {() => Promise<{pupil: string}>} begin */
const open = (begin) => run(async () => location.assign(`${ROOT}/pupils/${(await begin()).pupil}`));

/** What is to be learnt, in the form of the JSON interface. */
function subject() {
  if (field("game").value === "own") return { value: JSON.parse(sessionStorage.getItem("own") ?? "null") };
  const pairs = field("options").value.split(/\s+/).filter(Boolean).map(optionOf);
  return { game: field("game").value, options: Object.fromEntries(pairs) };
}

/** Name and value of an option. @param {string} text such as size=4 */
function optionOf(text) {
  const at = text.indexOf("=");
  if (at < 1) throw new Error(t("%(text)s: expected options such as size=4, with spaces between them", { text }));
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The game that another page has named in the address, with its options. */
function applyAddress() {
  field("own").hidden = !sessionStorage.getItem("own");
  const query = new URLSearchParams(location.search);
  const game = query.get("game");
  if (!game) return;
  query.delete("game");
  field("game").value = game;
  field("options").value = [...query].map(([name, value]) => `${name}=${value}`).join(" ");
}

applyAddress();
element("new").addEventListener("submit", (event) => {
  event.preventDefault();
  void open(async () => request("/api/pupils", { ...subject(), name: field("name").value }));
});
element("file").addEventListener("change", () => {
  const file = field("file").files?.[0];
  if (file) void open(() => send("/api/pupils/file", file));
});
