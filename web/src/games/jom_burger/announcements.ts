// What is announced over the board: single events, and what the end of a round has changed.
import type { BannerContent, BeatContent } from "../../app/EventBanners.svelte";
import type { GameEvent } from "../../generated/jom_burger";
import type { BoardProps } from "../contract";

export const announcements = (words: BoardProps<unknown, GameEvent>["words"]) => ({
  tell: (e: GameEvent): BannerContent | null =>
    e.kind === "OrderFirst"
      ? { art: "bell", text: words.event(e), sound: "bell", big: e.order === "premium" }
      : e.kind === "OrderCompleted"
        ? { art: "bell", text: words.event(e), sound: "bell" }
        : e.kind === "SupplyCalled"
          ? { art: "scooter", text: words.event(e), sound: "dice" }
          : e.kind === "DieWasted"
            ? { art: "fridge", text: words.event(e), sound: "bad" }
            : null,
  beat: (all: GameEvent[]): BeatContent | null => {
    const round = all.find((e) => e.kind === "RoundStarted");
    return round && round.round > 1
      ? {
          art: "bag",
          title: words.board("round", { n: round.round }),
          lines: all.filter((e) => e.kind === "LeftoverStored" || e === round).map((e) => words.event(e)),
        }
      : null;
  },
});
