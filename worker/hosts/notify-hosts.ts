import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { Database, statement } from "#db/database.ts";
import type { host_levels } from "#db/schema/index.ts";
import type { Env } from "../env.ts";
import { gameHostStub } from "../live/stubs.ts";

/**
 * Sends a level's new title to the hosts that run it, null if it became private or was deleted. Updates the presence
 * of its players.
 */
export async function notifyHosts(env: Env, level: number, title: string | null): Promise<void> {
  const hosts = await new Database(env.DB).all(
    statement<Columns<typeof host_levels, "host_id">>(
      sql`select host_id from host_levels where level_id = ${level}`,
    ),
  );
  await Promise.all(hosts.map(({ host_id }) => gameHostStub(env, host_id).levelChanged(level, title)));
}
