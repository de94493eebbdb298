// The page of a survey: takes opinions; its organiser invites people, adds measurements and closes it.
import { ROOT, request } from "./api.js";
import { element, make, run } from "./dom.js";
import { t } from "./texts.js";

const head = /** @type {HTMLElement} */ (document.querySelector("[data-survey]"));
const path = `/api/surveys/${head.dataset.survey}`;
const games = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#games [data-played]"))].map((tile) => ({
  number: Number(tile.dataset.number), title: tile.dataset.title ?? "",
}));
const form = /** @type {HTMLFormElement | null} */ (document.getElementById("opinion"));
/** @type {number[][][]} */
const rankings = form ? JSON.parse(form.dataset.places ?? "[]") : [];

/** @param {number[][]} places */
const think = (places) => run(async () => {
  await request(`${path}/opinion`, { places }, "PUT");
  element("saved").textContent = t("Saved. You can change it as long as the survey is open.");
});

/** A place for each game; those with the same place are liked alike. @param {HTMLFormElement} into */
function ranking(into) {
  const before = new Map((rankings[0] ?? []).flatMap((place, index) => place.map((number) => [number, index + 1])));
  for (const { number, title } of games) {
    const select = make("select", { id: `place-${number}` }, make("option", { value: "" }, t("no opinion")),
      ...games.map((_, index) => make("option", { value: `${index + 1}` }, `${index + 1}`)));
    select.value = `${before.get(number) ?? ""}`;
    into.append(make("label", { for: `place-${number}` }, title), select);
  }
  into.append(make("button", { class: "play" }, t("Save the ranking")));
  into.addEventListener("submit", (event) => {
    event.preventDefault();
    /** @type {Map<string, number[]>} */
    const places = new Map();
    for (const { number } of games) {
      const place = /** @type {HTMLSelectElement} */ (element(`place-${number}`)).value;
      if (place) places.set(place, [...(places.get(place) ?? []), number]);
    }
    void think([...places.keys()].sort((a, b) => Number(a) - Number(b)).map((place) => places.get(place) ?? []));
  });
}

/** Each pair of games as a choice, saved at once. @param {HTMLFormElement} into */
function pairs(into) {
  const ranking = new Map(rankings.map((places) => [[...places.flat()].sort((a, b) => a - b).join("-"), places]));
  for (const [index, tile] of games.entries()) {
    for (const other of games.slice(index + 1)) {
      const key = `${tile.number}-${other.number}`;
      const options = [
        { text: tile.title, places: [[tile.number], [other.number]] },
        { text: other.title, places: [[other.number], [tile.number]] },
        { text: t("alike"), places: [[tile.number, other.number]] },
      ];
      into.append(make("fieldset", {}, make("legend", {}, t("%(one)s or %(other)s?", { one: tile.title, other: other.title })),
        ...options.map(({ text, places }) => {
          const checked = JSON.stringify(ranking.get(key)) === JSON.stringify(places);
          return make("label", { class: "check" }, make("input", { type: "radio", name: key, checked, change: () => void think(places) }), ` ${text}`);
        })));
    }
  }
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-own]")))
  button.addEventListener("click", () => run(async () => {
    sessionStorage.setItem("own", JSON.stringify(await request(`${path}/games/${button.dataset.own}`)));
    location.assign(`${ROOT}/own`);
  }));

if (form && games.length < 2) form.append(make("p", { class: "small" }, t("Play at least two of the games first.")));
else if (form) (head.dataset.way === "pairs" ? pairs : ranking)(form);

document.getElementById("invite")?.addEventListener("click", () => run(async () => {
  const link = /** @type {HTMLInputElement} */ (element("link"));
  link.value = (await request(`${path}/invitation`, {})).link;
  link.select();
}));
document.getElementById("close")?.addEventListener("click", () => run(async () => {
  await request(path, { closed: element("close").dataset.closed === "yes" }, "PUT");
  location.reload();
}));
document.getElementById("delete")?.addEventListener("click", () => run(async () => {
  if (!confirm(t("Delete this survey and all opinions?"))) return;
  await request(path, undefined, "DELETE");
  location.assign(`${ROOT}/surveys`);
}));
document.getElementById("measurement")?.addEventListener("change", (event) => run(async () => {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!file) return;
  await request(`${path}/measures`, { measurement: await file.text() }, "PUT");
  location.reload();
}));
