/** Turn notifications of the browser, with consent: shown by the service worker while the page is hidden. */

export const notifying = (): NotificationPermission => ("Notification" in window ? Notification.permission : "denied");

const worker = async (): Promise<ServiceWorkerRegistration | null> => {
  try {
    if (!navigator.serviceWorker) return null;
    await navigator.serviceWorker.register("/turns.js");
    return await navigator.serviceWorker.ready; // only an active worker can show a notification
  } catch {
    return null;
  }
};

export const allow = async (): Promise<NotificationPermission> => {
  if (!("Notification" in window)) return "denied";
  const answer = await Notification.requestPermission();
  if (answer === "granted") await worker();
  return answer;
};

const notified = new Map<string, number>();

/**
 * Call whenever it may have become one's turn; notifies once for each turn, if nobody is looking. A new turn is told by
 * the number of decisions made so far: on a slow connection one update may hold one's own move and the answer to it.
 */
export const watchTurn = (table: string, mine: boolean, decisions: number, title: string): void => {
  if (!mine) return void notified.delete(table);
  if (notified.get(table) === decisions) return;
  notified.set(table, decisions);
  if (document.visibilityState === "visible") return;
  void worker().then((w) => w?.showNotification(title, { tag: table, icon: "/icon-turn.svg", data: `/t/${table}` }));
};
