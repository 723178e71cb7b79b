/** "It is your turn", told by the system while this page is not looked at, if its reader has asked for that. */
import { memory } from "./dom.js";

/** Whether it can be told: a browser may not be able to, or be told not to. @returns {"on"|"off"|"denied"|"missing"} */
export function notices() {
  if (!isSecureContext || !("Notification" in window)) return "missing";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && memory.get("notices") === "on" ? "on" : "off";
}

/** Asked for by a press, and never by itself. */
export async function switchNotices() {
  const on = notices() !== "on" && (await Notification.requestPermission()) === "granted";
  memory.set("notices", on ? "on" : "off");
}

/** @param {string} title @param {string} body */
export async function notify(title, body) {
  if (!document.hidden || notices() !== "on") return;
  const url = location.href.split("#")[0];
  const how = { body, icon: "/static/icons/192.png", tag: url, data: { url } };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, how);
    else new Notification(title, how).onclick = () => window.focus();
  } catch {
    /* the title says it too */
  }
}
