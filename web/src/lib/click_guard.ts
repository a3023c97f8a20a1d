/**
 * Ignores clicks for a moment after an element appears: a click that was on its way to the board must not leave the table
 * or show the next player's hand.
 */
const MOMENT = 450;

export const clickGuard = (node: HTMLElement) => {
  const from = performance.now();
  const wait = (e: Event) => {
    if (performance.now() - from >= MOMENT) return;
    e.preventDefault();
    e.stopPropagation();
  };
  node.addEventListener("click", wait, { capture: true });
  return { destroy: () => node.removeEventListener("click", wait, { capture: true }) };
};
