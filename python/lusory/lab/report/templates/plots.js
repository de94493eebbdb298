// Replaces the static plots by interactive Vega ones, in the colours of the theme.
(() => {
  const specs = JSON.parse(document.getElementById("specs").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const coloured = (spec) => {
    let text = JSON.stringify(spec);
    if (dark.matches) for (const [light, other] of specs.colours) text = text.replaceAll(light, other);
    return JSON.parse(text);
  };
  const draw = () => {
    for (const [name, spec] of Object.entries(specs.specs)) {
      const place = document.getElementById(`plot-${name}`);
      if (place) vegaEmbed(place, coloured(spec), { actions: false, renderer: "svg" });
    }
  };
  dark.addEventListener("change", draw);
  draw();
})();
