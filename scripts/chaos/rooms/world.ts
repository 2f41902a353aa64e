import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { addCrowd, type BenchUser } from "../../bench/chat/crowd.ts";
import { localSecrets } from "../../site/secrets.ts";
import type { KillableSite } from "../killable-site.ts";
import { corridorWorld } from "../runs/corridor-world.ts";

export interface RoomLevel {
  id: number;
  creator: number;
  course: Course;
}

export interface RoomsWorld {
  players: readonly BenchUser[];
  /** Users who attack. Only their true runs may count. */
  attackers: readonly BenchUser[];
  levels: readonly RoomLevel[];
}

/** Short corridors in which blocks move, so that a run depends on the room's clock. They take 7 to 13 seconds. */
const SEEDS = [0, 15];
const LENGTH = { least: 5, most: 7 };

/** Adds users to an empty site, and short levels, uploaded like their creator does. */
export async function createRoomsWorld(
  site: KillableSite,
  counts: { players: number; attackers: number },
): Promise<RoomsWorld> {
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const crowdSite = { url: site.url, run, secret: localSecrets(site.state).SESSION_SECRET };
  const [maker, ...crowd] = (await addCrowd(crowdSite, 1 + counts.players + counts.attackers, "racer")) as [
    BenchUser,
    ...BenchUser[],
  ];
  const levels: RoomLevel[] = [];
  for (const seed of SEEDS) {
    const world = corridorWorld(seed, LENGTH);
    const form = new FormData();
    form.set("title", `Corridor ${seed}`);
    form.set("file", new File([serializeWorld(world)], "level.json"));
    const response = await fetch(`${site.url}/api/levels`, {
      method: "POST",
      headers: maker.writeHeaders,
      body: form,
    });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`The level got ${response.status}: ${text}`);
    const { level } = JSON.parse(text) as { level: { id: number } };
    levels.push({ id: level.id, creator: maker.id, course: makeCourse(world) });
  }
  return { players: crowd.slice(0, counts.players), attackers: crowd.slice(counts.players), levels };
}
