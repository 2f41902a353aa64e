import { Database } from "#db/client.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { namesAccount } from "#domain/settings/rules.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { endBilling } from "../billing/end.ts";
import { endDiscord } from "../discord/end.ts";
import type { Env } from "../env.ts";
import { type App, handle } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { endSessionCookie } from "../http/session.ts";
import { notifyPartners } from "../live/notify.ts";
import { hubOf } from "../live/stubs.ts";
import { sendMails } from "../mail/send.ts";
import { deleteAccount, deletedSince } from "./delete-commands.ts";

/** For how long the schedule looks again after what deleting leaves to do outside the database. */
const LOOKED_AFTER = 60 * 60 * 1000;

export function deleteRoutes(app: App): void {
  handle(app, deleteAccountRoute, async (call) => {
    const { input, gate, env, now, request, header, defer } = call;
    const account = await checkOwnPassword(call, input.password);
    if (!namesAccount(input.username, account.username))
      throw fieldError("username", "Type your username as it is.");
    if (account.staff_role !== "member")
      throw new ApiError("forbidden", {
        message: "Staff can't delete their account. Ask an admin to take your role off first.",
      });
    // What costs money must have ended: where that fails, nothing is deleted.
    await endBilling(env, account.id);
    const [[gone]] = await gate.write(...deleteAccount(account, now));
    if (!gone) throw new ApiError("conflict");
    await endElsewhere(env, account.id);
    header("Set-Cookie", endSessionCookie(request));
    defer(sendMails(env, now));
    return { message: "Your account is deleted." };
  });
}

/**
 * Ends what a deleted account has outside the database, and tells those it talked to that nobody reads them any more. What
 * fails is noted and done by the schedule.
 */
async function endElsewhere(env: Env, userId: number): Promise<void> {
  try {
    await notifyPartners(env, { id: userId, username: `deleted-${userId}` });
    await Promise.all([hubOf(env, userId).end(), endDiscord(env, userId)]);
  } catch (error) {
    logError("account not ended", { user: userId }, error);
  }
}

/** Does what a process that died, or an object that did not answer, has left of deleting. */
export async function endDeleted(env: Env, now: number): Promise<void> {
  const rows = await new Database(env.DB).all(deletedSince(now - LOOKED_AFTER));
  for (const { id } of rows) await endElsewhere(env, id);
}
