import { afterEach, describe, expect, test, vi } from "vitest";
import { seedLevels } from "#db/seed/levels.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { encodeInput, type Input } from "#domain/sim/input.ts";
import { packInputs, RUN_LIMITS } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { DEMO_LEVELS, readRecordedRuns } from "#scripts/seed/recorded-runs.ts";
import { RunChecks } from "#scripts/site/run-checks.ts";
import type { SimulatedRun } from "#worker/runs/run-checker.ts";
import { worldContent } from "#worker/runs/world-content.ts";

const WORLD: World = {
  version: 1,
  spawn: { position: [0, 0, 0] },
  goal: { position: [0, 0, 40] },
  stars: [],
  checkpoints: [],
  hazards: [],
  blocks: [{ shape: "box", position: [0, -1, 20], size: [40, 2, 80], color: "6cc551" }],
};
const FORWARD = encodeInput(0, 15, false);
const held = (input: Input, ticks: number) => packInputs(new Array<Input>(ticks).fill(input));

let checks = new RunChecks();
afterEach(async () => {
  vi.useRealTimers();
  await checks.stop();
});

/** Calls the binding as the worker does. */
function call(log: Uint8Array, { world = WORLD, physics = PHYSICS, startTick = 0 } = {}): Promise<Response> {
  const url = `http://checks/?physics=${physics}&start_tick=${startTick}&log=${log.length}`;
  const body = new Blob([new Uint8Array(log), serializeWorld(world)]);
  return checks.respond(new Request(url, { method: "POST", body }));
}

/** Returns what the thread says about a run. */
async function check(...run: Parameters<typeof call>): Promise<SimulatedRun> {
  const response = await call(...run);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as SimulatedRun;
}

/** A thread that ends or never responds, as the log's first byte says. */
const FAULTY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ log: [fault] }) => {
      if (fault === 1) process.exit(1);
      if (fault === 2) throw new Error("a broken thread");
      if (fault !== 3) parentPort.postMessage("fine");
    });`)}`,
);
const [EXIT, THROW, STUCK, FINE] = [1, 2, 3, 0].map((fault) => Uint8Array.of(fault)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

describe("Checks in a thread", () => {
  test("return the verdicts and facts that the worker finds by itself, also at the same time", async () => {
    checks = new RunChecks();
    const levels = seedLevels(DEMO_LEVELS);
    const recorded = readRecordedRuns().flatMap(({ level: title, runs }) => {
      const world = levels.find((level) => level.title === title)?.world;
      return world ? runs.slice(0, 2).map(({ log, startTick }) => ({ log, startTick, world })) : [];
    });
    expect(recorded.length).toBeGreaterThan(5);
    const runs = [
      ...recorded,
      ...recorded.map((run) => ({ ...run, startTick: run.startTick + 77 })),
      ...recorded.map((run) => ({ ...run, log: run.log.slice(0, -3) })),
      { log: held(FORWARD, 600), startTick: 5, world: WORLD },
      { log: held(FORWARD, 100), startTick: 5, world: WORLD },
      { log: held(encodeInput(0, 0, false), 200_000), startTick: 0, world: WORLD },
      { log: Uint8Array.of(255, 255), startTick: 0, world: WORLD },
      { log: new Uint8Array(0), startTick: 0, world: WORLD },
      { log: new Uint8Array(RUN_LIMITS.bytes + 1), startTick: 0, world: WORLD },
    ];
    const expected = await Promise.all(
      runs.map(async ({ log, startTick, world }) => ({
        verdict: verifyRun(makeCourse(world), startTick, log),
        content: await worldContent(world),
      })),
    );
    const reasons = expected.map(({ verdict }) => (verdict.ok ? "ok" : verdict.reason));
    expect(new Set(reasons)).toEqual(new Set(["ok", "not_cleared", "malformed", "too_long"]));
    expect(await Promise.all(runs.map(({ log, ...run }) => check(log, run)))).toEqual(expected);
  });

  test("fail for a physics or a world that doesn't exist, and go on with the next run", async () => {
    checks = new RunChecks();
    const results = await Promise.all([
      call(held(FORWARD, 600), { physics: 99 }),
      call(held(FORWARD, 600), { world: { ...WORLD, version: 2 } as unknown as World }),
      call(held(FORWARD, 600)),
    ]);
    expect(results.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(await results[0]?.text()).toContain("there is no physics 99");
  });

  test("fail when their thread dies, and the next ones get a new thread", async () => {
    checks = new RunChecks(FAULTY);
    const results = await Promise.all([EXIT, FINE, THROW, FINE].map((log) => call(log)));
    expect(results.map(({ status }) => status)).toEqual([503, 200, 503, 200]);
    expect(await results[2]?.text()).toContain("a broken thread");
  });

  test("fail when their thread is stuck, and the next ones get a new thread", async () => {
    checks = new RunChecks(FAULTY);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const [stuck, next] = [call(STUCK), call(FINE)];
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(60_000);
    expect([(await stuck).status, (await next).status]).toEqual([503, 200]);
  });

  test("end with the site: the running one and those that wait fail, and no thread starts anymore", async () => {
    checks = new RunChecks(FAULTY);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const waiting = [call(STUCK), call(FINE)];
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    await checks.stop();
    const statuses = (await Promise.all([...waiting, call(FINE)])).map(({ status }) => status);
    expect(statuses).toEqual([503, 503, 503]);
  });
});
