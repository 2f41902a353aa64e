import { type Course, makeCourse } from "#domain/sim/v1/course.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import { addCrowd, type BenchUser } from "../../bench/chat/crowd.ts";
import { localSecrets } from "../../site/secrets.ts";
import type { FaultyConnection } from "../economy/faulty-connection.ts";
import { corridorRun, type LiveRun } from "./corridor-run.ts";
import { corridorWorld } from "./corridor-world.ts";
import { type DemoCourse, demoCourses } from "./demo-courses.ts";

export interface RunLevel {
  id: number;
  creator: number;
  course: Course;
  /** Plays it: another run for each seed. */
  play: (seed: number) => LiveRun;
}

export interface RunsWorld {
  players: readonly BenchUser[];
  levels: readonly RunLevel[];
}

const CORRIDORS = 10;
/** Levels made by players, who can clear them too but earn nothing. */
const OWN_LEVELS = 3;
const DAY = 24 * 60 * 60 * 1000;

/** Adds `count` players to an empty site, and levels with challenges, uploaded like their creators do. */
export async function createRunsWorld(connection: FaultyConnection, count: number): Promise<RunsWorld> {
  const { site } = connection;
  const run = (sql: string, ...params: (string | number)[]) => site.rows(sql, ...params);
  const crowdSite = { url: site.url, run, secret: localSecrets(site.state).SESSION_SECRET };
  const [maker, ...players] = (await addCrowd(crowdSite, count + 1, "runner")) as [BenchUser, ...BenchUser[]];
  const levels: RunLevel[] = [];
  for (const made of [...corridors(), ...demoCourses()]) {
    const creator = (levels.length < OWN_LEVELS && players[levels.length]) || maker;
    levels.push(await makeLevel(connection, creator, made));
  }
  const now = Date.now();
  for (const { id } of levels.slice(CORRIDORS / 2)) {
    await run(
      "insert into challenges (id, name, level_id, ends_at, coins, xp) values (?, ?, ?, ?, 5, 3)",
      id,
      `Challenge ${id}`,
      id,
      now + DAY,
    );
    await run("update levels set challenge_id = id where id = ?", id);
  }
  return { players, levels };
}

const corridors = (): DemoCourse[] =>
  Array.from({ length: CORRIDORS }, (_, seed) => {
    const world = corridorWorld(seed);
    const course = makeCourse(world);
    return { world, course, play: (run: number) => corridorRun(course, run) };
  });

async function makeLevel(
  connection: FaultyConnection,
  creator: BenchUser,
  { world, course, play }: DemoCourse,
): Promise<RunLevel> {
  const form = new FormData();
  form.set("title", `Course ${crypto.randomUUID()}`);
  form.set("file", new File([serializeWorld(world)], "level.json"));
  const { status, text } = await connection.sendWithRetry(creator, "/api/levels", form);
  if (status !== 201) throw new Error(`The level got ${status}: ${text}`);
  const { level } = JSON.parse(text) as { level: { id: number } };
  return { id: level.id, creator: creator.id, course, play };
}
