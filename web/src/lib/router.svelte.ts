/** Addresses: the path is the page. */

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const here = (): Place => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  hash: location.hash,
});

export const router = $state<{ place: Place }>({ place: here() });

addEventListener("popstate", () => (router.place = here()));

export const go = (to: string, replace = false): void => {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  router.place = here();
  if (!replace) scrollTo(0, 0);
};

/** Turns clicks on own links into moves of the router. */
export const follow = (event: MouseEvent): void => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest?.("a[href]");
  if (
    !(link instanceof HTMLAnchorElement) ||
    link.target ||
    link.origin !== location.origin ||
    link.hasAttribute("download")
  )
    return;
  if (
    link.pathname.startsWith("/api") ||
    link.pathname.startsWith("/docs") ||
    link.getAttribute("href")!.startsWith("#")
  )
    return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
};
