// Plots that answer to the pointer take the place of the drawn ones, in the colours of the page.
(() => {
  const specs = JSON.parse(document.getElementById("specs").textContent);
  for (const [name, spec] of Object.entries(specs)) {
    const place = document.getElementById(`plot-${name}`);
    if (place) vegaEmbed(place, spec, { actions: false, renderer: "svg" });
  }
})();
