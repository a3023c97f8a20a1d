/**
 * How large a table is drawn. A wide window shows the same table larger, never farther apart; a tall one, a phone or a
 * strongly zoomed page stacks everything. A tablet on its side has room for the wide board, but not for the panel beside it:
 * there the panel is a strip below.
 */

/** The window a table is drawn for, and the least that its wide form needs, in pixels at normal type size. */
const WIDE = { w: 1280, h: 720, least: [1180, 600] } as const;
/** From this size on the wide board fits above a strip. */
const STRIP = [980, 700] as const;
const TALL = { w: 640, h: 900 } as const;

export type Form = "wide" | "tall";

/** The form of a table in a window of this size, and how much larger than drawn it is. */
export const fitted = (w: number, h: number): { form: Form; scale: number; strip: boolean } => {
  const beside = w >= WIDE.least[0] && h >= WIDE.least[1];
  const strip = !beside && w >= STRIP[0] && h >= STRIP[1] && w > h;
  const form = beside || strip ? "wide" : "tall";
  const drawn = form === "wide" ? WIDE : TALL;
  return { form, scale: Math.max(1, Math.min(w / drawn.w, h / drawn.h)), strip };
};

class TableLayout {
  form = $state<Form>("wide");
  /** the panel lies below the board */
  strip = $state(false);
  scale = $state(1);

  /** Lays the page out as a table; returns a function that stops it. */
  open(): () => void {
    const root = document.documentElement;
    const measure = () => {
      root.style.fontSize = "";
      const base = parseFloat(getComputedStyle(root).fontSize) || 16;
      const { form, scale, strip } = fitted((innerWidth * 16) / base, (innerHeight * 16) / base);
      this.form = form;
      this.strip = strip;
      this.scale = scale;
      root.dataset.form = form;
      root.style.fontSize = scale === 1 ? "" : `${(base * scale).toFixed(3)}px`;
    };
    measure();
    addEventListener("resize", measure);
    return () => {
      removeEventListener("resize", measure);
      root.style.fontSize = "";
      delete root.dataset.form;
    };
  }
}

export const layout = new TableLayout();
