import { ApiError } from "#domain/errors.ts";
import { isStaff } from "#domain/levels/rules.ts";
import { isNewcomer, NEWCOMER_PER_DAY } from "#domain/spam/rules.ts";
import { type Env, limitsOff } from "../env.ts";
import type { Account } from "../http/session.ts";

const DAY_SECONDS = 24 * 60 * 60;

type Newcomer = Pick<Account, "id" | "created_at" | "email_verified_at" | "role">;

/** Counts what a newcomer may do so often a day; answers the seconds to wait where that is used up, else 0. */
export const countNewcomer = (
  env: Env,
  userId: number,
  what: keyof typeof NEWCOMER_PER_DAY,
): Promise<number> =>
  env.THROTTLE.getByName(`newcomer:${what}:${userId}`).attempt(NEWCOMER_PER_DAY[what], DAY_SECONDS);

/** What a newcomer is told who has done enough for a day. */
export const SLOW_MESSAGE =
  "New accounts can do this a few times a day. Verify your e-mail address, and come back tomorrow for more.";

/** Refuses newcomers what they have done often enough for a day. */
export async function slowNewcomer(
  env: Env,
  account: Newcomer | null,
  what: keyof typeof NEWCOMER_PER_DAY,
  now: number,
): Promise<void> {
  // Costs others nothing.
  if (!account || limitsOff(env) || isStaff(account) || !isNewcomer(account, now)) return;
  const wait = await countNewcomer(env, account.id, what);
  if (wait > 0) throw new ApiError("too_many", { message: SLOW_MESSAGE, retryAfter: wait });
}
