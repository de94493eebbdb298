// Sets the theme before the first paint: dark or light by the visitor's choice, else by the system's preference; colour
// and size of boards as look.js keeps them.
// A classic script, because modules run after the first paint.
(() => {
  const systemTheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const stored = (key = "light") => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const set = () => document.documentElement.setAttribute("data-theme", stored() || systemTheme());
  set();
  for (const key of ["board", "stones"]) document.documentElement.dataset[key] = stored(`look-${key}`) ?? "";
  document.documentElement.style.setProperty("--stone", String(Number(stored("look-stone-size") ?? 100) / 100));
  document.documentElement.style.setProperty("--share", String(Number(stored("look-size") ?? 100) / 100));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", set);
  document.addEventListener("DOMContentLoaded", () => {
    document.addEventListener("change", async (event) => {
      if (!(event.target instanceof HTMLSelectElement) || event.target.id !== "language") return;
      document.cookie = `language=${event.target.value};path=${document.documentElement.dataset.root}/;max-age=34560000;samesite=lax`;
      const signedIn = document.querySelector('.me[href$="/my"]');
      const body = JSON.stringify({ language: event.target.value });
      if (signedIn) await fetch(`${document.documentElement.dataset.root}/api/account`, { method: "PUT", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
      location.reload();
    });
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
