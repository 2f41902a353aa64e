import { type Columns, type Database, sql, statement } from "#db/database.ts";
import type { users } from "#db/schema/index.ts";
import { isoTime } from "#domain/time.ts";
import { conversationStub, hubStub } from "../../live/stubs.ts";
import { PAGE_SIZE } from "./sections.ts";

/**
 * Returns everyone the user has a conversation with. The list can shift between pages, so the same user may
 * appear twice.
 */
export async function chatPartners(env: Env, db: Database, userId: number): Promise<Map<number, string>> {
  const ids = new Set<number>();
  for (let offset = 0, total = 1; offset < total; offset += PAGE_SIZE) {
    const page = await hubStub(env, userId).conversations(PAGE_SIZE, offset);
    total = page.total;
    for (const { other } of page.rows) ids.add(other);
  }
  const rows = await db.all(
    statement<Columns<"users", "id" | "username">>(
      sql`select id, username from users where id in (select value from json_each(${JSON.stringify([...ids])}))`,
    ),
  );
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Yields the messages between two users, newest first. */
export async function* chatMessages(
  env: Env,
  userId: number,
  other: number,
  username: string,
): AsyncGenerator<object[]> {
  let number = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await conversationStub(env, userId, other).messagesUpTo(number, PAGE_SIZE);
    yield rows.map(({ sender, body, at, deleted_at }) => ({
      from: sender === userId ? "you" : username,
      // Deleted messages stay private.
      body: deleted_at === null ? body : "",
      created_at: isoTime(at),
      deleted: deleted_at !== null,
    }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    number = last.seq - 1;
  }
}
