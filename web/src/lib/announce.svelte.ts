/** Announcements for screen readers: one live region for the whole page. */

export const announcements = $state({ text: "", urgent: "" });
let queue: string[] = [];
let timer = 0;

export const announce = (text: string, urgent = false): void => {
  if (!text) return;
  if (urgent) {
    announcements.urgent = announcements.urgent === text ? `${text}\u00a0` : text;
    return;
  }
  queue.push(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    announcements.text = queue.map((one) => (/[.!?。！？]$/.test(one) ? one : `${one}.`)).join(" ");
    queue = [];
  }, 120);
};

/** Clears what was announced, before the device is passed to the next player. */
export const clearAnnouncements = (): void => {
  clearTimeout(timer);
  queue = [];
  announcements.text = "";
  announcements.urgent = "";
};
