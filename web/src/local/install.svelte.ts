/** Storing the site on the device, which is asked first, and updating it, which waits for the player. */

import { SITE } from "./server.svelte";

const DECLINED = "bunfight-not-stored";

export const install = $state({
  /** what the browser allows and the player has decided */
  state: "unknown" as "unknown" | "impossible" | "offered" | "storing" | "stored" | "failed",
  why: "",
  /** a new version waits */
  update: false,
  /** it has just been stored, and the player does not know yet */
  done: false,
});

let registration: ServiceWorkerRegistration | undefined;

/** The names under which the service worker has stored versions of this site. */
export const storedVersions = async (): Promise<string[]> => {
  const mine = `bunfight:${new URL(SITE, location.href).pathname}:`;
  return (await caches.keys()).filter((name) => name.startsWith(mine));
};

const follow = (found: ServiceWorkerRegistration): void => {
  registration = found;
  const look = (): void => {
    install.update = found.waiting !== null && navigator.serviceWorker.controller !== null;
    if (!found.active) return;
    install.done ||= install.state === "storing";
    install.state = "stored";
  };
  look();
  const watch = (worker: ServiceWorker | null): void => {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "redundant" && !found.active) Object.assign(install, { state: "failed", why: "" });
      look();
    });
  };
  watch(found.installing);
  found.addEventListener("updatefound", () => watch(found.installing));
};

/** See what is stored already. */
export const lookForStored = async (): Promise<void> => {
  if (!("serviceWorker" in navigator) || !isSecureContext) return void (install.state = "impossible");
  const found = await navigator.serviceWorker.getRegistration(SITE).catch(() => undefined);
  if (found) {
    follow(found);
    /* all tabs are loaded anew when a new version takes over: their files are gone, and their tables are stored */
    if (navigator.serviceWorker.controller)
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    void found.update().catch(() => undefined); // without a network it stays as it is
  } else if (!localStorage.getItem(DECLINED)) install.state = "offered";
};

export const storeSite = async (): Promise<void> => {
  install.state = "storing";
  try {
    follow(await navigator.serviceWorker.register(`${SITE}sw.js`));
    void navigator.storage?.persist?.();
  } catch (error) {
    Object.assign(install, { state: "failed", why: error instanceof Error ? error.message : String(error) });
  }
};

export const decline = (): void => {
  localStorage.setItem(DECLINED, "1");
  install.state = "unknown";
};

/** Let the new version take over. */
export const updateNow = (): void => registration?.waiting?.postMessage("take over");

/** Remove the stored files, not the games. */
export const clearStored = async (): Promise<void> => {
  for (const name of await storedVersions()) await caches.delete(name);
  await registration?.unregister();
  registration = undefined;
  localStorage.removeItem(DECLINED);
  Object.assign(install, { state: "offered", update: false, done: false });
};
