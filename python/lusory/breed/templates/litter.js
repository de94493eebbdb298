"use strict";
(() => {
  const table = document.querySelector("table.litter");
  if (!table) return;
  const heads = [...table.tHead.rows[0].cells];
  const sort = (head) => {
    const at = heads.indexOf(head);
    const down = head.getAttribute("aria-sort") !== "descending";
    heads.forEach((one) => one.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = (row) => row.cells[at].dataset.value ?? row.cells[at].textContent;
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      const order = isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y;
      return down ? -order : order;
    });
    table.tBodies[0].append(...rows);
    const main = document.querySelector("#games");
    rows.forEach((row) => main.append(document.getElementById(row.dataset.game)));
  };
  heads.forEach((head) => head.querySelector("button")?.addEventListener("click", () => sort(head)));
})();
