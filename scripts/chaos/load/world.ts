import { NO_INPUT } from "#domain/sim/input.ts";
import { RunRecorder } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import type { Block } from "#domain/world/block.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";
import { addCrowd, type BenchUser } from "../../bench/chat/crowd.ts";
import { localSecrets } from "../../site/secrets.ts";
import type { KillableSite } from "../killable-site.ts";

export interface LoadLevel {
  id: number;
  world: World;
  owner: BenchUser;
}

export interface LoadWorld {
  url: string;
  /** Accounts without levels, one for each attack that needs none, so no attack uses up another's limits. */
  accounts: { inventor: BenchUser; guesser: BenchUser; waiter: BenchUser; reporter: BenchUser };
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

const worldOf = (blocks: Block[]): World => ({
  version: 1,
  ambience: "day",
  spawn: { position: [0, 1, 0] },
  goal: { position: [0, 400, 0] },
  stars: [],
  checkpoints: [],
  hazards: [],
  blocks,
});

/** A floor of overlapping blocks below the spawn, all of which each tick looks at. */
const pile = (count: number, moves: boolean): World =>
  worldOf(
    Array.from({ length: count }, (_, i) => ({
      shape: "box",
      position: [0, -1 - i / 1_000, 0],
      size: [12, 2, 12],
      color: "8a9bb0",
      ...(moves && { motion: { by: [0, 0, 1], seconds: 3 } }),
    })),
  );

/** A floor of separate blocks. */
const field = (count: number): World =>
  worldOf(
    Array.from({ length: count }, (_, i) => ({
      shape: "box",
      position: [(i % 200) * 5 - 500, -1, Math.floor(i / 200) * 5 - 250],
      size: [4, 1, 4],
      color: (0x8a9bb0 + i).toString(16),
      rotation: [0, i % 360, 0],
      material: "stone",
    })),
  );

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

async function upload(url: string, user: BenchUser, title: string, world: World): Promise<LoadLevel> {
  const form = new FormData();
  form.set("title", title);
  form.set("file", new File([serializeWorld(world)], "level.json"));
  const response = await fetch(`${url}/api/levels`, {
    method: "POST",
    headers: user.writeHeaders,
    body: form,
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${title} got ${response.status}: ${text}`);
  return { id: (JSON.parse(text) as { level: { id: number } }).level.id, world, owner: user };
}

/** Adds the attackers with their levels, and an ordinary level, to an empty site. */
export async function createLoadWorld(site: KillableSite): Promise<LoadWorld> {
  const { url } = site;
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const secret = localSecrets(site.state).SESSION_SECRET;
  const crowd = await addCrowd({ url, run, secret }, 8, "loader");
  const [maker, still, moving, large, inventor, guesser, waiter, reporter] = crowd as [
    ...[BenchUser, BenchUser, BenchUser, BenchUser],
    ...[BenchUser, BenchUser, BenchUser, BenchUser],
  ];
  return {
    url,
    accounts: { inventor, guesser, waiter, reporter },
    still: await upload(url, still, "Still", heaviest(false)),
    moving: await upload(url, moving, "Moving", heaviest(true)),
    large: await upload(url, large, "Large", field(WORLD_LIMITS.blocks)),
    short: await upload(url, maker, "Short", pile(4, false)),
  };
}
