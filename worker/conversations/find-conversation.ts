import { type Columns, Database, statement } from "#db/database.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { conversationStub } from "../live/stubs.ts";

/** Users that this process knows to exist. Their rows stay, and ids are never reused. */
const known = new Set<number>();
const MAX_KNOWN = 20_000;

/** The conversation's object, created near `region`; null unless both users exist: ids come from outside. */
export async function findConversation(
  env: Env,
  [a, b]: readonly [number, number],
  region?: HostRegion | null,
): Promise<ReturnType<typeof conversationStub> | null> {
  const unknown = [a, b].filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const rows = await new Database(env.DB).all(
      statement<Columns<"users", "id">>`select id from users where id in (select value
        from json_each(${JSON.stringify(unknown)}))`,
    );
    if (known.size > MAX_KNOWN) known.clear();
    for (const { id } of rows) known.add(id);
    if (rows.length < unknown.length) return null;
  }
  return conversationStub(env, a, b, region);
}
