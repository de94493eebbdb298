// The page of a person: blocks and mutes.
import { request } from "./api.js";
import { element } from "./dom.js";

const path = `/api/people/${element("person").dataset.id}`;

for (const kind of ["block", "mute"]) {
  const button = element(kind);
  button.addEventListener("click", async () => {
    try {
      const reply = await request(path, { [kind]: button.getAttribute("aria-pressed") !== "true" }, "PUT");
      element("block").setAttribute("aria-pressed", String(reply.blocked));
      element("mute").setAttribute("aria-pressed", String(reply.muted));
    } catch (fault) {
      element("fault").textContent = /** @type {Error} */ (fault).message;
    }
  });
}
