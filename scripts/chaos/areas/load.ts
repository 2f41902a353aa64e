import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { fillPath } from "#domain/api/route.ts";
import { buildSocketPath } from "#domain/build/api.ts";
import { partId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { editLevelRoute } from "#domain/levels/api.ts";
import { createRunRoute } from "#domain/runs/api.ts";
import { NO_INPUT } from "#domain/sim/input.ts";
import { RUN_LIMITS, RunRecorder } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import type { Block } from "#domain/world/block.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { World } from "#domain/world/schema.ts";
import { median } from "../../bench/race.ts";
import type { BenchArea } from "../../bench/run.ts";
import { emptyScratchFolder } from "../../bench/worlds.ts";
import { addCrowd, type Member } from "../../client/crowd.ts";
import { runForm, worldForm } from "../../client/form-of.ts";
import { KillableSite } from "../killable-site.ts";
import type { VisitPages } from "../load/visit-pages.ts";
import { uploadLevel } from "../upload-level.ts";

/** Counts of an attack's requests or messages by their result: "201", "429", "sent", "closed". */
type Results = Map<string, number>;

interface Attack {
  name: string;
  /** Objects and bytes it may leave behind at most. */
  objects: number;
  bytes: number;
  run(world: LoadWorld, isOver: () => boolean): Promise<Results>;
}

const MB = 1_000_000;
/** The size that the journals of a few databases grow to, also without anything new in them. */
const JOURNALS = 12 * MB;
/** After a refusal for too many requests. */
const REFUSED_PAUSE_MS = 100;

/** Repeats a request until the time is over. After a 429 it goes on after a moment, as an attacker would. */
async function repeat(isOver: () => boolean, send: (n: number) => Promise<number | string>) {
  const results: Results = new Map();
  for (let n = 0; !isOver(); n++) {
    const result = String(await send(n));
    results.set(result, (results.get(result) ?? 0) + 1);
    if (result === "429") await pause(REFUSED_PAUSE_MS);
  }
  return results;
}

async function statusOf(user: Member, path: string, input: object): Promise<number | "timeout"> {
  const response = await user.send(path, input).catch((error: unknown) => {
    if (error instanceof DOMException) return undefined;
    throw error;
  });
  return response?.status ?? "timeout";
}

/** Uploads runs of an hour without any input: five bytes each. */
const uploadIdleRuns = (pick: (world: LoadWorld) => LoadLevel): Attack["run"] => {
  const recorder = new RunRecorder();
  for (let tick = 0; tick < RUN_LIMITS.ticks; tick++) recorder.push(NO_INPUT);
  const log = recorder.toBytes();
  return (world, isOver) =>
    repeat(isOver, (n) => {
      const { id, owner } = pick(world);
      // Another start tick each time, so that no run repeats another.
      const fields = { key: crypto.randomUUID(), log, startTick: n, ticks: RUN_LIMITS.ticks };
      return statusOf(owner, fillPath(createRunRoute.path, { id }), runForm(fields));
    });
};

/** Each page of one account sends the largest operation as often as it may. */
async function editManyParts({ large }: LoadWorld, isOver: () => boolean): Promise<Results> {
  const pages = await Promise.all(
    Array.from(
      { length: BUILD_LIMITS.pagesPerPerson },
      () => large.owner.openSocket(buildSocketPath(large.id, null)).opened,
    ),
  );
  const ids = Array.from({ length: BUILD_LIMITS.partsPerOp }, (_, i) => partId(0, i));
  const results: Results = new Map();
  for (let n = 1; !isOver(); n++) {
    // Where no part has been yet, so each message changes all of them.
    const set = ids.map((id, i) => [id, { position: [i, n % 1_000, i] }]);
    for (const page of pages) {
      page.send(JSON.stringify({ n, set }));
      const result = page.isOpen ? "sent" : "closed";
      results.set(result, (results.get(result) ?? 0) + 1);
    }
    await pause(1_000 / BUILD_LIMITS.messagesPerSecond);
  }
  for (const page of pages) page.close();
  return results;
}

/** Edits a level with as many blocks as it can have, one block at a time. */
function editLargeLevel({ large: { id, world, owner } }: LoadWorld, isOver: () => boolean): Promise<Results> {
  const [first, ...others] = world.blocks;
  if (!first) throw new Error("The level has no blocks.");
  return repeat(isOver, (n) => {
    const moved = { ...first, position: [n, 1, 1] as typeof first.position };
    const form = worldForm("Large", { ...world, blocks: [moved, ...others] });
    form.delete("title");
    return statusOf(owner, fillPath(editLevelRoute.path, { id }), form);
  });
}

/** The attacks of one account, each at the rates that the site permits. */
const ATTACKS: readonly Attack[] = (
  [
    ["idle runs of an hour, nothing moves", 4, JOURNALS, uploadIdleRuns(({ still }) => still)],
    ["idle runs of an hour, blocks move", 4, JOURNALS, uploadIdleRuns(({ moving }) => moving)],
    ["operations of 500 parts on four pages", 4, 40 * MB, editManyParts],
    ["edits of a level with 20,000 blocks", 4, 120 * MB, editLargeLevel],
  ] as const
).map(([name, objects, bytes, run]) => ({ name, objects, bytes, run }));

interface LoadLevel {
  id: number;
  world: World;
  owner: Member;
}

interface LoadWorld {
  /** Levels just under the limit of work: in one nothing moves, in the other everything does. */
  still: LoadLevel;
  moving: LoadLevel;
  /** A level with as many blocks as it can have. */
  large: LoadLevel;
  /** An ordinary level of someone else. */
  short: LoadLevel;
}

/** A tick's work is about the same all the time. */
const TICKS = 3_600;

const worldOf = (count: number, blockAt: (i: number) => Block): World => ({
  ...{ version: 1, ambience: "day", spawn: { position: [0, 1, 0] }, goal: { position: [0, 400, 0] } },
  ...{ stars: [], checkpoints: [], hazards: [] },
  blocks: Array.from({ length: count }, (_, i) => blockAt(i)),
});

/** A floor of overlapping blocks below the spawn, all of which each tick looks at. */
const pile = (count: number, moves: boolean): World =>
  worldOf(count, (i) => ({
    shape: "box",
    position: [0, -1 - i / 1_000, 0],
    size: [12, 2, 12],
    color: "8a9bb0",
    ...(moves && { motion: { by: [0, 0, 1], seconds: 3 } }),
  }));

/** A floor of separate blocks. */
const field = (count: number): World =>
  worldOf(count, (i) => ({
    shape: "box",
    position: [(i % 200) * 5 - 500, -1, Math.floor(i / 200) * 5 - 250],
    size: [4, 1, 4],
    color: (0x8a9bb0 + i).toString(16),
    rotation: [0, i % 360, 0],
    material: "stone",
  }));

function isAllowed(world: World): boolean {
  const recorder = new RunRecorder();
  for (let tick = 0; tick < TICKS; tick++) recorder.push(NO_INPUT);
  const verdict = verifyRun(makeCourse(world), 0, recorder.toBytes());
  return verdict.ok || verdict.reason !== "too_costly";
}

/** The most expensive pile that is still allowed, with a little room, as a long run's average changes. */
function heaviest(moves: boolean): World {
  let [least, most] = [1, WORLD_LIMITS.blocks];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (isAllowed(pile(middle, moves))) least = middle;
    else most = middle - 1;
  }
  return pile(Math.floor(least * 0.95), moves);
}

/** Adds the attackers with their levels, and an ordinary level, to an empty site. */
async function createLoadWorld(site: KillableSite): Promise<LoadWorld> {
  const crowd = await addCrowd(site, 4, { name: "loader" });
  const take = () => crowd.shift() as Member;
  const upload = async (title: string, world: World): Promise<LoadLevel> => {
    const owner = take();
    return { id: await uploadLevel(owner, title, world), world, owner };
  };
  return {
    still: await upload("Still", heaviest(false)),
    moving: await upload("Moving", heaviest(true)),
    large: await upload("Large", field(WORLD_LIMITS.blocks)),
    short: await upload("Short", pile(4, false)),
  };
}

/** A page's median while one account attacks, against the quiet one measured just before. */
const MOST_TIMES = 3;
const ATTACK_MS = { full: 20_000, small: 8_000 };
const QUIET_MS = { full: 6_000, small: 3_000 };
/** Queued work goes on after the last request. */
const SETTLE_MS = 4_000;
const QUIET_AGAIN_SECONDS = 10;
const PATIENCE_SECONDS = 120;
const SAMPLE_MS = 1_000;

/**
 * One account after the other attacks the site as fast as its limits permit, while a visitor opens pages. Prints what each attack
 * leaves behind.
 */
export const verifyLoad: BenchArea = async (report, { size }) => {
  const site = await KillableSite.start(emptyScratchFolder(), { RATE_LIMITS: "on" });
  const world = await createLoadWorld(site);
  // A thread of its own, which is slowed down by the site alone and not by the attackers' own work.
  const visitor = new Worker(new URL("../load/visit-pages.ts", import.meta.url));
  const paths = ["/", "/levels", `/levels/${world.short.id}`, "/api/levels?page=1&n={n}"];
  /** Opens pages while something goes on. Returns the median time of a page in milliseconds. */
  const visitDuring = async (work: () => Promise<unknown>): Promise<number> => {
    visitor.postMessage({ url: site.url, paths } satisfies VisitPages);
    const measured = once(visitor, "message") as Promise<[number[]]>;
    await work();
    visitor.postMessage("stop");
    return median((await measured)[0]);
  };
  // The first requests of a fresh process are slow.
  await visitDuring(() => pause(QUIET_MS[size]));
  const quiet = await visitDuring(() => pause(QUIET_MS[size]));
  report.info("a visitor's page on the quiet site", quiet, { unit: "ms" });
  for (const { name, objects, bytes, run } of ATTACKS) {
    const before = readTraces(site.state);
    const end = Date.now() + ATTACK_MS[size];
    let results: Results = new Map();
    const attacked = await visitDuring(async () => {
      results = await run(world, () => Date.now() >= end);
      await pause(SETTLE_MS);
    });
    const after = readTraces(site.state);
    report.atMost(`${name}: a visitor's page`, attacked / quiet, MOST_TIMES, {
      unit: "× the quiet site's",
      notes: [[...results].map(([result, count]) => `${result}: ${count}`).join(", ")],
    });
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1_000;
    while ((await visitDuring(() => pause(SAMPLE_MS))) > quiet * 1.5 && seconds() < PATIENCE_SECONDS);
    report.atMost(`${name}: until the site is quiet again`, seconds(), QUIET_AGAIN_SECONDS, { unit: "s" });
    report.atMost(`${name}: objects made`, after.objects - before.objects, objects);
    report.atMost(`${name}: stored`, (after.bytes - before.bytes) / 1e6, bytes / 1e6, { unit: "MB" });
  }
  await visitor.terminate();
  await site.stop();
};

/** Counts a site's objects and the bytes of its files. Each object has a database file once it has stored something. */
function readTraces(state: string): { objects: number; bytes: number } {
  const traces = { objects: 0, bytes: 0 };
  for (const entry of readdirSync(join(state, "v3"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    traces.bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
    traces.objects += Number(/bopolis-\w+$/.test(entry.parentPath) && entry.name.endsWith(".sqlite"));
  }
  return traces;
}
