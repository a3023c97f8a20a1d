/** Sends keys to the board's active thing while nothing else has the focus, so that nobody has to tab to it. */

const WALK = /^(Arrow(Left|Right|Up|Down))$/;

/** The thing on the board that keys are for: one that takes keys of its own, what is pointed at, or the first usable one. */
export const activeThing = (board: Element): HTMLElement | SVGElement | null => {
  for (const selector of [
    "[data-keys]",
    "[data-guide]",
    "[data-hint]",
    "[aria-pressed='true']",
    ".hand .lit",
    ".lit",
    ".main",
  ]) {
    const found = [...board.querySelectorAll<HTMLElement | SVGElement>(selector)].find(
      (x) => x.ariaDisabled !== "true" && x.getClientRects().length && (x.tabIndex >= 0 || x.matches("button")),
    );
    if (found) return found;
  }
  return null;
};

/**
 * Handles a key of the window. `data-keys` of an element lists the keys that it takes ("q e f"); the arrows enter the board
 * at its active thing.
 */
export const focusBoard = (e: KeyboardEvent, board: HTMLElement): void => {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return;
  if (document.activeElement && document.activeElement !== document.body) return;
  if (document.querySelector("dialog[open]")) return;
  const active = activeThing(board);
  if (!active) return;
  const own = (active.dataset.keys ?? "").split(" ").includes(e.key.toLowerCase());
  if (!own && !WALK.test(e.key)) return;
  active.focus();
  e.preventDefault();
  e.stopImmediatePropagation();
  if (active.dataset.keys !== undefined)
    active.dispatchEvent(
      new KeyboardEvent("keydown", { key: e.key, shiftKey: e.shiftKey, bubbles: true, cancelable: true }),
    );
};
