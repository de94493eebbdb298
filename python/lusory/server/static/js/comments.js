// Comments on a game or a finished table, and the star of a game.
import { ROOT, ApiError, request } from "./api.js";
import { confirm } from "./dialog.js";
import { make, toast } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {{id: string, author: string, at: number, html: string, mine: boolean, hidden: boolean}} Comment */
/** @typedef {{comments: Comment[], more: boolean, signed_in: boolean, stars?: number, starred?: boolean}} CommentPage */

/** Show the comments, with a field to write one. @param {HTMLElement} into @param {string} path @param {string} [star] where the star is given; none for tables */
export async function showComments(into, path, star) {
  try {
    const page = /** @type {CommentPage} */ (await request(path));
    const again = () => showComments(into, path, star);
    const list = make("div", {});
    into.replaceChildren(...(star ? [starButton(page, star)] : []), page.signed_in ? field(path, again) : invitation(), list);
    append(list, path, page, again);
  } catch (fault) {
    into.replaceChildren(make("p", { class: "fault", role: "alert" }, report(fault)));
  }
}

/** Add a page of comments to the list. @param {HTMLElement} list @param {string} path @param {CommentPage} page @param {() => unknown} again */
function append(list, path, page, again) {
  list.append(...page.comments.map((comment) => article(comment, page.signed_in, again)));
  if (!list.childElementCount) list.append(make("p", { class: "small" }, t("No comments yet.")));
  if (!page.more) return;
  const moreButton = make("button", { type: "button", class: "quiet", click: async () => {
    moreButton.remove();
    append(list, path, await request(`${path}?before=${page.comments.at(-1)?.id}`), again);
  } }, t("Earlier comments"));
  list.append(moreButton);
}

/** @param {Comment} comment @param {boolean} signedIn @param {() => unknown} again */
function article(comment, signedIn, again) {
  const text = make("div", {});
  text.innerHTML = comment.html; // sanitised by the server
  const remove = make("button", { type: "button", class: "quiet", click: async () => {
    if (await confirm(t("Delete this comment?"), t("Delete"))) await act(() => request(`/api/comments/${comment.id}`, undefined, "DELETE"), again);
  } }, t("Delete"));
  const report = make("button", { type: "button", class: "quiet", click: async () => {
    if (await confirm(t("Report this comment to the host?"), t("Report"))) await act(() => request(`/api/comments/${comment.id}/reports`, { text: "" }), () => toast(t("Reported.")));
  } }, t("Report"));
  const date = new Date(comment.at);
  return make("article", {}, make("p", { class: "small" }, make("strong", {}, comment.author), " ", make("time", { datetime: date.toISOString() }, date.toLocaleDateString()), comment.hidden ? ` · ${t("hidden by a moderator")}` : null), text, ...(comment.mine ? [remove] : signedIn ? [report] : []));
}

/** A field for a new comment. @param {string} path @param {() => unknown} again */
function field(path, again) {
  const text = make("textarea", { rows: "3", maxlength: "4000", required: true, "aria-label": t("Your comment") });
  return make("form", { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void act(() => request(path, { text: text.value }), again);
  } }, text, make("p", { class: "small" }, t("Markdown: *emphasis*, **strong**, `code`, > quote, [link](https://...)")), make("button", { type: "submit" }, t("Comment")));
}

function invitation() {
  return make("p", { class: "small" }, make("a", { href: `${ROOT}/sign-in` }, t("Sign in")), t(" to write a comment."));
}

/** @param {CommentPage} page @param {string} path */
function starButton(page, path) {
  let { stars = 0, starred = false } = page;
  const button = make("button", { type: "button", "aria-pressed": String(starred), click: () => act(() => request(path, { star: !starred }, "PUT"), (comment) => {
    ({ stars, starred } = comment);
    name();
  }) });
  const name = () => {
    button.textContent = `${starred ? "★" : "☆"} ${stars} ${stars === 1 ? "star" : "stars"}`;
    button.setAttribute("aria-pressed", String(starred));
  };
  name();
  button.disabled = !page.signed_in;
  return make("p", {}, button);
}

/** Do something and go on; say what went wrong. @param {() => Promise<any>} work @param {(found: any) => unknown} then */
async function act(work, then) {
  try {
    then(await work());
  } catch (fault) {
    toast(report(fault));
  }
}

/** @param {unknown} fault */
const report = (fault) => (fault instanceof ApiError || fault instanceof Error ? fault.message : String(fault));
