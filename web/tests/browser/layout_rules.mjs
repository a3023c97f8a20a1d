// The layout laws, looked up in the page itself: what is wrong with the table as it is drawn now, in words.

/**
 * In the page. Everything that carries information (text, pictures, dice) or can be used (buttons, fields) in the frame:
 * inside the window (wide) or the page (tall), not cut off by a box, not covered by anything else, its text inside its box,
 * its type and, if it can be used now, its size large enough, and everything within reach.
 */
export const broken = ({ type, target, touch }) => {
  const found = [];
  const slack = 2.5;
  const tall = document.documentElement.dataset.form === "tall";
  const frame = document.querySelector(".frame");
  const name = (e) => {
    const kind = typeof e.className === "string" ? e.className : e.className.baseVal;
    const place = e.closest("section, aside, .bar, .news");
    return `${e.tagName.toLowerCase()}.${kind
      .replace(/svelte-\w+|\s+/g, " ")
      .trim()
      .replace(/ +/g, ".")} "${(e.getAttribute("aria-label") ?? e.textContent.trim()).slice(
      0,
      30,
    )}" in ${place?.className.replace(/svelte-\w+/g, "").trim() ?? "?"}`;
  };
  const say = (law, e, more = "") => found.push(`${law}: ${name(e)} ${more}`);
  const everything = document.createElement("style");
  everything.textContent = `* { pointer-events: auto !important }
    svg:not(.scene) * { pointer-events: none !important }
    .sky, .arrows { display: none !important }`;
  document.head.append(everything);
  /* what is inert is gone in a moment: a hit falls through it */
  const skipped = (e) => e.closest(".sr, .sky, .sheet, .ticker, .banner, option, [hidden], [inert]");
  const styles = new Map();
  const style = (e) => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e);
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const ownText = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  const usable = (e) => e.matches("button, a[href], input, select, textarea, [role='button']");
  const things = [...frame.querySelectorAll("*")].filter(
    (e) =>
      !skipped(e) &&
      (usable(e) || ownText(e) || e.matches("svg.art, .die")) &&
      !(e instanceof SVGElement && e.closest("svg").matches(".scene, .ring, .arrows") && !e.matches("text, .piece")) &&
      shown(e),
  );
  /* Boxes that may be scrolled on purpose: lists beside the board, never the board itself. */
  const scrolls = (e) => e.closest(".pane, .notes, .scrolls");
  /* Pictures that are put together of layers, and things laid on others on purpose, count as one. */
  const whole = (e) => e.closest("[data-whole]");
  const room = tall
    ? { left: 0, top: 0, right: innerWidth, bottom: document.documentElement.scrollHeight }
    : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const side = document.querySelector(".side").getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  let lit = [Infinity, -Infinity];

  for (const e of things) {
    let r = e.getBoundingClientRect();
    if (r.width < 1 || r.height < 1) continue;
    const y0 = tall ? scrollY : 0;
    if (
      r.left < room.left - slack ||
      r.right > room.right + slack ||
      r.top + y0 < room.top - slack ||
      r.bottom + y0 > room.bottom + slack
    )
      if (!scrolls(e))
        say("outside", e, `${Math.round(r.left)},${Math.round(r.top)} ${Math.round(r.right)},${Math.round(r.bottom)}`);
    for (let x = e.parentElement; x && x !== frame.parentElement; x = x.parentElement) {
      const s = style(x);
      if (s.overflowX === "visible" && s.overflowY === "visible") continue;
      const b = x.getBoundingClientRect();
      const cut = [b.left - r.left, r.right - b.right, b.top - r.top, r.bottom - b.bottom];
      if (
        !scrolls(x) &&
        Math.max(...cut) > slack &&
        !(e instanceof SVGElement && e.matches(".piece:not(.fallen), text"))
      )
        say("cut off", e, `by ${Math.round(Math.max(...cut))} px in ${name(x)}`);
      if (
        !scrolls(x) &&
        /auto|scroll/.test(s.overflowY) &&
        x.scrollHeight > x.clientHeight + slack &&
        x.closest(".board")
      )
        say("scrolls", x, `${x.scrollHeight} > ${x.clientHeight}`);
      break;
    }
    if (e instanceof SVGElement && !e.matches("svg, text, .piece")) continue;
    /* covered: what is hit at its middle and towards its corners must be itself, a part of it, or what it is a part of */
    if (tall && !e.closest(".side, .bar")) {
      const middle = r.top + r.height / 2;
      const reach = Math.max(60, Math.min(r.height * 0.4, (side.top - bar.bottom) / 2));
      if (middle < bar.bottom + reach || middle > side.top - reach) {
        scrollBy(0, middle - (bar.bottom + side.top) / 2);
        r = e.getBoundingClientRect();
      }
    }
    const inset = e.matches("svg.art, .die") ? 0.38 : e.matches(".tag") ? 0.05 : 0.2;
    const spots = [
      [0.5, 0.5],
      [inset, inset],
      [1 - inset, inset],
      [inset, 1 - inset],
      [1 - inset, 1 - inset],
    ].map(([x, y]) => [r.left + r.width * x, r.top + r.height * y]);
    let hidden = 0;
    let by = null;
    for (const [x, y] of spots) {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const hit = document.elementFromPoint(x, y);
      if (!hit || hit === e || e.contains(hit) || hit.contains(e) || (whole(e) && whole(e).contains(hit))) continue;
      /* an overlay inside the same control, such as a number on a corner */
      const box = e.closest("button, [role='button'], a, .card, li, .pk");
      if (box && box !== e && box.contains(hit)) continue;
      hidden++;
      by = hit;
    }
    const enough = 2;
    if (hidden >= enough && !scrolls(e) && !(e instanceof SVGElement && e.matches(".piece:not(.fallen)")))
      say("covered", e, `at ${hidden} of 5 by ${name(by)}`);
    /* type */
    if (ownText(e)) {
      const size =
        parseFloat(style(e).fontSize) * (e instanceof SVGElement && e.matches("text") ? (e.getScreenCTM()?.a ?? 1) : 1);
      if (size < type - 0.1) say("small type", e, `${size.toFixed(1)} px`);
      if (!(e instanceof SVGElement)) {
        const s = style(e);
        const range = document.createRange();
        for (const n of e.childNodes) {
          if (n.nodeType !== 3 || !n.textContent.trim()) continue;
          range.selectNodeContents(n);
          for (let x = e; x && x !== frame; x = x.parentElement) {
            const sx = style(x);
            const framed =
              sx.backgroundImage !== "none" ||
              sx.boxShadow !== "none" ||
              !/rgba\(0, 0, 0, 0\)|transparent/.test(sx.backgroundColor) ||
              sx.overflowX !== "visible";
            if (!framed || sx.display === "inline" || sx.display === "contents") continue;
            const b = x.getBoundingClientRect();
            for (const t of range.getClientRects())
              if (
                t.left < b.left - slack ||
                t.right > b.right + slack ||
                t.bottom - t.height * 0.25 > b.bottom + slack ||
                t.top + t.height * 0.25 < b.top - slack
              ) {
                if (s.textOverflow === "ellipsis" && (e.title || e.closest("[title]"))) break;
                if (!scrolls(e)) say("text overflows", e, `out of ${name(x)}`);
                break;
              }
            break;
          }
        }
      }
    }
    if (
      usable(e) &&
      e.ariaDisabled !== "true" &&
      e.tabIndex >= 0 &&
      !e.matches(".named, [role='slider'], .piece") &&
      !e.closest(".ask a, p a")
    ) {
      const least = Math.min(r.width, r.height);
      if (least < target - 0.6)
        say("small target", e, `${r.width.toFixed(0)} x ${r.height.toFixed(0)} px, ${touch ? "touch" : "mouse"}`);
    }
    if (e.closest(".board") && e.matches(".lit:not([aria-disabled='true']), .button:not([aria-disabled='true'])"))
      lit = [Math.min(lit[0], r.top + scrollY), Math.max(lit[1], r.bottom + scrollY)];
  }
  /* reach: wide without scrolling at all, tall with one short scroll: less than half of what is seen */
  if (!tall && document.documentElement.scrollHeight > innerHeight + 1)
    found.push(`scrolls: the page, ${document.documentElement.scrollHeight}`);
  if (document.documentElement.scrollWidth > innerWidth + 1)
    found.push(`scrolls: sideways, ${document.documentElement.scrollWidth}`);
  if (tall && lit[0] < Infinity && innerHeight > 700) {
    const view = side.top - bar.bottom;
    const way = Math.max(0, lit[1] - bar.bottom - view);
    if (way > view * 0.45)
      found.push(`far: ${Math.round(way)} px down to the last thing that can be used, ${Math.round(view)} px are seen`);
  }
  scrollTo(0, 0);
  everything.remove();
  return [...new Set(found)];
};
