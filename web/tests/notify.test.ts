import { beforeEach, expect, test, vi } from "vitest";
import { watchTurn } from "../src/lib/notify";

const showNotification = vi.fn();

beforeEach(() => {
  showNotification.mockClear();
  vi.stubGlobal("document", { visibilityState: "hidden" });
  vi.stubGlobal("navigator", {
    serviceWorker: { register: async () => ({}), ready: Promise.resolve({ showNotification }) },
  });
});

const settled = () => new Promise((done) => setTimeout(done));

test("a turn is announced once", async () => {
  watchTurn("a", true, 0, "Your turn");
  watchTurn("a", true, 0, "Your turn");
  await settled();
  expect(showNotification).toHaveBeenCalledTimes(1);
});

test("the next turn is announced although no update showed the opponent's", async () => {
  watchTurn("b", true, 0, "Your turn");
  watchTurn("b", true, 1, "Your turn");
  await settled();
  expect(showNotification).toHaveBeenCalledTimes(2);
});

test("nothing is announced to somebody who is looking", async () => {
  vi.stubGlobal("document", { visibilityState: "visible" });
  watchTurn("c", true, 0, "Your turn");
  await settled();
  expect(showNotification).not.toHaveBeenCalled();
});
