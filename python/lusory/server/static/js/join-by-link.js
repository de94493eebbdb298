// The page of a link to something shared, as `/surveys/ID#SECRET`: the secret is posted, and taken out of the address.
import { request } from "./api.js";
import { run } from "./dom.js";

const secret = location.hash.slice(1);
const path = location.pathname.split("/").slice(-2).join("/");
history.replaceState(null, "", location.pathname);

document.getElementById("join")?.addEventListener("click", () => run(async () => {
  await request(`/api/${path}/join`, { secret });
  location.reload();
}));
