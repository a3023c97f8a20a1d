/** Line icons, 24 x 24, drawn with the current colour. */

const stroke: Record<string, string> = {
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M12 3a6.500 6.500 0 0 0-4 11.600c.8.7 1 1.400 1 2.400h6c0-1 .2-1.700 1-2.400A6.500 6.500 0 0 0 12 3Z",
  chat: "M4 5h16v11H10l-5 4v-4H4Z",
  log: "M6 3h10l3 3v15H6ZM9 9h7M9 13h7M9 17h4",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l2 2H4ZM10 21h4M12 3v2",
  clock: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18ZM12 7v5l3 3",
  settings:
    "M12 8.500a3.500 3.500 0 1 0 0 7a3.500 3.500 0 0 0 0-7ZM12 2.500v3M12 18.500v3M2.500 12h3M18.500 " +
    "12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100",
  sound: "M4 9v6h4l5 4V5L8 9ZM16.500 8.500a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12",
  mute: "M4 9v6h4l5 4V5L8 9ZM17 9l5 6M22 9l-5 6",
  eye: "M2 12s3.500-7 10-7s10 7 10 7s-3.500 7-10 7s-10-7-10-7ZM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6Z",
  user: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8ZM4 21c0-4 3.500-6 8-6s8 2 8 6",
  bot: "M5 9h14v10H5ZM12 9V5M9 13.500v1M15 13.500v1M2.500 12v4M21.500 12v4",
  link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1",
  qr: "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h3v3M20 14v6h-3",
  play: "M7 4l13 8l-13 8Z",
  pause: "M8 5v14M16 5v14",
  next: "M6 5l9 7l-9 7ZM18 5v14",
  prev: "M18 5l-9 7l9 7ZM6 5v14",
  first: "M20 5l-7 7l7 7M12 5l-7 7l7 7",
  last: "M4 5l7 7l-7 7M12 5l7 7l-7 7",
  home: "M3 11l9-8l9 8M6 9v11h12V9M10 20v-6h4v6",
  rules: "M4 5c3-1.500 6-1 8 1c2-2 5-2.500 8-1v14c-3-1.500-6-1-8 1c-2-2-5-2.500-8-1ZM12 6v14",
  search: "M10.500 4a6.500 6.500 0 1 0 0 13a6.500 6.500 0 0 0 0-13ZM15.500 15.500L21 21",
  close: "M6 6l12 12M18 6L6 18",
  check: "M4 13l5 5L20 6",
  lock: "M6 11h12v9H6ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  warning: "M12 3L2 20h20ZM12 10v4M12 17v.5",
  right: "M9 5l7 7l-7 7",
  left: "M15 5l-7 7l7 7",
  up: "M5 15l7-7l7 7",
  down: "M5 9l7 7l7-7",
  flip: "M12 3v18M9 7L4 17h5ZM15 7l5 10h-5Z",
  turn: "M20 11a8 8 0 1 0-2 6M20 5v6h-6",
  ruler: "M8 2h8v20H8ZM8 6h3M8 10h4M8 14h3M8 18h4",
  deck: "M8 3h11v15H8ZM5 6v15h11",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14A8.500 8.500 0 1 1 10 4a7 7 0 0 0 10 10Z",
  sun:
    "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 " +
    "19M5 19l1.500-1.500M17.500 6.500L19 5",
  globe:
    "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18ZM3 12h18M12 3c3 3 3.500 6 3.500 9s-.5 6-3.500 9c-3-3-3.500-6-3.500-9s.5-6 3.500-9Z",
  keys: "M3 7h18v11H3ZM7 11h.5M11 11h.5M15 11h.5M8 15h8",
  wifi: "M3 9a13 13 0 0 1 18 0M6 12.500a8.500 8.500 0 0 1 12 0M9 16a4 4 0 0 1 6 0M12 19.500v.3",
  "wifi-off":
    "M3 3l18 18M9 16a4 4 0 0 1 6 0M6 12.500a8.500 8.500 0 0 1 4-2.300M3 9a13 13 0 0 1 4-2.700M14 5.300A13 13 0 0 1 21 9M12 19.500v.3",
  flag: "M6 21V4M6 4c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  learn: "M2 9l10-5l10 5l-10 5ZM6 11.500V17c3 2.500 9 2.500 12 0v-5.500M22 9v6",
  chart: "M4 20V4M4 20h16M8 16l4-5l3 3l5-7",
  share: "M12 15V4M8 7l4-4l4 4M5 12v8h14v-8",
  door: "M5 21V3h11v18M16 21h4M12.500 12v.5",
  dice: "M4 4h16v16H4ZM8.500 8.500v.01M15.500 8.500v.01M12 12v.01M8.500 15.500v.01M15.500 15.500v.01",
  replay: "M4 5h16v14H4ZM8 5v14M16 5v14M4 9.700h4M4 14.300h4M16 9.700h4M16 14.300h4",
  download: "M12 4v11M8 11l4 4l4-4M5 20h14",
  star: "M12 3l2.700 5.800l6.300.8l-4.600 4.400l1.200 6.300L12 17.200l-5.600 3.100l1.200-6.300L3 9.600l6.300-.8Z",
  bun: "M4 11c0-5 4-7 8-7s8 2 8 7ZM4 15h16c0 3-2 5-5 5H9c-3 0-5-2-5-5Z",
  salad: "M5 19C4 10 9 4 20 4c0 11-6 16-15 15ZM5 19L14 10",
  meat_patty: "M12 5c5 0 9 2.500 9 7s-4 7-9 7s-9-2.500-9-7s4-7 9-7Z",
  cheese_egg: "M12 3l9 9l-9 9l-9-9Z",
  sauce: "M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11Z",
  any: "M12 4v16M4 12h16M6.500 6.500l11 11M17.500 6.500l-11 11",
};

const solid = new Set(["play", "star"]);

export const iconNames = Object.keys(stroke);
export const iconPath = (name: string): string => stroke[name] ?? "";
export const iconSolid = (name: string): boolean => solid.has(name);
