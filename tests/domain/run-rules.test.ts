import {
  isRecognizable,
  MAX_RANK,
  medalOf,
  placeInList,
  rankBehind,
  reasonText,
  runMessage,
} from "#domain/runs/rules.ts";

describe("a medal", () => {
  const run = { ms: 10_000, creator_ms: null, rank: 500, is_best: true, previous_ms: null };

  test.each([
    ["the creator's time was beaten", { creator_ms: 10_001, rank: 1, previous_ms: 11_000 }, "creator"],
    ["the creator's time was only met, in the first place", { creator_ms: 10_000, rank: 1 }, "top_ten"],
    ["it took the last of the first ten places", { rank: 10, previous_ms: 11_000 }, "top_ten"],
    ["it improved the player's best time", { rank: 11, previous_ms: 11_000 }, "best"],
    ["it improved it beyond the last rank", { rank: null, previous_ms: 11_000 }, "best"],
    ["it was the first clear", { rank: 11 }, null],
    [
      "it wasn't the player's best",
      { creator_ms: 20_000, rank: 1, is_best: false, previous_ms: 9_000 },
      null,
    ],
  ] as const)("is the right one if %s", (_, fields, medal) => {
    expect(medalOf({ ...run, ...fields })).toBe(medal);
  });
});

describe("a rank", () => {
  test("is exact up to the limit and null beyond it", () => {
    expect([0, 9, MAX_RANK - 1, MAX_RANK, MAX_RANK + 1, null].map(rankBehind)).toEqual([
      1,
      10,
      MAX_RANK,
      null,
      null,
      null,
    ]);
  });
});

describe("the place of a clear in a list", () => {
  test("follows the first ten, which stay free for live runs", () => {
    expect([1, 2, 3, 4].map((n) => placeInList(n, 2))).toEqual([1, 2, 11, 12]);
    expect([1, 10, 11, 12].map((n) => placeInList(n, 10))).toEqual([1, 10, 11, 12]);
    expect(placeInList(1, 0)).toBe(11);
  });
});

describe("the message of a run", () => {
  const run = {
    status: "counted",
    reason: null,
    is_first: false,
    is_best: false,
    misses_top: null,
  } as const;

  test("says what became of a counted run", () => {
    const messages = [{ is_first: true, is_best: true }, { is_best: true }, {}].map((fields) =>
      runMessage({ ...run, ...fields }),
    );
    expect(messages).toEqual([
      "Level cleared! This run is confirmed.",
      "New best time! This run is confirmed.",
      "This run is confirmed.",
    ]);
    expect(runMessage({ ...run, is_best: true, misses_top: "behind" })).toBe(
      "New best time! This run counts, but not among the first ten: your connection fell behind.",
    );
    expect(runMessage({ ...run, misses_top: "alone" })).toBe(
      "This run counts, but not among the first ten: it wasn't played in a room.",
    );
  });

  test("gives the reason of a refused run, or says that staff decided", () => {
    expect(runMessage({ ...run, status: "refused", reason: "not_cleared" })).toBe(
      "This run couldn't be confirmed: its recording ends before the level is cleared.",
    );
    expect(runMessage({ ...run, status: "refused" })).toBe(
      "This run couldn't be confirmed: our team reviewed it and it doesn't count.",
    );
    expect(reasonText("copied")).toBe("someone else already set exactly this run.");
  });

  test("doesn't promise anything while the run waits or is under review", () => {
    expect(runMessage({ ...run, status: "waiting" })).toBe("Checking your run…");
    expect(runMessage({ ...run, status: "flagged" })).toContain("reviewing");
  });
});

test("inputs are recognizable from eight stretches on", () => {
  expect([isRecognizable(7), isRecognizable(8)]).toEqual([false, true]);
});
