// Keeps the buttons that are pressed before the page's modules have run, and presses them then. Without this a form
// would be sent as plain HTML, which reloads the page, and other buttons would do nothing.
// A classic script, because it must run before the modules; these have run when DOMContentLoaded is dispatched.
(() => {
  /** @type {Set<HTMLButtonElement>} */
  const pressed = new Set();
  const keep = (/** @type {MouseEvent} */ event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.add(button);
  };
  document.addEventListener("click", keep, true);
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", keep, true);
    for (const button of pressed) if (button.isConnected) button.click();
  });
})();
