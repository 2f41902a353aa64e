import { type Columns, Database, sql, statement } from "#db/database.ts";
import type { levels } from "#db/schema/index.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { matchesUsername } from "#domain/settings/rules.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { unlinkDiscord } from "../discord/unlink.ts";
import { endBilling } from "../gold/end.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { clearedSessionCookie } from "../http/session.ts";
import { notifyPartners } from "../live/notify.ts";
import { buildStub, hubStub } from "../live/stubs.ts";
import { sendMails } from "../mail/send.ts";
import { TO_FORUM, writeWithEffects } from "../outbox/write-with-effects.ts";
import { cleanedUp, deleteAccount, unfinishedQuery } from "./delete-account.ts";

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
    const {
      deleted: [deleted],
    } = await writeWithEffects(call, TO_FORUM, deleteAccount(account, now));
    if (!deleted) throw new ApiError("conflict");
    await cleanUpAccount(env, account.id);
    header("Set-Cookie", clearedSessionCookie(request));
    defer(sendMails(env, now));
    return { message: "Your account was deleted." };
  });
}

/**
 * Deletes an account's data outside the database and notifies its conversation partners. Failures are logged
 * and retried by the schedule.
 */
async function cleanUpAccount(env: Env, userId: number): Promise<void> {
  try {
    await notifyPartners(env, { id: userId, username: `deleted-${userId}` });
    await Promise.all([
      hubStub(env, userId).deleteAccount(),
      unlinkDiscord(env, new Database(env.DB), userId),
      closeSharedBuilds(env, userId),
    ]);
    await new Database(env.DB).all(cleanedUp(userId), { idempotent: true });
  } catch (error) {
    logError("account not cleaned up", { user: userId }, error);
  }
}

type OwnLevel = Columns<"levels", "id">;

/** Closes the pages of buddies who build the levels of a deleted account. */
async function closeSharedBuilds(env: Env, userId: number): Promise<void> {
  const levels = await new Database(env.DB).all(
    statement<OwnLevel>(sql`select id from levels where user_id = ${userId}`),
  );
  await Promise.all(levels.map(({ id }) => buildStub(env, id).recheck()));
}

/** Finishes deletions that a crash or an unavailable object has interrupted. */
export async function cleanUpDeletedAccounts(env: Env, now: number): Promise<void> {
  const rows = await new Database(env.DB).all(unfinishedQuery(now - OWN_CLEANUP_MS));
  for (const { user_id } of rows) await cleanUpAccount(env, user_id);
}
