// The page of a pupil: play with it, let it practise, go back to an earlier version, give it to others.
import { ROOT, request } from "./api.js";
import { element, field, run } from "./dom.js";
import { t } from "./texts.js";

const head = element("pupil");
const players = Number(head.dataset.players);
const spec = `pupil:${head.dataset.pupil}`;
const path = `/api/pupils/${head.dataset.pupil}`;
const EVERY = 1000;

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
  const text = await request(`/pupils/${head.dataset.pupil}`).catch(() => "");
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const id of ["live", "live-more"]) {
    const fresh = page.getElementById(id);
    if (fresh && fresh.outerHTML !== element(id).outerHTML) element(id).replaceWith(fresh);
  }
  follow();
}

function follow() {
  if (element("live").dataset.busy) timer = setTimeout(refresh, EVERY);
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

if (document.getElementById("live")) follow();
