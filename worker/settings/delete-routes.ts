import { type Columns, Database, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { PRIVACY } from "#domain/blocks/rules.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { matchesUsername } from "#domain/settings/rules.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { unlinkDiscord } from "../discord/sync.ts";
import { endBilling } from "../gold/sync.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { clearedSessionCookie, type SessionAccount } from "../http/session.ts";
import { notifyPartners } from "../live/notify.ts";
import { buildStub, hubStub } from "../live/stubs.ts";
import { accountDeletedMail, queueMail, sendMails } from "../mail/send.ts";
import { storeEffects } from "../outbox/effects.ts";
import { TO_FORUM, writeWithEffects } from "../outbox/write-with-effects.ts";
import { RESERVED_FOR_MS } from "../users/current-name.ts";

/** Tables of a user's own rows, and the columns naming the user. Triggers maintain the counts. */
const OWN_ROWS: readonly (readonly [table: string, ...columns: string[]])[] = [
  // A buddy relation has two rows, and only the first column is indexed.
  ["buddies", "user_id"],
  ["buddy_requests", "from_id", "to_id"],
  ["blocks", "user_id", "blocked_id"],
  ["follows", "follower_id", "creator_id"],
  ["follower_notices", "creator_id"],
  ["favorites", "user_id"],
  ["wishes", "user_id"],
  ["outfits", "user_id"],
  ["bopis", "user_id"],
  ["custom_themes", "user_id"],
  ["level_editors", "user_id"],
  ["prefabs", "user_id"],
  ["notices", "user_id"],
  ["push_subscriptions", "user_id"],
  ["push_settings", "user_id"],
  ["known_browsers", "user_id"],
  ["recovery_codes", "user_id"],
  ["tokens", "user_id"],
  ["keyed_calls", "user_id"],
  // Afterwards no removal can be undone.
  ["removals", "user_id"],
  ["sessions", "user_id"],
];

/**
 * Returns statements that delete a member's account in one transaction if its session is still valid; the
 * first one returns whether it did. The row stays without a name, email address or password, for content that
 * others own, read or replied to: public levels, items, comments, threads, replies, messages, clears, recorded
 * runs and the ledger. Its names stay reserved for a year, so no one can pose as them. Whether its address was verified stays, because its items stay on sale. Its new name has a character that's not allowed in usernames.
 */
function deleteAccount({ id, username, email, session_id }: SessionAccount, now: number) {
  const isDeleted = sql`exists (select 1 from users where id = ${id} and deleted_at = ${now})`;
  const wipe = (table: string, condition: SQL): Statement =>
    statement`delete from ${sql.raw(table)} where ${condition} and ${isDeleted}`;
  return {
    deleted: first<Columns<"users", "id">>`update users
      set username = 'deleted-' || id, email = 'deleted-' || id || '@invalid',
        password_hash = '', bio = '', colors = '', headshot = null, avatar = null,
        comment_privacy = ${PRIVACY.noOne}, message_privacy = ${PRIVACY.noOne}, join_privacy = ${PRIVACY.noOne},
        appear_offline = 1, gold_until = null, custom_theme_id = null, two_factor_at = null, two_factor_secret = null,
        two_factor_pending = null, banned_at = null, banned_until = null, ban_reason = null, home = null, deleted_at = ${now}
      where id = ${id} and deleted_at is null and role = 'member'
        and exists (select 1 from sessions where id = ${session_id} and expires_at > ${now}) returning id`,
    rows: [
      statement`insert into former_names (username, user_id, created_at, reserved_until)
        select ${username}, ${id}, ${now}, ${now + RESERVED_FOR_MS} where ${isDeleted}
        on conflict (username) do update set user_id = excluded.user_id, created_at = excluded.created_at,
          reserved_until = excluded.reserved_until`,
      wipe(
        "buddies",
        sql`buddy_id = ${id} and user_id in (select buddy_id from buddies where user_id = ${id})`,
      ),
      ...OWN_ROWS.flatMap(([table, ...columns]) =>
        columns.map((column) => wipe(table, sql`${sql.raw(column)} = ${id}`)),
      ),
      // Mails only identify a user by address and greeting.
      wipe("mails", sql`(recipient = ${email} or instr(body, ${`Hi ${username},\n`}) = 1)`),
      statement`update inventory set resale_price = null
      where user_id = ${id} and resale_price is not null and ${isDeleted}`,
      statement`update levels set visibility = 'deleted', featured_at = null, updated_at = ${now}
      where user_id = ${id} and visibility = 'private' and ${isDeleted}`,
      // The tokens are revoked at Discord afterwards.
      statement`update discord_links set discord_id = '', username = '', global_name = null
      where user_id = ${id} and ${isDeleted}`,
      // The schedule deletes the files; an export in progress finds that it's no longer needed.
      statement`update exports set state = 'failed', expires_at = ${now} where user_id = ${id} and ${isDeleted}`,
    ],
    // The data outside the database follows.
    cleanup: statement`insert into account_cleanups (user_id, created_at) select ${id}, ${now} where ${isDeleted} on conflict do nothing`,
    forums: storeEffects("forum", [{ type: "forget", user_id: id }], now, isDeleted),
    mail: queueMail(accountDeletedMail(email, username), now, isDeleted),
  };
}

/** The request that deletes an account cleans up by itself within this time. */
const OWN_CLEANUP_MS = 60 * 1000;

export function deleteRoutes(app: HonoApp): void {
  handle(app, deleteAccountRoute, async (call) => {
    const { input, env, now, request, header, defer } = call;
    const account = await checkOwnPassword(call, input.password);
    if (!matchesUsername(input.username, account.username))
      throw fieldError("username", "Type your username exactly.");
    if (account.staff_role !== "member")
      throw new ApiError("forbidden", {
        message: "Staff can't delete their account. Ask an admin to remove your role first.",
      });
    // Paid subscriptions must have ended: if that fails, nothing is deleted.
    await endBilling(env, account.id);
    const { deleted } = await writeWithEffects(call, TO_FORUM, deleteAccount(account, now));
    if (!deleted) throw new ApiError("conflict");
    await cleanUpAccount(env, account.id);
    header("Set-Cookie", clearedSessionCookie(request));
    defer(sendMails(env, now));
    return { message: "Your account was deleted." };
  });
}

/** Deletes data outside the database and notifies partners. The schedule retries logged failures. */
async function cleanUpAccount(env: Env, userId: number): Promise<void> {
  try {
    await notifyPartners(env, { id: userId, username: `deleted-${userId}` });
    await Promise.all([
      hubStub(env, userId).deleteAccount(),
      unlinkDiscord(env, new Database(env.DB), userId),
      closeSharedBuilds(env, userId),
    ]);
    const cleanedUp = statement`delete from account_cleanups where user_id = ${userId}`;
    await new Database(env.DB).all(cleanedUp, { idempotent: true });
  } catch (error) {
    logError("account not cleaned up", { user: userId }, error);
  }
}

/** Closes the pages of buddies who build the levels of a deleted account. */
async function closeSharedBuilds(env: Env, userId: number): Promise<void> {
  const levels = await new Database(env.DB).all(statement<Columns<"levels", "id">>`select id from levels
    where user_id = ${userId}`);
  await Promise.all(levels.map(({ id }) => buildStub(env, id).recheck()));
}

/** Finishes deletions that a crash or an unavailable object has interrupted. */
export async function cleanUpDeletedAccounts(env: Env, now: number): Promise<void> {
  const rows = await new Database(env.DB).all(
    statement<Columns<"account_cleanups", "user_id">>`select user_id from account_cleanups
      where created_at <= ${now - OWN_CLEANUP_MS} order by created_at limit 100`,
  );
  for (const { user_id } of rows) await cleanUpAccount(env, user_id);
}
