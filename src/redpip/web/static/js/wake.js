/** Keeps the screen awake while a page is looked at; a browser may refuse. */
export function keepAwake() {
  const ask = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  ask();
}
