// The page of moderators and administrators: reports, muted people, the log.
import { ROOT, ApiError, request } from "./api.js";
import { confirm } from "./dialog.js";
import { element, field, make } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {{id: string, table: string, at: number, what: string, text: string, title: string, names: string[], link: string}} TableReport */
/** @typedef {{id: string, comment: string, at: number, text: string, said: string, name: string, link: string}} CommentReport */
/** @typedef {{id: string, role: string, suspended: boolean, muted: boolean, muted_until: number | null}} Person */
/** @typedef {{at: number, by: string, act: string, about: string, note: string}} Act */

const administrator = element("moderation").dataset.role === "administrator";
/** @param {number} moment */
const time = (moment) => new Date(moment).toLocaleString();

/** Do something, say that it is done, and show everything anew. @param {() => Promise<string | void>} work */
async function run(work) {
  element("fault").textContent = element("done").textContent = "";
  try {
    element("done").textContent = (await work()) ?? "";
    await show();
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
    element("fault").textContent = fault.message;
  }
}

/** @param {string} text @param {() => Promise<unknown>} work @param {string} about what it is about, for who does not see the list */
const button = (text, work, about) =>
  make("button", { type: "button", click: () => run(async () => void (await work())) }, text, make("span", { class: "visually-hidden" }, ` ${about}`));

/** @param {string} id @param {(HTMLElement | string)[]} rows @param {string} none */
const fill = (id, rows, none) => element(id).replaceChildren(...(rows.length ? rows : [make("li", { class: "small" }, none)]));

async function show() {
  const [tables, comments, people] = await Promise.all([request("/api/host/reports"), request("/api/host/comment-reports"), request("/api/host/accounts")]);
  fill("reports", tables.reports.map(tableReport), t("There are no reported tables."));
  fill("comments", comments.reports.map(commentReport), t("There are no reported comments."));
  fill("people", people.people.map(person), t("Nobody is muted."));
  if (administrator) fill("log", (await request("/api/host/acts")).acts.map(act), t("The log is empty."));
  element("all").hidden = false;
}

/** @param {TableReport} one */
function tableReport(one) {
  const reportedPart = { title: t("its title"), name: t("a name"), chat: t("the chat") }[one.what] ?? one.what;
  const about = `${one.title}, ${reportedPart}`;
  const deal = (/** @type {string} */ act) => () => request(`/api/host/tables/${one.table}`, { do: act });
  return make("li", {}, make("a", { class: "inline", href: `${ROOT}/t/${one.table}` }, one.title), ` · ${reportedPart} · ${one.names.join(", ")} `, make("span", { class: "small" }, time(one.at)),
    ...(one.text ? [make("p", {}, one.text)] : []),
    make("span", { class: "row" }, button(t("Done"), () => request(`/api/host/reports/${one.id}`, {}), about), button(t("Hide the table"), deal("hide"), about),
      ...(administrator ? [button(t("Close the table"), deal("close"), about)] : [])));
}

/** @param {CommentReport} one */
function commentReport(one) {
  const about = `${one.name}: ${one.said}`;
  return make("li", {}, make("a", { class: "inline", href: new URL(one.link).pathname }, one.name), ` `, make("span", { class: "small" }, time(one.at)), make("p", {}, one.said),
    ...(one.text ? [make("p", { class: "small" }, t("Reported because: %(reason)s", { reason: one.text }))] : []),
    make("span", { class: "row" }, button(t("Hide the comment"), () => request(`/api/host/comments/${one.comment}`, { do: "hide" }), about), button(t("Keep it"), () => request(`/api/host/comment-reports/${one.id}`, {}), about)));
}

/** @param {Person} one */
function person(one) {
  const role = { moderator: t("moderator"), administrator: t("administrator") }[one.role];
  const muted = one.muted_until ? t("muted until %(time)s", { time: time(one.muted_until) }) : t("muted");
  const about = [role, one.muted && muted, one.suspended && t("suspended")].filter(Boolean).join(", ");
  return make("li", {}, make("a", { href: `${ROOT}/people/${one.id}` }, one.id), `: ${about} `,
    ...(one.muted ? [button(t("Unmute"), () => deal(one.id, { do: "unmute" }), one.id)] : []),
    ...(one.suspended && administrator ? [button(t("Restore"), () => deal(one.id, { do: "restore" }), one.id)] : []));
}

/** @param {Act} entry */
const act = (entry) => make("li", {}, make("span", { class: "small" }, time(entry.at)), ` ${entry.by}: ${entry.act} ${entry.about}${entry.note ? ` (${entry.note})` : ""}`);

/** @param {string} id @param {object} body */
const deal = (id, body) => request(`/api/host/accounts/${encodeURIComponent(id)}`, body);
const personName = () => field("person").value.trim();
/** @param {string} role */
const giveRole = (role) => request(`/api/host/accounts/${encodeURIComponent(personName())}/role`, { role }, "PUT");
/** @param {string} id @param {() => Promise<string | void>} work */
const onClick = (id, work) => document.getElementById(id)?.addEventListener("click", () => field("person").reportValidity() && run(work));

element("person-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void run(async () => {
    const hours = field("hours").value;
    const { id } = await deal(personName(), { do: "mute", reason: field("reason").value, ...(hours ? { hours: Number(hours) } : {}) });
    return t("%(id)s is muted.", { id });
  });
});
onClick("suspend", async () => {
  if (!(await confirm(t("Suspend %(id)s?", { id: personName() }), t("Suspend"), t("This account will no longer be able to sign in.")))) return;
  const { id } = await deal(personName(), { do: "suspend", reason: field("reason").value });
  return t("%(id)s is suspended.", { id });
});
onClick("appoint", async () => t("%(id)s is now a moderator.", { id: (await giveRole("moderator")).id }));
onClick("dismiss", async () => t("%(id)s is no longer a moderator.", { id: (await giveRole("")).id }));
document.getElementById("invite")?.addEventListener("click", () => run(async () => {
  element("invitation").textContent = (await request("/api/host/invitations", { days: 14 })).link;
  return t("This link works once, for 14 days.");
}));
void run(async () => {});
