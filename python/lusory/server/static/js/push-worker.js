// The service worker of notifications: it shows them, and opens the table that they are about.

/** What of a service worker is used here. @typedef {{addEventListener: (kind: string, on: (event: any) => void) => void, registration: ServiceWorkerRegistration, clients: {matchAll: (which: object) => Promise<any[]>, openWindow: (url: string) => Promise<unknown>}}} WorkerScope */
const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("push", (event) => {
  const { title, body, link, tag } = event.data.json();
  const options = { body, tag, renotify: true, data: { link } };
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.link).pathname));
});

/** Show the tab that has the page, or open one. @param {string} path */
async function open(path) {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const openTab = tabs.find((/** @type {{url: string}} */ tab) => new URL(tab.url).pathname === path);
  return openTab ? openTab.focus() : worker.clients.openWindow(path);
}
