import { sql } from "drizzle-orm";
import { type Database, statement } from "#db/client.ts";
import { isoTime } from "#domain/time.ts";
import type { Env } from "../../env.ts";
import { conversationOf, hubOf } from "../../live/stubs.ts";
import { PAGE } from "./sections.ts";

/** Everybody somebody has a conversation with. Others come on top meanwhile, so the same person may be met again. */
export async function partnersOf(env: Env, db: Database, userId: number): Promise<Map<number, string>> {
  const ids = new Set<number>();
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await hubOf(env, userId).conversations(PAGE, offset);
    total = page.total;
    for (const { other } of page.rows) ids.add(other);
  }
  const rows = await db.all(
    statement<{ id: number; username: string }>(
      sql`select id, username from users where id in (select value from json_each(${JSON.stringify([...ids])}))`,
    ),
  );
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** What somebody and another said to each other, newest first. */
export async function* messagesWith(
  env: Env,
  userId: number,
  other: number,
  username: string,
): AsyncGenerator<object[]> {
  let number = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await conversationOf(env, userId, other).messagesUpTo(number, PAGE);
    yield rows.map(({ sender, body, at, deleted_at }) => ({
      from: sender === userId ? "you" : username,
      // What was taken away is nobody's to read.
      body: deleted_at === null ? body : "",
      created_at: isoTime(at),
      deleted: deleted_at !== null,
    }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    number = last.seq - 1;
  }
}
