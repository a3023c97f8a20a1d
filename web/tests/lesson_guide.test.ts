import { describe, expect, it, vi } from "vitest";
import { LessonGuide } from "../src/lib/lesson_guide.svelte";
import { guide } from "../src/lib/explanations.svelte";
import { cardText, type Lesson } from "../src/lib/lesson";
import { firstSentence } from "../src/lib/sentence";
import type { View } from "../src/games/contract";

vi.hoisted(() => vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined }));

const lesson: Lesson = {
  shape: { take: ["die"], fridge: ["die"], reroll: ["die"] },
  seats: 2,
  seed: "x",
  cards: [
    { en: "Welcome." },
    { en: "Click a die. Then a space.", step: "Take" },
    { en: "Nothing fits.", verb: "fridge" },
  ],
  steps: [],
};
const view = (step: string): View => ({ seat: 0, seats: 2, awaits: [0], step, moves: [], over: false });
const light = () => new LessonGuide(lesson, { game: "g", leaf: 0, done: [], light: true });

describe("the light guide", () => {
  it("starts with the core decision, not with rules", () => {
    const g = light();
    expect(g.reading).toBe(false);
    g.look(view("Take"), ["take 1", "take 2"], 1);
    expect(g.tip?.en).toMatch(/^Click a die/);
  });
  it("lets a tip go with its question", () => {
    const g = light();
    g.look(view("Take"), ["take 1", "fridge 2"], 1);
    g.look(view("Take"), ["take 1", "fridge 2"], 1);
    expect(g.tip?.step).toBe("Take");
    g.look(view("Take"), [], 1);
    expect(g.tip).toBeNull();
    g.look(view("Take"), ["fridge 2"], 2);
    expect(g.tip?.verb).toBe("fridge");
    g.look(view("Take"), ["take 1", "take 2"], 3);
    expect(g.tip).toBeNull();
  });
  it("gives one tip for a question, and none again once it was read", () => {
    const g = light();
    g.look(view("Take"), ["take 1", "fridge 2"], 1);
    g.close();
    g.look(view("Take"), ["take 1", "fridge 2"], 1);
    expect(g.tip).toBeNull();
    guide.fits = null;
  });
});

describe("a lesson", () => {
  const place = { en: "Drop it.", move: { verb: "place" }, any: true, until: "MaySave" };
  const crisis: Lesson = {
    shape: { take: ["card"], place: ["piece"], grab: ["piece"] },
    seats: 2,
    seed: "x",
    cards: [],
    steps: [{ en: "Take.", move: { verb: "take" } }, place, { en: "Save it.", move: { verb: "grab" } }],
  };
  const play = (g: LessonGuide, step: string, move: string, at: number) => {
    g.look(view(step), [move], at);
    g.passed(g.step, at);
  };
  it("asks again until the move led where it should", () => {
    const g = new LessonGuide(crisis, { game: "g", leaf: 0, done: [] });
    play(g, "MustPick", "take egg", 1);
    play(g, "MustStack", "place egg", 2);
    g.look(view("MustPick"), ["take apple"], 3);
    expect(g.made).toBe(1);
    play(g, "MustPick", "take apple", 3);
    play(g, "MustStack", "place apple", 4);
    g.look(view("MustStack"), ["place apple"], 4); // the answer is there before the next question
    expect(g.made).toBe(1);
    g.look(view("MaySave"), ["grab apple"], 5);
    expect([g.made, g.step?.en]).toEqual([2, "Save it."]);
    g.leave();
  });
  it("goes on after two attempts that led elsewhere", () => {
    const g = new LessonGuide(crisis, { game: "g", leaf: 0, done: [0] });
    play(g, "MustStack", "place egg", 1);
    play(g, "MustStack", "place apple", 2);
    expect(g.over).toBe(false);
    g.look(view("MustPick"), ["take pie"], 3);
    expect(g.over).toBe(true);
    g.leave();
  });
  it("does not end inside a prompt", () => {
    const g = new LessonGuide(crisis, { game: "g", leaf: 0, done: [1] });
    play(g, "MustPick", "take egg", 1);
    play(g, "MaySave", "grab egg", 2);
    expect(g.over).toBe(true);
    expect(g.begins("MaySave")).toBe(false);
    expect(g.begins("MustPick")).toBe(true);
    g.leave();
  });
});

describe("what cards say to fingers", () => {
  it("is tap, in one sentence where there is little room", () => {
    expect(cardText(lesson.cards[1]!, "en", true)).toBe("Tap a die. Then a space.");
    expect(firstSentence("Tap a die. Then a space.")).toBe("Tap a die.");
    expect(firstSentence("点骰子。再点位置。")).toBe("点骰子。");
    expect(firstSentence("It costs 1.5 coins. Yes.")).toBe("It costs 1.5 coins.");
  });
});
