// Runs in the head before anything is drawn, so that the page never flashes in the other theme.
{
  let chosen = null;
  try {
    chosen = localStorage.getItem("redpip.theme");
    document.documentElement.dataset.dice = localStorage.getItem("redpip.dice") ?? "";
  } catch {
    /* storage may be closed */
  }
  const night = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = chosen || (night ? "dark" : "light");
}
