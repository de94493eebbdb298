// The page of a pupil: play with it, let it practise, go back to an earlier version, give it to others.
import { ROOT, request } from "./api.js";
import { element, field, run } from "./dom.js";
import { LANGUAGE, t } from "./texts.js";

const head = element("pupil");
const players = Number(head.dataset.players);
const spec = `pupil:${head.dataset.pupil}`;
const path = `/api/pupils/${head.dataset.pupil}`;
const EVERY = 1000;
/** Milliseconds to the next look where its minutes of today are used up, or the last look failed. */
const RARELY = 60_000;

/** @param {string} id @param {() => Promise<any>} work */
function onSubmit(id, work) {
  document.getElementById(id)?.addEventListener("submit", (event) => {
    event.preventDefault();
    void run(work);
  });
}

/** @param {string} id @param {() => Promise<any>} work */
const onClick = (id, work) => document.getElementById(id)?.addEventListener("click", () => run(work));

/** The game, in the form of the JSON interface. */
async function subject() {
  if (head.dataset.game) return { game: head.dataset.game, options: JSON.parse(head.dataset.options ?? "{}") };
  return { value: await request(`${path}/rules`) };
}

/** A table with these players. @param {string[]} seats */
async function sitDown(seats) {
  const table = await request("/api/tables", { ...(await subject()), seats, mine: seats.includes("human") ? [seats.indexOf("human")] : [] });
  sessionStorage.setItem(`seats-${table.table}`, JSON.stringify(table));
  location.assign(`${ROOT}/t/${table.table}`);
}

let timer = 0;
/** Fetch what the pupil has become, as long as it is at work. */
async function refresh() {
  clearTimeout(timer);
  const text = await request(`/pupils/${head.dataset.pupil}`).catch(() => null);
  if (text === null) return void (timer = setTimeout(refresh, RARELY));
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = page.getElementById("live");
  if (!fresh) return void (element("doing").textContent = t("This pupil is not there any more."));
  element("live").dataset.busy = fresh.dataset.busy;
  for (const id of ["told", "doing", "minutes-left"]) setText(document.getElementById(id), page.getElementById(id)?.textContent ?? "");
  showMore(page.getElementById("live-more"));
  follow();
}

function follow() {
  const busy = element("live").dataset.busy;
  if (busy) timer = setTimeout(refresh, busy === "later" ? RARELY : EVERY);
}

/** A text changes only where it is another: screen readers say every change. @param {Element | null} place @param {string} text */
function setText(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

/** Curve, patterns and versions as they are now. The button that has the focus keeps it. @param {HTMLElement | null} fresh */
function showMore(fresh) {
  if (!fresh) return;
  localizeTimes(fresh);
  const before = element("live-more");
  if (fresh.innerHTML === before.innerHTML) return;
  const focused = before.contains(document.activeElement) ? document.activeElement?.getAttribute("data-back") : null;
  before.replaceWith(fresh);
  if (focused) /** @type {HTMLElement | null} */ (fresh.querySelector(`[data-back="${focused}"]`))?.focus({ preventScroll: true });
}

/** Times as the reader's clock shows them. @param {Element} part */
function localizeTimes(part) {
  for (const time of part.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
  }
}

/** @param {Record<string, unknown>} values */
async function change(values) {
  await request(path, values, "PUT");
  await refresh();
}

onSubmit("play-form", async () => {
  const mine = field("seat").value === "any" ? Math.floor(Math.random() * players) : Number(field("seat").value);
  await sitDown(Array.from({ length: players }, (_, i) => (i === mine ? "human" : spec)));
});
onSubmit("match", async () => {
  const mine = Math.floor(Math.random() * players);
  await sitDown(Array.from({ length: players }, (_, i) => (i === mine ? spec : field("rival").value)));
});
onSubmit("practice", () => change({ minutes: Number(field("minutes").value) }));
onSubmit("after", () => change({ after_game: Number(field("after-game").value) }));
onClick("stop", () => change({ minutes: 0 }));
onSubmit("rename", async () => {
  await request(path, { name: field("name").value }, "PUT");
  location.reload();
});
onClick("lend", async () => {
  const link = field("link");
  link.value = (await request(`${path}/link`, {})).link;
  link.select();
});
onClick("unlend", async () => {
  await request(`${path}/link`, undefined, "DELETE");
  field("link").value = "";
});
onClick("delete", async () => {
  if (!confirm(t("Delete this pupil with all its versions?"))) return;
  await request(path, undefined, "DELETE");
  location.assign(`${ROOT}/pupils`);
});
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-back]"));
  if (!button) return;
  void run(async () => {
    if (!confirm(t("Go back to version %(number)s? Later versions are forgotten.", { number: button.dataset.back }))) return;
    await request(`${path}/back`, { version: Number(button.dataset.back) });
    await refresh();
  });
});

if (document.getElementById("live")) {
  localizeTimes(element("live-more"));
  follow();
}
