import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { PRIVACY } from "#domain/blocks/rules.ts";
import type { Account } from "../http/session.ts";
import { accountDeletedMail } from "../mail/messages.ts";
import { queueMail } from "../mail/send.ts";

/** What is somebody's alone, by the columns that name them: it goes with the account. Triggers keep the counts. */
const OWN: readonly (readonly [table: string, ...columns: string[]])[] = [
  // Being buddies is two rows, and only the first column of a row finds it.
  ["buddies", "user_id"],
  ["buddy_requests", "from_id", "to_id"],
  ["blocks", "user_id", "blocked_id"],
  ["favorites", "user_id"],
  ["wishes", "user_id"],
  ["bookmarks", "user_id"],
  ["thread_visits", "user_id"],
  ["forum_visits", "user_id"],
  ["outfits", "user_id"],
  ["bopis", "user_id"],
  ["custom_themes", "user_id"],
  ["notices", "user_id"],
  ["former_names", "user_id"],
  ["known_browsers", "user_id"],
  ["recovery_codes", "user_id"],
  ["tokens", "user_id"],
  ["sessions", "user_id"],
];

/**
 * Statements that delete an account in one transaction, if its session still stands and it is no staff's; the first one
 * answers whether they have. A row stays, without a name, an address or a password, for what others own, read or answered:
 * public levels, items, comments, threads, replies, messages, clears and the ledger. Its name has a character that nobody can sign up with.
 */
export function deleteAccount({ id, username, email, session_id }: Account, now: number) {
  const gone = sql`exists (select 1 from users where id = ${id} and deleted_at = ${now})`;
  const wipe = (table: string, condition: SQL): Statement =>
    statement(sql`delete from ${sql.raw(table)} where ${condition} and ${gone}`);
  return [
    statement<{
      id: number;
    }>(sql`update users set username = 'deleted-' || id, email = 'deleted-' || id || '@invalid',
        email_verified_at = null, password_hash = '', bio = '', colors = '', headshot = null, avatar = null,
        comment_privacy = ${PRIVACY.nobody}, message_privacy = ${PRIVACY.nobody}, join_privacy = ${PRIVACY.nobody},
        appear_offline = 1, gold_until = null, custom_theme_id = null, two_factor_at = null, two_factor_secret = null,
        two_factor_pending = null, banned_at = null, banned_until = null, ban_reason = null, deleted_at = ${now}
      where id = ${id} and deleted_at is null and role = 'member'
        and exists (select 1 from sessions where id = ${session_id} and expires_at > ${now}) returning id`),
    wipe(
      "buddies",
      sql`buddy_id = ${id} and user_id in (select buddy_id from buddies where user_id = ${id})`,
    ),
    ...OWN.flatMap(([table, ...columns]) =>
      columns.map((column) => wipe(table, sql`${sql.raw(column)} = ${id}`)),
    ),
    // Mails name nobody but by their address and their greeting.
    wipe("mails", sql`(recipient = ${email} or instr(body, ${`Hi ${username},\n`}) = 1)`),
    statement(sql`update inventory set resale_price = null
      where user_id = ${id} and resale_price is not null and ${gone}`),
    statement(sql`update levels set visibility = 'deleted', featured_at = null, updated_at = ${now}
      where user_id = ${id} and visibility = 'private' and ${gone}`),
    // What Discord gave is taken back there afterwards.
    statement(sql`update discord_links set discord_id = '', username = '', global_name = null
      where user_id = ${id} and ${gone}`),
    // The schedule takes the files away; a package that is being made finds that nobody waits for it.
    statement(
      sql`update exports set state = 'failed', expires_at = ${now} where user_id = ${id} and ${gone}`,
    ),
    queueMail(accountDeletedMail(email, username), now, gone),
  ] as const;
}

/** Accounts that were deleted since then. */
export const deletedSince = (time: number): Statement<{ id: number }> =>
  statement(sql`select id from users where deleted_at >= ${time} and deleted_at is not null`);
