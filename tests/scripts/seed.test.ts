import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PHYSICS } from "#domain/sim/index.ts";
import { runMs } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { STARTER_ITEMS, STARTER_KEYS } from "#domain/starter/starter-items.ts";
import { STARTER_SETS } from "#domain/starter/starter-sets.ts";
import { root } from "#scripts/run-script.mjs";
import { assignRuns } from "#scripts/seed/assign-runs.ts";
import { seedHistory } from "#scripts/seed/content/history.ts";
import { SEED_ITEMS } from "#scripts/seed/content/items.ts";
import { seedLevels } from "#scripts/seed/content/levels.ts";
import { seedPeople } from "#scripts/seed/content/people.ts";
import { THEMES } from "#scripts/seed/content/worlds/themes.ts";
import { demoPictures } from "#scripts/seed/demo.ts";
import { readStoredPictures } from "#scripts/seed/pictures.ts";
import { readItem } from "#scripts/seed/read-item.ts";
import { DEMO_LEVELS, readRecordedRuns } from "#scripts/seed/recorded-runs.ts";
import { retry } from "#scripts/seed/retry.ts";

const STARTER = join(root, "web/public/static/starter");

test("the starter files are those of the demo world's items, and no others", () => {
  const expected = STARTER_KEYS.flatMap((key) => {
    const index = SEED_ITEMS.findIndex(({ starter }) => starter === key);
    const { name, type_id, description } = STARTER_ITEMS[key];
    const item = { name, type_id, description, purchasable: "free", price: 0 };
    expect(SEED_ITEMS[index], key).toMatchObject(item);
    const { texture, model } = readItem(index);
    return [["png", texture] as const, ["mesh", model] as const].flatMap(([type, seed]) => {
      if (!seed) return [];
      const file = `${key}.${type}`;
      expect(readFileSync(join(STARTER, file)).equals(seed), file).toBe(true);
      return file;
    });
  });
  expect(readdirSync(STARTER).sort()).toEqual(expected.sort());
});

test("a starter set has three items for different slots", () => {
  for (const [set, keys] of Object.entries(STARTER_SETS)) {
    expect(keys, set).toHaveLength(3);
    expect(new Set(keys.map((key) => STARTER_ITEMS[key].type_id)).size, set).toBe(3);
  }
});

const levels = seedLevels(DEMO_LEVELS).sort((a, b) => b.createdDaysAgo - a.createdDaysAgo);
const recorded = readRecordedRuns();

describe("Recorded runs", () => {
  it("exist for each theme, made with the newest simulation", () => {
    expect(recorded.map(({ theme }) => theme)).toEqual(Object.keys(THEMES).sort());
    expect(new Set(recorded.map(({ physics }) => physics))).toEqual(new Set([PHYSICS]));
  });

  it.each(recorded)(
    "of the theme '$theme' clear their level with every star",
    ({ level: title, theme, runs }) => {
      const level = levels.find((one) => one.title === title);
      expect(level).toMatchObject({ theme, visibility: "public" });
      expect(runs.length).toBeGreaterThanOrEqual(3);
      const course = level && makeCourse(level.world);
      for (const { startTick, log, ticks } of runs)
        expect(course && verifyRun(course, startTick, log)).toMatchObject({ ok: true, ticks, deaths: 0 });
      expect(runs.map(({ ticks }) => ticks)).toEqual(runs.map(({ ticks }) => ticks).sort((a, b) => a - b));
      expect(new Set(runs.map(({ log }) => String(log))).size).toBe(runs.length);
    },
  );

  it("belong to the fastest players of their levels", () => {
    const before = seedHistory(seedPeople(), levels);
    const { history, assigned } = assignRuns(before, levels, recorded);
    expect(history.clears.length).toBe(before.clears.length);
    for (const { level: title, runs } of recorded) {
      const index = levels.findIndex((level) => level.title === title);
      const times = history.clears
        .filter(({ level }) => level === index)
        .map(({ milliseconds }) => milliseconds)
        .sort((a, b) => a - b);
      const own = assigned.filter(({ level }) => level.title === title);
      expect(own.length).toBeGreaterThanOrEqual(3);
      expect(times.slice(0, own.length)).toEqual(runs.slice(0, own.length).map(({ ticks }) => runMs(ticks)));
      expect(new Set(own.map(({ clear }) => clear.person)).size).toBe(own.length);
    }
  });
});

test("stores exactly the pictures that the demo world uses", async () => {
  const used = await demoPictures();
  expect([...readStoredPictures().keys()].sort()).toEqual([...new Set(used.map(({ name }) => name))].sort());
});

const lost = () =>
  new TypeError("fetch failed", {
    cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }),
  });

/** Fails with these errors, one per call, and then succeeds. */
function failing(...errors: Error[]) {
  const write = async () => {
    write.calls++;
    const error = errors.shift();
    if (error) throw error;
    return "written";
  };
  write.calls = 0;
  return write;
}

test("retry repeats a write whose connection was lost up to five times, and no other", async () => {
  const write = failing(lost(), lost());
  expect([await retry(write), write.calls]).toEqual(["written", 3]);
  const unreachable = failing(lost(), lost(), lost(), lost(), lost());
  await expect(retry(unreachable)).rejects.toThrow("fetch failed");
  expect(unreachable.calls).toBe(5);
  const refused = failing(new Error("UNIQUE constraint failed"));
  await expect(retry(refused)).rejects.toThrow("UNIQUE");
  expect(refused.calls).toBe(1);
});
