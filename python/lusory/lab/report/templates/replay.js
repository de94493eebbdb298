// Replays the sample games of a report. The board after a ply is the last change of each slot up to that ply.
(() => {
  const UNDER = -1, OVER = -2;
  const animations = JSON.parse(document.getElementById("animations").textContent);
  const after = (changes, ply) => {
    const slots = new Map();
    for (const change of changes.slice(0, ply + 1)) {
      for (let i = 0; i < change.length; i += 2) {
        if (change[i + 1] < 0) slots.delete(change[i]);
        else slots.set(change[i], change[i + 1]);
      }
    }
    return slots;
  };
  const selectedParts = (slots, isSelected) => [...slots].filter(([slot]) => isSelected(slot)).map(([, part]) => animations.parts[part]).join("");
  for (const card of document.querySelectorAll(".game")) {
    const animation = animations.games[Number(card.dataset.game)];
    if (!animation) continue;
    const board = card.querySelector("svg.board"), controls = card.querySelector(".controls");
    const slider = controls.querySelector("input"), caption = card.querySelector(".said");
    const now = card.querySelector(".values .now"), turns = [...card.querySelectorAll(".turns li")];
    const last = animation.changes.length - 1;
    let ply = last;
    const show = (wanted) => {
      ply = Math.min(last, Math.max(0, wanted));
      const slots = after(animation.changes, ply);
      board.querySelector(".under").innerHTML = selectedParts(slots, (slot) => slot === UNDER);
      board.querySelector(".on").innerHTML = selectedParts(slots, (slot) => slot >= 0);
      board.querySelector(".over").innerHTML = selectedParts(slots, (slot) => slot === OVER);
      slider.value = String(ply);
      slider.setAttribute("aria-valuetext", ply ? `after ply ${ply} of ${last}` : "the start");
      caption.textContent = animation.said[ply];
      board.setAttribute("aria-label", `The board after ply ${ply}`);
      for (const end of ["first", "back"]) controls.querySelector(`[data-go=${end}]`).disabled = ply === 0;
      for (const end of ["on", "last"]) controls.querySelector(`[data-go=${end}]`).disabled = ply === last;
      const turn = ply ? animation.ends.findIndex((end) => end >= ply) : -1;
      turns.forEach((item, i) => item.classList.toggle("now", i === turn));
      if (now) for (const x of ["x1", "x2"]) now.setAttribute(x, String((100 * ply) / Math.max(1, last)));
    };
    const go = { first: () => show(0), back: () => show(ply - 1), on: () => show(ply + 1), last: () => show(last) };
    controls.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) go[button.dataset.go]();
    });
    slider.addEventListener("input", () => show(Number(slider.value)));
    card.addEventListener("keydown", (event) => {
      const key = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
      if (!key || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      go[key]();
    });
    card.querySelector(".turns").addEventListener("click", (event) => {
      const item = event.target.closest("li");
      if (item) show(Number(item.dataset.ply));
    });
    controls.hidden = false;
    show(last);
  }
})();
