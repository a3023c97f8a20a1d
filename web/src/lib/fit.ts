/**
 * Makes the things in a box as large as they fit: the largest value of a size (a custom property, in pixels as drawn) with
 * which nothing in the box overflows it. Where even the least value is too large, the box keeps that.
 */

interface Fit {
  /** the custom property, such as `--chip` */
  name: string;
  least: number;
  most: number;
  /** whatever it depends on besides the size of the box */
  with?: unknown;
}

export const fit = (node: HTMLElement, how: Fit) => {
  let now = how;
  const unit = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const set = (size: number) => node.style.setProperty(now.name, `${(size * unit()).toFixed(1)}px`);
  const fits = () => node.scrollHeight <= node.clientHeight + 1 && node.scrollWidth <= node.clientWidth + 1;
  const measure = () => {
    let [low, high] = [now.least, now.most];
    set(high);
    if (fits()) return;
    while (high - low > 1.5) {
      const middle = (low + high) / 2;
      set(middle);
      if (fits()) low = middle;
      else high = middle;
    }
    set(low);
  };
  measure();
  const watch = new ResizeObserver(measure);
  watch.observe(node);
  return {
    update: (next: Fit) => {
      now = next;
      measure();
    },
    destroy: () => watch.disconnect(),
  };
};
