// Replaces the static plots by interactive Vega ones, in the colours of the theme.
(() => {
  const found = JSON.parse(document.getElementById("specs").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const coloured = (spec) => {
    let text = JSON.stringify(spec);
    if (dark.matches) for (const [light, other] of found.colours) text = text.replaceAll(light, other);
    return JSON.parse(text);
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
