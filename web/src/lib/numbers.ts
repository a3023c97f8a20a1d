/** Numbers with a typographic minus. */

/** With a sign only below zero. */
export const minus = (n: number): string => (n < 0 ? `−${-n}` : String(n));

/** With a sign unless it is zero. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : minus(n));

/** A share as a signed percentage. */
export const signedPercent = (share: number): string => `${signed(Math.round(share * 100) || 0)}%`;
