import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import type { Env } from "../env.ts";
import { gameHostOf } from "../live/stubs.ts";

/**
 * Tells the hosts on which a level is played what it is called from now on, null once it is private or gone: what stands
 * beside its players' names follows.
 */
export async function notifyHosts(env: Env, level: number, title: string | null): Promise<void> {
  const hosts = await new Database(env.DB).all(
    statement<{ host_id: number }>(sql`select host_id from host_levels where level_id = ${level}`),
  );
  await Promise.all(hosts.map(({ host_id }) => gameHostOf(env, host_id).levelChanged(level, title)));
}
