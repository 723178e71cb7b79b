// Runs in the head before anything is drawn, so that the page never flashes in the other theme.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("redpip.theme");
  } catch (_) {
    /* storage may be closed */
  }
  var night = window.matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = chosen || (night ? "dark" : "light");
})();
