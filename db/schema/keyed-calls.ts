import { index, integer, primaryKey, text } from "drizzle-orm/sqlite-core";
import { time, withoutRowid } from "../columns.ts";

/** Calls with an Idempotency-Key that wrote something, for a day. Written in the batch of what they write. */
export const keyed_calls = withoutRowid(
  "keyed_calls",
  {
    user_id: integer().notNull(),
    key: text().notNull(),
    /** Hash of the path and the content. */
    fingerprint: text().notNull(),
    created_at: time().notNull(),
    /** The response; null until it has been stored, right after the batch. */
    status: integer(),
    body: text(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.key] }), index("keyed_calls_old").on(t.created_at)],
);
