import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import type { Env } from "../env.ts";
import { sendAll } from "../send-all.ts";
import type { RenderJob } from "./job.ts";

/** How many of each kind a sweep puts back; the next one finds the others. */
const AT_ONCE = 100;

/** Puts what is still without its picture back in the queue: a lost message costs minutes, never the picture. */
export async function sweepRenders(env: Env): Promise<void> {
  const [levels, avatars, outfits, items] = await new Database(env.DB).batch([
    statement<{ id: number; revision: number }>(
      sql`select id, revision from levels where thumbnail is null and visibility <> 'deleted' limit ${AT_ONCE}`,
    ),
    statement<{ id: number; revision: number }>(
      sql`select user_id as id, revision from bopis where drawn <> revision limit ${AT_ONCE}`,
    ),
    statement<{ id: number }>(sql`select id from outfits where thumbnail is null limit ${AT_ONCE}`),
    statement<{ id: number }>(
      sql`select id from items where thumbnail is null and uuid <> '' limit ${AT_ONCE}`,
    ),
  ]);
  const jobs: RenderJob[] = [
    ...levels.map(({ id, revision }) => ({ kind: "level" as const, level_id: id, revision })),
    ...avatars.map(({ id, revision }) => ({ kind: "avatar" as const, user_id: id, revision })),
    ...outfits.map(({ id }) => ({ kind: "outfit" as const, outfit_id: id })),
    ...items.map(({ id }) => ({ kind: "item" as const, item_id: id })),
  ];
  await sendAll(env.RENDERS, jobs);
}
