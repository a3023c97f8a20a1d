import { describe, expect, test } from "vitest";
import { LinkError, packed, unpacked } from "../src/lib/game_link";

const rows = [
  { bunfight: 1, game: "burger_war", rules: 1, options: {}, cards: "x", seats: ["Ann", "李"] },
  { luck: "0".repeat(64) },
  { seat: -1, move: "", luck: [1, 2], stream: 0, said: [{ event: { kind: "dealt" } }] },
  { seat: 0, move: "draw", luck: [], stream: -1, said: [] },
];
const text = (all: unknown[]): string => `${all.map((row) => JSON.stringify(row)).join("\n")}\n`;
const reason = (link: string): Promise<string> =>
  unpacked(link).then(
    () => "none",
    (e: unknown) => (e instanceof LinkError ? e.reason : String(e)),
  );

describe("a game in a link", () => {
  test("comes back without its events", async () => {
    const found = await unpacked(`#${await packed(text(rows))}`);
    expect(found).toMatchObject({ game: "burger_war", names: ["Ann", "李"], decisions: 1, over: false });
    expect(found.record).not.toContain("said");
    expect(found.record).toContain('"luck":[1,2]');
  });
  test("knows that it is over", async () => {
    expect((await unpacked(await packed(text([...rows, { end: {}, seeds: ["s"] }])))).over).toBe(true);
  });
  test("is refused with a reason", async () => {
    const link = await packed(text(rows));
    expect(await reason("")).toBe("empty");
    expect(await reason(link.slice(0, -4))).toBe("damaged");
    const at = link.length - 12; // in the checksum
    expect(await reason(link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1))).toBe("damaged");
    expect(await reason("2.abc")).toBe("newer");
    expect(await reason("hello")).toBe("damaged");
    expect(await reason("1.%%%")).toBe("damaged");
  });
  test("that unpacks to far more than a game has is not unpacked", async () => {
    const link = await packed(text([...rows, { seat: 0, move: "x".repeat(3_000_000) }]));
    expect(link.length).toBeLessThan(10_000);
    expect(await reason(link)).toBe("damaged");
  });
});
