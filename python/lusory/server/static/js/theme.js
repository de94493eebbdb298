// Sets the dark or light theme before the first paint: the visitor's choice, else the system's preference.
// A classic script, because modules run after the first paint.
(() => {
  const systemTheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const stored = () => {
    try {
      return localStorage.getItem("light");
    } catch {
      return null;
    }
  };
  const set = () => document.documentElement.setAttribute("data-theme", stored() || systemTheme());
  set();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", set);
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const other = document.documentElement.getAttribute("data-theme") === "dark" ? "light" : "dark";
      try {
        localStorage.setItem("light", other);
      } catch {
        // Without local storage the choice lasts until the page is left.
      }
      document.documentElement.setAttribute("data-theme", other);
    });
  });
})();
