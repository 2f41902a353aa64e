import { sql } from "#db/database.ts";
import { ApiError, fieldError, fieldErrorAt } from "#domain/errors.ts";
import { changeEmailRoute, revertEmailRoute } from "#domain/settings/api.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { rotateSession } from "../auth/rotate.ts";
import { isUniqueViolation } from "../http/errors.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { checkAttempts } from "../http/limits.ts";
import { siteOrigin } from "../http/origin.ts";
import { disconnectEndedSessions } from "../live/disconnect.ts";
import { emailChangedMail, verificationMail } from "../mail/mails.ts";
import { queueMail, sendMails } from "../mail/send.ts";
import { changeEmail, emailTakenQuery, revertEmail, revertQuery } from "./change-email.ts";

const HOUR = 60 * 60;
const takenError = () => fieldError("email", "This email address already has an account.");

export function emailRoutes(app: HonoApp): void {
  handle(app, changeEmailRoute, async (call) => {
    const { input, gate, env, now, request, defer } = call;
    const account = await checkOwnPassword(call, input.password);
    const { id, username } = account;
    const { email } = input;
    if (email === account.email) throw fieldError("email", "That's already your email address.");
    await checkAttempts(env, `change-email:${id}`, 5, HOUR);
    const found = await gate.first(emailTakenQuery(email, id, now));
    if (found?.taken) throw takenError();
    // Of two concurrent changes, one succeeds and the other gets an error.
    const unchanged = sql`exists (select 1 from users where id = ${id} and email = ${account.email})`;
    const { update, rotated, done } = rotateSession(call, undefined, unchanged);
    const change = changeEmail(account, email, now, rotated);
    const origin = siteOrigin(request, env);
    const mails = [
      verificationMail(email, username, origin, change.verifyToken),
      ...(change.revertToken ? [emailChangedMail(account.email, username, origin, change.revertToken)] : []),
    ];
    try {
      const { changed } = await gate.write({
        update,
        tokens: change.statements,
        mails: mails.map((mail) => queueMail(mail, now, rotated)),
        changed: change.last,
      });
      if (changed.length === 0) throw new ApiError("conflict");
    } catch (error) {
      if (isUniqueViolation(error, "users.email")) throw takenError();
      throw error;
    }
    done();
    defer(sendMails(env, now));
    return {
      message: `Your email address was changed. Open the link we sent to ${email} to verify it.`,
    };
  });

  handle(app, revertEmailRoute, async ({ input, gate, env, now }) => {
    const change = await gate.db.first(revertQuery(input.token, now));
    if (!change) throw linkExpired();
    const { resetToken, statements } = revertEmail(change, input.token, now);
    const {
      changed: [changed],
    } = await gate.db.batch(statements);
    if (!changed) throw linkExpired();
    await disconnectEndedSessions(env, change.user_id);
    return {
      message: "Your old email address is back, and every browser is signed out. Choose a new password now.",
      reset_token: resetToken,
    };
  });
}

const linkExpired = () =>
  fieldErrorAt("token", "token_expired", "This link has expired or was already used.");
