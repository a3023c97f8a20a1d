/** The server that handed out this copy of the site, if one did: is it there, and what moves between it and this device. */

import { onSite } from "./site";

declare global {
  /** added by a server: the path of its own page */
  var BUNFIGHT_SERVER: string | undefined;
}

/** Where the site without a server lies: here, or on the server whose page this is. */
export const SITE = onSite ? "./" : "/offline/";

/** The path of the server's page; "" on a site that has no server, and on the server's page itself. */
export const homeServer: string = (onSite && globalThis.BUNFIGHT_SERVER) || "";

/** Whether this server also offers the site without a server. */
export const offersSite = (): boolean => !onSite && document.querySelector(`link[rel="manifest"]`) !== null;

export const online = $state({ state: "unknown" as "unknown" | "no" | "yes", noted: false });

const PATIENCE = 3000; // ms

/** Ask the server whether it is there. */
export const lookForServer = async (): Promise<boolean> => {
  if (!homeServer) return false;
  const there = await fetch(`${homeServer}health`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then(
    (answer) => answer.ok,
    () => false,
  );
  online.state = there ? "yes" : "no";
  return there;
};

/** Whether the site is stored on this device, so that it opens although the server does not answer. */
export const isStored = async (): Promise<boolean> =>
  "caches" in globalThis && (await caches.match(new URL(SITE, location.href)).catch(() => undefined)) !== undefined;

/** The page that starts a game on this device. */
export const playHere = (game: string): string => `${SITE}#/?play=${game}`;
