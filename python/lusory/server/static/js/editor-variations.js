// Variations of the rules in the editor: what changes, what that does to the figures, and a button to take each.
import { make } from "./dom.js";
import { LANGUAGE, t } from "./texts.js";

/**
 * @typedef {Record<"first" | "draws" | "plies" | "drama", number | null>} VariationFigures
 * @typedef {{ said: string[], quality: number, figures: VariationFigures, was: VariationFigures, meets: boolean | null, python: string, json: string }} RulesVariation
 */

/** @param {HTMLElement} into
 * @param {{ tried: number, kept: number, variations: RulesVariation[], missed: { said: string, times: number }[] }} found
 * @param {(variation: RulesVariation) => void} take */
export function showVariations(into, found, take) {
  const tried = t("%(kept)s of %(tried)s variations play well enough.", { kept: found.kept, tried: found.tried });
  const best = found.variations.length < found.kept ? ` ${t("The best of them stand below.")}` : "";
  const missed = found.missed.map((each) => make("li", {}, t("%(n)s left out: %(reason)s", { n: each.times, reason: each.said })));
  into.replaceChildren(make("p", { class: "small" }, tried, best), ...(missed.length ? [make("ul", { class: "small" }, ...missed)] : []), make("ol", { class: "variations" }, ...found.variations.map((each) => card(each, take))));
  into.removeAttribute("aria-busy");
}

/** @param {RulesVariation} one @param {(variation: RulesVariation) => void} take */
function card(one, take) {
  const what = one.said.map((said) => make("p", {}, said));
  const rating = t("Quality %(quality)s", { quality: decimal(one.quality, 2) });
  const goal = one.meets === null ? "" : one.meets ? t("looks as if it meets the goal") : t("looks as if it misses the goal");
  const facts = [rating, goal, ...changes(one)].filter(Boolean).join(" · ");
  const button = make("button", { type: "button", click: () => take(one) }, t("Take it"));
  return make("li", {}, ...what, make("p", { class: "small" }, facts), button);
}

/** The figures that become others. @param {RulesVariation} one */
function changes({ figures, was }) {
  /** @param {keyof VariationFigures} name @param {(value: number) => string} shown @param {(values: Record<string, string>) => string} told */
  const change = (name, shown, told) => {
    const [before, after] = [was[name], figures[name]];
    if (before === null || after === null || shown(before) === shown(after)) return "";
    return told({ was: shown(before), now: shown(after) });
  };
  return [
    change("first", percent, (values) => t("First wins %(was)s → %(now)s", values)),
    change("draws", percent, (values) => t("draws %(was)s → %(now)s", values)),
    change("plies", (n) => decimal(n, 0), (values) => t("moves %(was)s → %(now)s", values)),
    change("drama", (n) => decimal(n, 2), (values) => t("drama %(was)s → %(now)s", values)),
  ];
}

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/** @param {number} value @param {number} digits */
const decimal = (value, digits) => value.toLocaleString(LANGUAGE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
