// Plots that answer to the pointer take the place of the drawn ones, in the colours of the page.
(() => {
  const found = JSON.parse(document.getElementById("specs").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const coloured = (spec) => {
    let told = JSON.stringify(spec);
    if (dark.matches) for (const [light, other] of found.colours) told = told.replaceAll(light, other);
    return JSON.parse(told);
  };
  const draw = () => {
    for (const [name, spec] of Object.entries(found.specs)) {
      const place = document.getElementById(`plot-${name}`);
      if (place) vegaEmbed(place, coloured(spec), { actions: false, renderer: "svg" });
    }
  };
  dark.addEventListener("change", draw);
  draw();
})();
