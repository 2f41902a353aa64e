import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { playingRoute } from "#domain/play/api.ts";
import { ShortCache } from "../http/cache.ts";
import type { SessionGate } from "../http/session-gate.ts";

type Counts = OutputOf<typeof playingRoute>["data"];

interface Row extends Columns<typeof levels, "id" | "visibility"> {
  players_count: number;
}

/** Players of public levels by level id: the same for every viewer. */
const publicCounts = new ShortCache<number, number>();

/** The number of players of each level that the viewer can see. No database round trip if all of them are cached. */
export async function readPlaying(
  ids: readonly number[],
  { gate, viewer, now }: { gate: SessionGate; viewer: Actor | null; now: number },
): Promise<Counts> {
  const cached = ids.map((id) => ({ id, players_count: publicCounts.get(id, now) }));
  const isComplete = (row: { id: number; players_count: number | undefined }): row is Counts[number] =>
    row.players_count !== undefined;
  const rows = cached.every(isComplete) ? cached : await queryCounts(ids, gate, viewer, now);
  return rows.filter(({ players_count }) => players_count > 0);
}

async function queryCounts(
  ids: readonly number[],
  gate: SessionGate,
  viewer: Actor | null,
  now: number,
): Promise<Counts> {
  const isVisible = isStaff(viewer) ? sql`true` : sql`visibility = 'public' or user_id = ${viewer?.id ?? 0}`;
  const rows = await gate.all(
    statement<Row>(sql`select id, playing_count as players_count, visibility from levels
      where id in (select value from json_each(${JSON.stringify(ids)})) and visibility <> 'deleted' and (${isVisible})`),
  );
  for (const { id, players_count, visibility } of rows)
    if (visibility === "public") publicCounts.set(id, players_count, playingRoute.cacheSeconds ?? 0, now);
  return rows.map(({ id, players_count }) => ({ id, players_count }));
}
