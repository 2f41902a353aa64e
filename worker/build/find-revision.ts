import { type Columns, Database, sql, statement } from "#db/database.ts";
import type { level_revisions, levels } from "#db/schema/index.ts";
import type { World } from "#domain/world/schema.ts";
import { loadWorld } from "../levels/commands.ts";

/** The newest published revision of a level. */
export interface PublishedRevision {
  revision: number;
  asset: string;
  readWorld(): Promise<World>;
}

/** Finds the newest revision of a level; null if the level was deleted. */
export async function findRevision(env: Env, level: number): Promise<PublishedRevision | null> {
  const row = await new Database(env.DB).first(
    statement<
      Columns<"levels", "revision"> & Columns<"level_revisions", "asset">
    >(sql`select l.revision, v.asset from levels l
      join level_revisions v on v.level_id = l.id and v.revision = l.revision
      where l.id = ${level} and l.visibility <> 'deleted'`),
  );
  return row ? { ...row, readWorld: () => loadWorld(env, row.asset) } : null;
}
