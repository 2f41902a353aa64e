import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { type Actor, isStaff } from "#domain/levels/rules.ts";
import { playingRoute } from "#domain/play/api.ts";
import { ShortCache } from "../http/cache.ts";
import type { SessionGate } from "../http/gate.ts";

type Counts = OutputOf<typeof playingRoute>["data"];

interface Row {
  id: number;
  players_count: number;
  visibility: "public" | "private";
}

/** Players of public levels by level id: the same for everybody who asks. */
const publicCounts = new ShortCache<number, number>();

/** How many play each of the levels that the viewer may see. Costs no database round while all of them are cached. */
export async function readPlaying(
  ids: readonly number[],
  { gate, viewer, now }: { gate: SessionGate; viewer: Actor | null; now: number },
): Promise<Counts> {
  const cached = ids.map((id) => ({ id, players_count: publicCounts.get(id, now) }));
  const isComplete = (row: { id: number; players_count: number | undefined }): row is Counts[number] =>
    row.players_count !== undefined;
  const rows = cached.every(isComplete) ? cached : await query(ids, gate, viewer, now);
  return rows.filter(({ players_count }) => players_count > 0);
}

async function query(
  ids: readonly number[],
  gate: SessionGate,
  viewer: Actor | null,
  now: number,
): Promise<Counts> {
  const mine = isStaff(viewer) ? sql`true` : sql`visibility = 'public' or user_id = ${viewer?.id ?? 0}`;
  const [rows] = await gate.read(
    statement<Row>(sql`select id, playing_count as players_count, visibility from levels
      where id in (select value from json_each(${JSON.stringify(ids)})) and visibility <> 'deleted' and (${mine})`),
  );
  for (const { id, players_count, visibility } of rows)
    if (visibility === "public") publicCounts.set(id, players_count, playingRoute.keep ?? 0, now);
  return rows.map(({ id, players_count }) => ({ id, players_count }));
}
