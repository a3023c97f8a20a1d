/**
 * Makes the things in a box as large as they fit: a size (a custom property, in pixels as drawn) with which nothing in the box
 * overflows it, about as large as possible. Where even the least value is too large, the box keeps that.
 */

interface Fit {
  /** the custom property, such as `--chip` */
  name: string;
  least: number;
  most: number;
  /** whatever it depends on besides the size of the box */
  with?: unknown;
}

/** A pixel as drawn, in pixels of the page. */
const unit = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** The width of a box in pixels as drawn, for pictures whose words keep their size; 0 before it is known. */
export const unitsOf = (width: number, least: number): number => width && Math.max(least, Math.round(width / unit()));

export const fit = (node: HTMLElement, how: Fit) => {
  let now = how;
  const set = (size: number) => node.style.setProperty(now.name, `${(size * unit()).toFixed(1)}px`);
  const fits = () => node.scrollHeight <= node.clientHeight + 1 && node.scrollWidth <= node.clientWidth + 1;
  const measure = () => {
    /* From above: things that wrap may fit at a size and not at a smaller one. */
    let size = now.most;
    set(size);
    while (!fits() && size > now.least) {
      size = Math.max(now.least, size * 0.88);
      set(size);
    }
    if (size === now.most || size === now.least) return;
    set(size * 1.06);
    if (!fits()) set(size);
  };
  measure();
  const watch = new ResizeObserver(measure);
  watch.observe(node);
  const things = new MutationObserver(measure);
  things.observe(node, { childList: true, subtree: true });
  return {
    update: (next: Fit) => {
      now = next;
      measure();
    },
    destroy: () => (watch.disconnect(), things.disconnect()),
  };
};
