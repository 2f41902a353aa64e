import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { users } from "./users.ts";

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/**
 * Browsers that have signed in to an account, by the hash of their cookie. Sign-ins from a new one are
 * reported by email.
 */
export const known_browsers = sqliteTable(
  "known_browsers",
  { user_id: userId(), browser: text().notNull(), created_at: time().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.browser] })],
);

/** One-time codes for users without their authenticator app, as hashes. A used code's row is deleted. */
export const recovery_codes = sqliteTable(
  "recovery_codes",
  { user_id: userId(), hash: text().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.hash] })],
);
