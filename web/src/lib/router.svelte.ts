/** Addresses: the path is the page. On a static site, which may lie in any folder, the path stands behind a #. */

import { onSite } from "../local/site";

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const here = (): Place => {
  const { pathname, search, hash } = onSite ? new URL(location.hash.slice(1) || "/", location.origin) : location;
  return { path: pathname, query: new URLSearchParams(search), hash };
};

/** The address of a page in the address bar. */
const addressOf = (to: string): string => (onSite ? `#${to}` : to);

/** The address of a page, to be copied or opened elsewhere. */
export const fullAddress = (to: string): string =>
  onSite ? `${location.href.replace(/#.*/, "")}#${to}` : `${location.origin}${to}`;

export const router = $state<{ place: Place }>({ place: here() });

addEventListener("popstate", () => (router.place = here()));
addEventListener("hashchange", () => (router.place = here()));

export const go = (to: string, replace = false): void => {
  if (replace) history.replaceState(null, "", addressOf(to));
  else history.pushState(null, "", addressOf(to));
  router.place = here();
  if (!replace) scrollTo(0, 0);
};

/** The page that a click on one of our own links leads to. */
const ownLink = (event: MouseEvent): string => {
  const link = (event.target as Element).closest?.("a[href]");
  if (
    !(link instanceof HTMLAnchorElement) ||
    link.target ||
    link.origin !== location.origin ||
    link.hasAttribute("download") ||
    /^\/(api|docs)/.test(link.pathname) ||
    link.getAttribute("href")!.startsWith("#")
  )
    return "";
  return link.pathname + link.search + link.hash;
};

/** Lets the router handle clicks on links of this site. */
export const follow = (event: MouseEvent): void => {
  const to = event.defaultPrevented ? "" : ownLink(event);
  if (!to) return;
  const elsewhere = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (elsewhere && !onSite) return;
  event.preventDefault();
  if (elsewhere) open(fullAddress(to), "_blank");
  else go(to);
};
