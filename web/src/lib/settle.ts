/**
 * What comes up under a moving hand is not meant yet: the click that was on its way to the board must not leave the table
 * or show the next player's hand. For a moment the element takes no click, by pointer or by key.
 */
const MOMENT = 450;

export const settle = (node: HTMLElement) => {
  const from = performance.now();
  const wait = (e: Event) => {
    if (performance.now() - from >= MOMENT) return;
    e.preventDefault();
    e.stopPropagation();
  };
  node.addEventListener("click", wait, { capture: true });
  return { destroy: () => node.removeEventListener("click", wait, { capture: true }) };
};
