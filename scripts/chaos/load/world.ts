import { NO_INPUT } from "#domain/sim/input.ts";
import { RunRecorder } from "#domain/sim/run-log.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import type { Block } from "#domain/world/block.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { World } from "#domain/world/schema.ts";
import { addCrowd, type Member } from "../../client/crowd.ts";
import type { KillableSite } from "../killable-site.ts";
import { uploadLevel } from "../upload-level.ts";

export interface LoadLevel {
  id: number;
  world: World;
  owner: Member;
}

export interface LoadWorld {
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
export async function createLoadWorld(site: KillableSite): Promise<LoadWorld> {
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
