// The page that recovers a seat by its private code. A QR code carries it after the #, which browsers do not send.
import { ROOT, request } from "./api.js";
import { element } from "./dom.js";

const code = /** @type {HTMLInputElement} */ (element("code"));

async function take() {
  try {
    const seat = await request("/api/recover", { code: code.value.trim() });
    location.replace(`${ROOT}/t/${seat.table}`);
  } catch (fault) {
    element("fault").textContent = /** @type {Error} */ (fault).message;
  }
}

element("recover").addEventListener("submit", (event) => {
  event.preventDefault();
  void take();
});
if (location.hash.length > 1) {
  code.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  void take();
}
