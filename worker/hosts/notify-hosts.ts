import { type Columns, Database, statement } from "#db/database.ts";
import { boardStub, gameHostStub } from "../live/stubs.ts";

/** Sends a level's new title (null: private or deleted) to its hosts, players' presence and the board. */
export async function notifyHosts(env: Env, level: number, title: string | null): Promise<void> {
  await Promise.all([boardStub(env).levelChanged(level), notifyLiveHosts(env, level, title)]);
}

async function notifyLiveHosts(env: Env, level: number, title: string | null): Promise<void> {
  const hosts = await new Database(env.DB).all(
    statement<Columns<"host_levels", "host_id">>`select host_id from host_levels where level_id = ${level}`,
  );
  await Promise.all(hosts.map(({ host_id }) => gameHostStub(env, host_id).levelChanged(level, title)));
}
