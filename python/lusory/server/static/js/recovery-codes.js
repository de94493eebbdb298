// Recovery codes, shown once.
import { dialog } from "./dialog.js";
import { make } from "./dom.js";
import { t } from "./texts.js";

/** Show them until they are saved. @param {string[]} codes */
export async function showCodes(codes) {
  const body = make("div", {}, make("p", {}, t("Write these codes down. Each signs you in once if you lose your password or passkey. They are not shown again.")),
    make("ul", { class: "codes" }, ...codes.map((code) => make("li", {}, make("span", { class: "code" }, code)))));
  await dialog(t("Your recovery codes"), body, [["close", t("I have saved them")]]);
}
