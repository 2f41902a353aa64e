import { MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import { NOTHING_EQUIPPED } from "#domain/avatar/model/assemble-bopi.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { encodeInput, type Input } from "#domain/sim/input.ts";
import { packInputs, RUN_LIMITS } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { type Verdict, verifyRun } from "#domain/sim/verify-run.ts";
import { chooseShot, rateShots } from "#domain/world/director/choose-shot.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { seedLevels } from "#scripts/seed/content/levels.ts";
import { DEMO_LEVELS, readRecordedRuns } from "#scripts/seed/recorded-runs.ts";
import { SideThread } from "#scripts/site/side-thread.ts";
import { drawTask, performDraw, toPictureShot } from "#worker/render/draw-level.ts";
import { type Packed, pack, type ThreadTask, unpack } from "#worker/thread/call-thread.ts";

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

let thread = new SideThread();
afterEach(async () => {
  vi.useRealTimers();
  await thread.stop();
});

/** Sends a task as the worker does. */
const send = (task: ThreadTask, files: Uint8Array[]): Promise<Response> =>
  thread.respond(new Request("http://thread/", { method: "POST", body: pack(task, files) }));

/** Returns what the thread responds to a task. */
async function perform<T>(task: ThreadTask, files: Uint8Array[]): Promise<Packed<T>> {
  const response = await send(task, files);
  if (!response.ok) throw new Error(await response.text());
  return unpack<T>(await response.bytes());
}

const bytesOf = (world: World): Uint8Array => new TextEncoder().encode(serializeWorld(world));

const call = (log: Uint8Array, { world = WORLD, physics = PHYSICS, startTick = 0 } = {}) =>
  send({ task: "check", physics, startTick }, [log, bytesOf(world)]);

/** Returns what the thread says about a run. */
async function check(log: Uint8Array, { world = WORLD, startTick = 0 }): Promise<Verdict> {
  const task = { task: "check", physics: PHYSICS, startTick } as const;
  return (await perform<Verdict>(task, [log, bytesOf(world)])).value;
}

/** A thread that ends or never responds, as the last byte of its task says. */
const FAULTY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", (task) => {
      const fault = task.at(-1);
      if (fault === 1) process.exit(1);
      if (fault === 2) throw new Error("a broken thread");
      if (fault !== 3) parentPort.postMessage(new Uint8Array(1));
    });`)}`,
);
const [EXIT, THROW, STUCK, FINE] = [1, 2, 3, 0] as const;
const fault = (kind: number) => send({ task: "rate", wanted: null }, [Uint8Array.of(kind)]);

describe("Tasks in a thread", () => {
  test("that check runs return the verdicts that the worker finds by itself, also at the same time", async () => {
    thread = new SideThread();
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
    const expected = runs.map(({ log, startTick, world }) => verifyRun(makeCourse(world), startTick, log));
    const reasons = expected.map((verdict) => (verdict.ok ? "ok" : verdict.reason));
    expect(new Set(reasons)).toEqual(new Set(["ok", "not_cleared", "malformed", "too_long"]));
    expect(await Promise.all(runs.map(({ log, ...run }) => check(log, run)))).toEqual(expected);
  });

  test("that rate and draw levels return the shots and pictures that the worker makes by itself", async () => {
    thread = new SideThread();
    const world = seedLevels(DEMO_LEVELS)[0]?.world as World;
    const rated = rateShots(world);
    expect((await perform({ task: "rate", wanted: null }, [bytesOf(world)])).value).toEqual(rated);
    const shot = toPictureShot(chooseShot(rated, []));
    expect(shot.places).not.toEqual([]);
    const look = { colors: MANNEQUIN_COLORS, equipped: NOTHING_EQUIPPED };
    const size = { width: 256, height: 144 };
    const pictures = [
      { ...size, quality: 85 },
      { width: 128, height: 72, maxBytes: 2_000, quality: 80 },
    ];
    for (const shown of [{ shot, look }, null]) {
      const { task, cutout } = drawTask(shown, size, pictures);
      const samples = cutout ? [cutout.rgba, new Uint8Array(cutout.depth.buffer)] : [];
      const drawn = await perform(task, [bytesOf(world), ...samples.map((file) => new Uint8Array(file))]);
      const { signature, files } = performDraw(world, task, cutout);
      expect(drawn).toEqual({ value: signature, files });
    }
  });

  test("fail for a physics or a world that doesn't exist, and go on with the next run", async () => {
    thread = new SideThread();
    const results = await Promise.all([
      call(held(FORWARD, 600), { physics: 99 }),
      call(held(FORWARD, 600), { world: { ...WORLD, version: 2 } as unknown as World }),
      call(held(FORWARD, 600)),
    ]);
    expect(results.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(await results[0]?.text()).toContain("there is no physics 99");
  });

  test("fail when their thread dies or is stuck, and the next ones get a new thread", async () => {
    thread = new SideThread(FAULTY);
    const results = await Promise.all([EXIT, FINE, THROW, FINE].map(fault));
    expect(results.map(({ status }) => status)).toEqual([503, 200, 503, 200]);
    expect(await results[2]?.text()).toContain("a broken thread");
    thread = new SideThread(FAULTY);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const [stuck, next] = [fault(STUCK), fault(FINE)];
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(180_000);
    expect([(await stuck).status, (await next).status]).toEqual([503, 200]);
  });

  test("end with the site: the running one and those that wait fail, and no thread starts anymore", async () => {
    thread = new SideThread(FAULTY);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const waiting = [fault(STUCK), fault(FINE)];
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    await thread.stop();
    const statuses = (await Promise.all([...waiting, fault(FINE)])).map(({ status }) => status);
    expect(statuses).toEqual([503, 503, 503]);
  });
});
