// The link of a pupil: its secret is posted, and taken out of the address.
import { request } from "./api.js";
import { element } from "./dom.js";

const secret = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

element("join").addEventListener("click", async () => {
  try {
    await request(`/api/pupils/${location.pathname.split("/").at(-1)}/join`, { secret });
    location.reload();
  } catch (fault) {
    element("fault").textContent = /** @type {Error} */ (fault).message;
  }
});
