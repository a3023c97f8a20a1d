// The board of Pig: a die, the pot, a race of pigs, and two buttons. Drawn anew after every change.

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const NS = "http://www.w3.org/2000/svg";

const svg = (name, attributes, ...children) => {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const html = (name, style, ...children) => {
  const element = document.createElement(name);
  element.style.cssText = style;
  element.append(...children);
  return element;
};

const die = (n, label) => {
  const pips = (PIPS[n] ?? []).map((at) =>
    svg("circle", { cx: 25 + (at % 3) * 25, cy: 25 + Math.floor(at / 3) * 25, r: 8.5, fill: n === 1 ? "#a12c1e" : "#3a2418" }),
  );
  const face = svg("rect", { x: 3, y: 3, width: 94, height: 94, rx: 20, fill: "#fffaf1", stroke: "#d9bf9a", "stroke-width": 4 });
  return svg("svg", { viewBox: "0 0 100 100", width: 120, height: 120, role: "img", "aria-label": label }, face, ...pips);
};

const pig = (colour) =>
  svg("svg", { viewBox: "0 0 60 40", width: 54, height: 36, "aria-hidden": "true" },
    svg("path", { d: "M12 30v8h7v-6h18v6h7v-9c5-3 7-7 7-12 0-9-9-14-20-14-9 0-16 4-18 10l-6 2c-2 4-2 8 0 11l5 1z", fill: "#f2a7a0" }),
    svg("path", { d: "M17 6l8-5 1 8zM51 14c5-1 6 4 3 6", fill: "#e58a84", stroke: "#e58a84", "stroke-width": 2 }),
    svg("ellipse", { cx: 8, cy: 22, rx: 4, ry: 5, fill: "#e58a84" }),
    svg("circle", { cx: 18, cy: 15, r: 2, fill: "#3a2418" }),
    svg("path", { d: "M24 4c8-3 18-1 22 6l-22 2z", fill: colour }));

const lane = (table, seat) => {
  const { view, words } = table;
  const far = Math.min(1, view.scores[seat] / view.goal);
  const risk = view.awaits.includes(seat) ? Math.min(1 - far, view.pot / view.goal) : 0;
  const asked = view.awaits.includes(seat);
  const runner = html("span", `position:absolute;bottom:6px;left:calc(${far} * (100% - 54px));transition:left ${table.still ? 0 : 400}ms`);
  runner.append(pig(`var(--seat-${seat % 6})`));
  const track = html("span",
    `position:relative;display:block;height:50px;border-radius:12px;box-shadow:var(--lift-1) inset;background:
     linear-gradient(90deg,#b9cf94 0 ${far * 100}%,#e9c46a ${far * 100}% ${(far + risk) * 100}%,rgb(var(--dent) / .1) 0)`, runner);
  const name = html("strong", "font:700 var(--t-3)/1.2 var(--display)", words.seat(seat) + (asked ? " ●" : ""));
  const score = html("b", "font-size:var(--t-4);text-align:right", String(view.scores[seat]));
  return html("div", "display:grid;grid-template-columns:clamp(64px,18vw,150px) 1fr 56px;gap:12px;align-items:center", name, track, score);
};

export default function board(element, table) {
  const { view, words } = table;
  const button = (verb) => {
    const one = html("button", "", words.move(verb));
    one.className = verb === "roll" ? "button main" : "button";
    table.point(one, { verb });
    return one;
  };
  const label = `${words.term("die")}: ${view.die || "–"}`;
  const pot = html("div", "text-align:center", html("div", "color:var(--ink-2)", words.term("pot")));
  pot.append(html("b", "font:700 var(--t-6)/1 var(--display)", String(view.pot)));
  const middle = html("div", "display:flex;gap:36px;align-items:center;justify-content:center;flex-wrap:wrap", die(view.die, label), pot);
  const acts = html("div", "display:flex;gap:12px;justify-content:center;flex-wrap:wrap");
  if (view.seat !== null && !view.over) acts.append(button("roll"), button("hold"));
  const lanes = html("div", "display:grid;gap:10px", ...view.scores.map((_, seat) => lane(table, seat)));
  const goal = html("p", "margin:0;text-align:center;color:var(--ink-2)", `${words.term("goal")}: ${view.goal} · ${words.term("round")} ${view.round}`);
  const focused = [...element.querySelectorAll("button")].indexOf(document.activeElement);
  element.replaceChildren(html("div", "display:grid;gap:20px;padding:20px;max-width:820px;margin:auto", goal, lanes, middle, acts));
  if (focused >= 0) element.querySelectorAll("button")[focused]?.focus();
}
