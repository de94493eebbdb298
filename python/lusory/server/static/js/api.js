// Talking to the server: JSON up by POST, tables down by a WebSocket that comes back by itself.

export const ROOT = document.documentElement.dataset.root ?? "";

/** What the server refused, in its own words. */
export class ApiError extends Error {
  /** @param {number} code @param {string} said @param {any} body */
  constructor(code, said, body) {
    super(said);
    this.code = code;
    this.body = body;
  }
}

/**
 * @param {string} path
 * @param {unknown} [body] given: it is sent
 * @param {string} [method]
 * @returns {Promise<any>}
 */
export async function request(path, body, method = body === undefined ? "GET" : "POST") {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  let answer;
  try {
    answer = await fetch(ROOT + path, { method, credentials: "same-origin", ...sent });
  } catch {
    throw new ApiError(0, "The server cannot be reached. It will be tried again.", null);
  }
  const told = (answer.headers.get("Content-Type") ?? "").includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new ApiError(answer.status, told?.error ?? `The server answered ${answer.status}.`, told);
  return told;
}

/** The code with which the server closes the stream of a table that is no more. */
const GONE = 4404;

/**
 * Listen to a table: reconnects from the last number heard, sooner when the page wakes up. A stream that is not opened
 * does not say why, so the table itself is asked for then.
 * @param {string} path of the table
 * @param {() => number} since
 * @param {(message: any) => void} heard
 * @param {(open: boolean) => void} state
 * @param {(said: string) => void} ended there is nothing to listen to any more, and why
 * @returns {() => void} opens it anew
 */
export function listen(path, since, heard, state, ended) {
  let wait = 500;
  let timer = 0;
  let over = false;
  let opened = false;
  /** @type {WebSocket | null} */
  let socket = null;
  const open = () => {
    clearTimeout(timer);
    if (over) return;
    opened = false;
    if (socket && socket.readyState < WebSocket.CLOSING) return;
    const url = new URL(`${ROOT}${path}/stream?since=${since()}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    socket = new WebSocket(url);
    socket.onopen = () => {
      wait = 500;
      opened = true;
      state(true);
    };
    socket.onmessage = (event) => heard(JSON.parse(event.data));
    socket.onclose = async (event) => {
      const why = event.code === GONE ? event.reason : opened ? "" : await refusal(path);
      if (why) {
        over = true;
        return ended(why);
      }
      state(false);
      timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 1.7, 15000);
    };
  };
  const wake = () => {
    if (document.visibilityState === "visible") open();
  };
  addEventListener("online", open);
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  open();
  return () => {
    wait = 0;
    socket?.close();
  };
}

/** Why a table cannot be seen any more; empty where it can, or where that is not known. @param {string} path */
async function refusal(path) {
  try {
    await request(path);
  } catch (fault) {
    if (fault instanceof ApiError && (fault.code === 404 || fault.code === 403)) return fault.message;
  }
  return "";
}
