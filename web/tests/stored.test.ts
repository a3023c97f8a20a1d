/** Damaged or hostile data in the browser's storage, in files and in links never breaks a page. */
import { describe, expect, it } from "vitest";
import {
  boundedText,
  checkedOnboarding,
  checkedProfile,
  checkedSettings,
  checkedTables,
  importedProfile,
  joinedGames,
  MOST_GAMES,
  parsed,
} from "../src/lib/stored";
import type { Played } from "../src/lib/profile.svelte";

const game = (table: string, at = 1): Played => ({
  table,
  game: "burger_up",
  at,
  me: 0,
  names: ["Ann", "Bot"],
  bots: ["", "hard"],
  ranks: [1, 2],
  totals: [9, 7],
  winners: [0],
  counted: true,
});
const file = (profile: unknown, more: object = {}) =>
  JSON.stringify({ kind: "bunfight-profile", version: 1, profile, ...more });

describe("stored data", () => {
  it("keeps what is sound", () => {
    const whole = { avatar: "person-c05", rated: true, games: [game("a"), { ...game("b"), luck: 0.1, skill: -0.2 }] };
    expect(checkedProfile(parsed(JSON.stringify(whole)))).toEqual(whole);
    const table = { id: "a-b-1", game: "burger_up", title: "T", host: "h", seats: { 0: "x" }, seen: 3, over: false };
    expect(checkedTables([table])).toEqual([table]);
    expect(checkedOnboarding({ burger_up: "lesson", burger_war: "nonsense" })).toEqual({ burger_up: "lesson" });
  });

  it("leaves out games that would break the page", () => {
    const bad: unknown[] = [
      null,
      7,
      "x",
      [],
      {},
      { ...game("x"), names: "Ann" },
      { ...game("x"), names: null },
      { ...game("x"), winners: undefined },
      { ...game("x"), ranks: [1] },
      { ...game("x"), me: 2 },
      { ...game("x"), me: -1 },
      { ...game("x"), at: 1e300 },
      { ...game("x"), at: "now" },
      { ...game("x"), bots: [{}, {}] },
      { ...game("../../api") },
      { ...game("x"), game: "a b" },
    ];
    expect(checkedProfile({ games: [...bad, game("good")] }).games).toEqual([game("good")]);
  });

  it("survives anything at all", () => {
    for (const text of [null, "", "{", "null", "7", '"x"', "[]", '{"games":{}}', '{"avatar":{}}', '{"games":[[[]]]}']) {
      expect(checkedProfile(parsed(text)).games).toEqual([]);
      expect(checkedTables(parsed(text))).toEqual([]);
      expect(checkedOnboarding(parsed(text))).toEqual({});
      expect(checkedSettings(parsed(text), { lang: "en", sound: false })).toEqual({ lang: "en", sound: false });
      expect(importedProfile(text ?? "")).toBe("bad");
    }
    expect(checkedSettings({ lang: 7, sound: "yes", theme: "x" }, { lang: "en", sound: false })).toEqual({
      lang: "en",
      sound: false,
    });
  });

  it("keeps own games when a profile brings many", () => {
    const own = Array.from({ length: 900 }, (_, n) => game(`own${n}`, n));
    const other = Array.from({ length: 1000 }, (_, n) => game(`other${n}`, 1e6 + n));
    const all = joinedGames(own, other);
    expect(all.length).toBe(MOST_GAMES);
    expect(all.filter((g) => g.table.startsWith("own")).length).toBe(900);
    expect(joinedGames([game("a", 1)], [{ ...game("a", 2), me: 1 }])).toEqual([game("a", 1)]);
  });

  it("reads a profile of another device", () => {
    const found = importedProfile(
      file({ avatar: "evil", games: [game("a"), game("a")] }, { settings: { name: "Ann" } }),
    );
    expect(found).toEqual({
      profile: { avatar: "person-c01", rated: false, games: [game("a")] },
      tables: [],
      met: {},
      name: "Ann",
    });
    expect(importedProfile(file({}, { settings: { name: "x".repeat(999) } }))).toHaveProperty("name", "");
  });

  it("opens a profile of the second edition", () => {
    const settings = { lang: "zh", theme: "dark", name: "Ann", sound: true, motion: "full", pace: "calm" };
    const profile = { avatar: "person-c11", rated: true, games: [{ ...game("a-b-1"), luck: 0.1, skill: 0.2 }] };
    const lesson = { game: "burger_up", leaf: 2, done: [0, 1], light: true };
    const seats = { 0: "secret" };
    const tables = [{ id: "c-d-2", game: "jom_burger", title: "T", host: "h", seats, seen: 1, over: false, lesson }];
    const found = importedProfile(
      file(profile, { settings, tables, met: { burger_up: "lesson", jom_burger: "know" } }),
    );
    expect(found).toEqual({ profile, tables, met: { burger_up: "lesson", jom_burger: "know" }, name: "Ann" });
  });

  it("refuses a profile of a newer version", () => {
    expect(importedProfile(file({ games: [game("a")] }, { version: 2 }))).toBe("newer");
  });

  it("stops reading a link that unpacks to too much", async () => {
    let made = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        made += 1;
        controller.enqueue(new Uint8Array(100_000));
      },
    });
    await expect(boundedText(endless)).rejects.toThrow(RangeError);
    expect(made).toBeLessThan(40);
    expect(await boundedText(new Blob(["ünïcode"]).stream())).toBe("ünïcode");
  });
});
