import { type SQL, sql } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { DAY_MS, isNewcomer, NEWCOMER_PER_DAY } from "#domain/spam/rules.ts";
import { limitsOff } from "../env.ts";
import type { SessionAccount } from "../http/session.ts";

const DAY_SECONDS = 24 * 60 * 60;

type Newcomer = Pick<SessionAccount, "id" | "created_at" | "email_verified_at" | "role">;

/**
 * Counts a newcomer's action against its daily limit. Returns the seconds to wait if the limit is reached,
 * else 0.
 */
export const countNewcomerAction = (
  env: Env,
  userId: number,
  what: keyof typeof NEWCOMER_PER_DAY,
): Promise<number> =>
  env.THROTTLE.getByName(`newcomer:${what}:${userId}`).attempt(NEWCOMER_PER_DAY[what], DAY_SECONDS);

/** Shown to newcomers who have reached a daily limit. */
export const NEWCOMER_LIMIT_MESSAGE =
  "New accounts can only do this a few times a day. Verify your email address, and try again tomorrow.";

/** Condition: `limitNewcomer` doesn't count what the member does. */
export const isNoNewcomer = (env: Env, member: Actor, now: number): SQL =>
  limitsOff(env) || isStaff(member)
    ? sql`true`
    : sql`exists (select 1 from users where id = ${member.id} and email_verified_at is not null
        and created_at <= ${now - DAY_MS})`;

/** Throws `too_many` if a newcomer has reached the daily limit of an action. */
export async function limitNewcomer(
  env: Env,
  account: Newcomer | null,
  what: keyof typeof NEWCOMER_PER_DAY,
  now: number,
): Promise<void> {
  // No cost for established accounts.
  if (!account || limitsOff(env) || isStaff(account) || !isNewcomer(account, now)) return;
  const wait = await countNewcomerAction(env, account.id, what);
  if (wait > 0) throw new ApiError("too_many", { message: NEWCOMER_LIMIT_MESSAGE, retryAfter: wait });
}
