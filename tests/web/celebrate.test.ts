import { spiritCoins } from "#domain/users/spirit.ts";
import {
  celebrate,
  celebrations,
  finishCelebration,
  holdCelebrations,
  pendingCoins,
  takeCelebrations,
  upcoming,
} from "#web/lib/celebrate.ts";

const shown = () => upcoming(celebrations.get());
const badge = (title: string, key?: string) =>
  celebrate({ kind: "badge", title, reason: "Achievement earned", key });

afterEach(() => void takeCelebrations());

describe("the queue of celebrations", () => {
  test("shows one badge after the other, oldest first, and lets coins fly beside a badge", () => {
    badge("First");
    badge("Second");
    expect(shown().stage).toMatchObject({ title: "First" });
    finishCelebration(shown().stage?.id ?? 0);
    expect(shown().stage).toMatchObject({ title: "Second" });
    finishCelebration(shown().stage?.id ?? 0);
    expect(shown()).toEqual({ stage: null, coins: null });
    badge("First");
    celebrate({ kind: "coins", coins: 5 });
    expect(shown()).toMatchObject({ stage: { title: "First" }, coins: { coins: 5 } });
  });

  test("lets a level's coins wait for it, also while a badge shows first", () => {
    badge("First");
    celebrate({ kind: "level", level: 4, coins: 40 });
    celebrate({ kind: "coins", coins: 45 });
    expect(shown()).toMatchObject({ stage: { title: "First" }, coins: null });
    finishCelebration(shown().stage?.id ?? 0);
    expect(shown()).toMatchObject({ stage: { level: 4 }, coins: null });
    finishCelebration(shown().stage?.id ?? 0);
    expect(shown()).toMatchObject({ stage: null, coins: { coins: 45 } });
  });

  test("adds up coins and levels that wait, but not what is on the screen", () => {
    celebrate({ kind: "coins", coins: 1 });
    celebrate({ kind: "coins", coins: 2 });
    celebrate({ kind: "coins", coins: 3 });
    expect(celebrations.get().queue).toMatchObject([{ coins: 1 }, { coins: 5 }]);
    takeCelebrations();
    const release = holdCelebrations();
    celebrate({ kind: "level", level: 2, coins: 20 });
    celebrate({ kind: "level", level: 3, coins: 30 });
    expect(celebrations.get().queue).toMatchObject([{ level: 3, coins: 50 }]);
    release();
  });

  test("shows nothing while anything holds it, and everything afterwards", () => {
    const [run, background] = [holdCelebrations(), holdCelebrations()];
    celebrate({ kind: "level", level: 2, coins: 20 });
    celebrate({ kind: "coins", coins: 20 });
    badge("First");
    expect(shown()).toEqual({ stage: null, coins: null });
    run();
    run();
    expect(shown()).toEqual({ stage: null, coins: null });
    background();
    expect(shown().stage).toMatchObject({ level: 2 });
  });

  test("takes the same badge once, and at most five", () => {
    badge("First", "notification:1");
    badge("First", "notification:1");
    expect(celebrations.get().queue).toHaveLength(1);
    for (let i = 2; i < 9; i++) badge(`Badge ${i}`);
    expect(celebrations.get().queue).toHaveLength(5);
  });

  test("knows how many coins haven't reached the wallet yet", () => {
    const release = holdCelebrations();
    celebrate({ kind: "coins", coins: 20 });
    badge("First");
    celebrate({ kind: "coins", coins: 5 });
    expect(pendingCoins(celebrations.get())).toBe(25);
    release();
    finishCelebration(shown().coins?.id ?? 0);
    expect(pendingCoins(celebrations.get())).toBe(0);
  });
});

test("the coins of several spirit levels are the sum of each level's", () => {
  expect(spiritCoins(1, 2)).toBe(20);
  expect(spiritCoins(1, 4)).toBe(20 + 30 + 40);
  expect(spiritCoins(9, 9)).toBe(0);
});
