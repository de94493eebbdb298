// Client of the JSON interface: requests, and a table's WebSocket stream with automatic reconnection.
import { t } from "./texts.js";

export const ROOT = document.documentElement.dataset.root ?? "";

const UNREACHABLE = t("The server cannot be reached. Please try again.");

/** An error response of the server; code 0 where there was no response. */
export class ApiError extends Error {
  /** @param {number} code the HTTP status @param {string} message @param {any} body */
  constructor(code, message, body) {
    super(message);
    this.code = code;
    this.body = body;
  }
}

/**
 * Send a request; the JSON or text of the response.
 * @param {string} path
 * @param {unknown} [body] sent as JSON
 * @param {string} [method]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function request(path, body, method = body === undefined ? "GET" : "POST", signal) {
  return fetched(path, method, body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }, signal);
}

/** Send a file; the JSON of the response. @param {string} path @param {Blob} file @returns {Promise<any>} */
export function send(path, file) {
  return fetched(path, "POST", { body: file, headers: { "Content-Type": "application/octet-stream" } });
}

/** @param {string} path @param {string} method @param {RequestInit} init @param {AbortSignal} [signal] @returns {Promise<any>} */
async function fetched(path, method, init, signal) {
  let response;
  try {
    response = await fetch(ROOT + path, { method, credentials: "same-origin", signal, ...init });
  } catch {
    throw new ApiError(0, UNREACHABLE, null);
  }
  const content = (response.headers.get("Content-Type") ?? "").includes("json") ? await response.json() : await response.text();
  // A reverse proxy answers with these codes while the server behind it is down.
  if ([502, 503, 504].includes(response.status) && !content?.error) throw new ApiError(0, UNREACHABLE, null);
  if (!response.ok) throw new ApiError(response.status, content?.error ?? t("The server answered %(status)s.", { status: response.status }), content);
  return content;
}

/** The close code of the stream of a deleted table. */
const GONE = 4404;

/**
 * Listen to a table's stream. Reconnects from the last ply received, at once when the page becomes visible. A WebSocket
 * that fails to open gives no reason, so the table is then requested for the error.
 * @param {string} path of the table
 * @param {() => string} query of the stream: the ply that is shown, the cells that are there
 * @param {(message: any) => void} received
 * @param {(open: boolean) => void} state
 * @param {(reason: string) => void} ended the stream will not come back, and why
 * @returns {() => void} closes the socket, which reconnects
 */
export function listen(path, query, received, state, ended) {
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
    const url = new URL(`${ROOT}${path}/stream?${query()}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    socket = new WebSocket(url);
    socket.onopen = () => {
      wait = 500;
      opened = true;
      state(true);
    };
    socket.onmessage = (event) => received(JSON.parse(event.data));
    socket.onclose = async (event) => {
      const reason = event.code === GONE ? event.reason : opened ? "" : await refusal(path);
      if (reason) {
        over = true;
        return ended(reason);
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

/** Why a table can no longer be seen; empty if it can, or if the reason is unknown. @param {string} path */
async function refusal(path) {
  try {
    await request(path);
  } catch (fault) {
    if (fault instanceof ApiError && (fault.code === 404 || fault.code === 403)) return fault.message;
  }
  return "";
}
