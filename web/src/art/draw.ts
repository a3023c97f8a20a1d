/** Paper and scissors: every picture of Bunfight is cut from layered sheets by these few functions. */

export interface Picture {
  /** width and height of the view box */
  box: readonly [number, number];
  body: string;
  /** left and top of the view box, if not 0 0 */
  at?: readonly [number, number];
}

export type Kit = Record<string, Picture>;

export const picture = (w: number, h: number, ...layers: string[]): Picture => ({ box: [w, h], body: layers.join("") });

const channels = (hex: string): [number, number, number] => {
  const n = parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
};

/** Mixes two colours; t = 0 is the first, 1 the second. */
export const mix = (a: string, b: string, t: number): string => {
  const x = channels(a);
  const y = channels(b);
  const part = (i: 0 | 1 | 2) =>
    Math.round(x[i] + (y[i] - x[i]) * t)
      .toString(16)
      .padStart(2, "0");
  return `#${part(0)}${part(1)}${part(2)}`;
};

export const light = (c: string, t = 0.25): string => mix(c, "#fff6e6", t);
export const dark = (c: string, t = 0.25): string => mix(c, "#3a1606", t);

export const path = (d: string, fill: string, more = ""): string => `<path d="${d}" fill="${fill}" ${more}/>`;

export const line = (d: string, stroke: string, width = 2, more = ""): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** A sheet of paper: its shadow below, its light edge above, its face between. */
export const cut = (d: string, fill: string, lift = 2.2, edge = 1.1): string =>
  `<path d="${d}" transform="translate(0 ${lift + edge})" fill="#2b1206" opacity=".2"/>` +
  `<path d="${d}" transform="translate(0 ${(lift + edge) / 2})" fill="#2b1206" opacity=".14"/>` +
  `<path d="${d}" fill="${light(fill, 0.42)}"/>` +
  `<path d="${d}" transform="translate(0 ${edge})" fill="${fill}"/>`;

export const disc = (cx: number, cy: number, rx: number, ry = rx): string =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

export const slab = (x: number, y: number, w: number, h: number, r: number): string =>
  `M${x + r} ${y}h${w - 2 * r}q${r} 0 ${r} ${r}v${h - 2 * r}q0 ${r} ${-r} ${r}h${-(w - 2 * r)}q${-r} 0 ` +
  `${-r} ${-r}v${-(h - 2 * r)}q0 ${-r} ${r} ${-r}Z`;

/** A wavy line of n bumps from (x0, y) to (x1, y), to be used inside a path. */
export const waves = (x0: number, x1: number, y: number, amp: number, n: number): string => {
  const step = (x1 - x0) / n;
  let d = "";
  for (let i = 0; i < n; i++) {
    const s = i % 2 === 0 ? 1 : -1;
    d += `Q${(x0 + step * (i + 0.5)).toFixed(1)} ${(y + amp * s * 1.6).toFixed(1)} ${(x0 + step * (i + 1)).toFixed(1)} ${y}`;
  }
  return d;
};

export const dots = (points: ReadonlyArray<readonly [number, number]>, r: number, fill: string, more = ""): string =>
  points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`).join("");

/** Sesame seeds: small tilted drops. */
export const seeds = (points: ReadonlyArray<readonly [number, number, number]>, fill = "#fff1cf", s = 1): string =>
  points
    .map(
      ([x, y, turn]) =>
        `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"><ellipse cx="0" cy="1.1" rx="3.4" ` +
        `ry="2" fill="#5b2a0c" opacity=".3"/><ellipse rx="3.4" ry="2" fill="${fill}"/></g>`,
    )
    .join("");

export const group = (transform: string, ...parts: string[]): string =>
  `<g transform="${transform}">${parts.join("")}</g>`;

/** Small repeatable randomness for details that should look made by hand. */
export const hand = (seed: number): (() => number) => {
  let s = seed >>> 0 || 1;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 4294967296;
  };
};

export const hash = (text: string): number => {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619) >>> 0;
  return h;
};
