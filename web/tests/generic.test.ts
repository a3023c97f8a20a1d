import { describe, expect, it } from "vitest";
import { boardParts, inOrder, unseen, type GrammarInfo } from "../src/generic/view_parts";
import type { View } from "../src/games/contract";

const grammar: GrammarInfo = {
  shape: { serve: ["tea"], beg: ["seat"], wait: [] },
  things: { tea: ["white", "green", "black"], seat: ["0", "1"] },
  seats: ["seat"],
};
const view = (more: Record<string, unknown>): View => ({
  seat: 0,
  seats: 2,
  awaits: [0],
  step: "Turn",
  moves: [],
  over: false,
  ...more,
});

describe("the generic board reads a view", () => {
  it("finds the hand, and points at a thing where it is held", () => {
    const table = boardParts(view({ hand: ["white", "green"], table: ["white", "black"] }), grammar);
    expect(table.hand).toMatchObject([{ name: "hand", kind: "cards", cards: [{ word: "white" }, { word: "green" }] }]);
    const shared = table.shared[0]!;
    expect(shared.kind === "cards" && shared.cards.map((card) => card.thing !== null)).toEqual([false, true]);
    expect(table.visible.has("tea white")).toBe(true);
  });
  it("tells apart two things that stand for the same", () => {
    const [hand] = boardParts(view({ hand: ["white", "white"] }), grammar).hand;
    const keys = hand!.kind === "cards" ? hand!.cards.map((card) => card.thing?.key) : [];
    expect(new Set(keys).size).toBe(2);
  });
  it("turns sizes into piles and gives each seat its own", () => {
    const table = boardParts(view({ hand: ["white"], hand_sizes: [1, 3], pot_size: 9, points: [4, 5] }), grammar);
    expect(table.shared).toEqual([{ name: "pot", kind: "pile", n: 9 }]);
    expect(table.seats[0]).toEqual([{ name: "points", kind: "count", n: 4 }]);
    expect(table.seats[1]).toEqual([
      { name: "hand", kind: "pile", n: 3 },
      { name: "points", kind: "count", n: 5 },
    ]);
  });
  it("reads counts by kind", () => {
    const [hand] = boardParts(view({ hand: [2, 0, 1] }), grammar).hand;
    expect(hand).toMatchObject({
      cards: [
        { word: "white", n: 2 },
        { word: "black", n: 1 },
      ],
    });
  });
  it("hides what is only an option of the table, and shows a spectator no hand", () => {
    expect(boardParts(view({ goal: 100, hand: ["white"] }), grammar, { goal: 100, hand: 3 }).shared).toEqual([]);
    expect(boardParts({ ...view({ hand: [] }), seat: null }, grammar).hand).toEqual([]);
  });
  it("gives a button to what nothing on the board says", () => {
    const table = boardParts(view({ hand: ["white"] }), grammar);
    expect(unseen(["serve white", "serve black", "beg 1", "wait"], grammar, table.visible)).toEqual([
      "serve black",
      "wait",
    ]);
  });
  const typed: GrammarInfo = {
    ...grammar,
    roles: { wait: "decline", serve: "main" },
    fields: {
      pot: { kind: "pile" },
      buyer: { kind: "seat" },
      held: { kind: "hand" },
      points: { kind: "by_seat", of: { kind: "score" } },
      laid: { kind: "by_seat", of: { kind: "secret" } },
      done: { kind: "by_seat", of: { kind: "flag" } },
      seen: { kind: "by_seat", of: { kind: "cards" } },
    },
  };
  it("shows fields by their types, whatever their names are", () => {
    const table = boardParts(view({ pot: 9, held: ["white"], points: [4, 5] }), typed);
    expect(table.shared).toEqual([{ name: "pot", kind: "pile", n: 9 }]);
    expect(table.hand).toMatchObject([{ name: "held", kind: "cards" }]);
    expect(table.seats[1]).toEqual([{ name: "points", kind: "score", n: 5 }]);
  });
  it("shows a seat as a badge of that seat, and nobody as nothing", () => {
    expect(boardParts(view({ buyer: 1 }), typed).badges).toEqual([[], ["buyer"]]);
    const nobody = boardParts(view({ buyer: -1 }), typed);
    expect([nobody.badges, nobody.shared]).toEqual([[[], []], []]);
  });
  it("keeps a secret closed for everybody but its owner", () => {
    const table = boardParts(view({ laid: ["white", "?"], done: [false, true] }), typed);
    expect(table.seats[0]).toEqual([{ name: "laid", kind: "secret", word: "white" }]);
    expect(table.seats[1]).toEqual([
      { name: "laid", kind: "secret", word: "" },
      { name: "done", kind: "flag", on: true },
    ]);
  });
  it("counts what lies several times before a seat", () => {
    const [, other] = boardParts(view({ held: ["white"], seen: [[], ["white", "white", "white"]] }), typed).seats;
    expect(other).toMatchObject([{ name: "seen", cards: [{ word: "white", n: 3, thing: null }] }]);
  });
  it("shows the same cards of a large hand as one", () => {
    const held = [...Array<string>(6).fill("white"), ...Array<string>(6).fill("green")];
    const [hand] = boardParts(view({ held }), typed).hand;
    expect(hand).toMatchObject({
      cards: [
        { word: "white", n: 6, thing: { tea: "white" } },
        { word: "green", n: 6 },
      ],
    });
  });
  it("puts the main action first and the way out last", () => {
    expect(inOrder(["wait", "beg 1", "serve white"], typed)).toEqual(["serve white", "beg 1", "wait"]);
  });
  it("offers what moves say and nothing on the table stands for", () => {
    const bluff: GrammarInfo = {
      shape: { give: ["tea", "seat", "claim"], pay: ["price"] },
      things: { tea: ["white", "green"], seat: ["0", "1"], claim: ["white", "green"], price: ["1", "2"] },
      seats: ["seat"],
    };
    const moves = ["give white 1 white", "give white 1 green", "pay 1"];
    const table = boardParts(view({ hand: ["white"], moves }), bluff);
    expect(table.spoken).toMatchObject([
      { name: "claim", noun: true, cards: [{ thing: { claim: "white" } }, { thing: { claim: "green" } }] },
    ]);
    expect(table.hand).toMatchObject([{ cards: [{ thing: { tea: "white" } }] }]);
    expect(unseen(moves, bluff, table.visible), "a move about one thing is a button").toEqual(["pay 1"]);
  });
});
