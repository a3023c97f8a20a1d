/** Turn notifications by the browser itself, with consent: shown by the service worker while the page is out of sight. */

export const notifying = (): NotificationPermission => ("Notification" in window ? Notification.permission : "denied");

const worker = async (): Promise<ServiceWorkerRegistration | null> => {
  try {
    return (await navigator.serviceWorker?.register("/turns.js")) ?? null;
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

const notified = new Set<string>();

/** Call whenever it may have become one's turn; says so once for each turn, if nobody is looking. */
export const watchTurn = (table: string, mine: boolean, title: string): void => {
  if (!mine) return void notified.delete(table);
  if (notified.has(table)) return;
  notified.add(table);
  if (document.visibilityState === "visible") return;
  void worker().then((w) => w?.showNotification(title, { tag: table, icon: "/icon-turn.svg", data: `/t/${table}` }));
};
