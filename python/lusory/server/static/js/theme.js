// Dark or light before anything is painted: what was chosen here, else what the system asks for.
// A plain script on purpose: modules run too late for the first paint.
(() => {
  const asked = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const kept = () => {
    try {
      return localStorage.getItem("light");
    } catch {
      return null;
    }
  };
  const set = () => document.documentElement.setAttribute("data-theme", kept() || asked());
  set();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", set);
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const other = document.documentElement.getAttribute("data-theme") === "dark" ? "light" : "dark";
      try {
        localStorage.setItem("light", other);
      } catch {
        // Where nothing may be kept the choice lasts as long as the page.
      }
      document.documentElement.setAttribute("data-theme", other);
    });
  });
})();
