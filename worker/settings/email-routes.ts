import { sql } from "drizzle-orm";
import { ApiError, fieldError, fieldErrorAt } from "#domain/errors.ts";
import { changeEmailRoute, revertEmailRoute } from "#domain/settings/api.ts";
import { checkOwnPassword } from "../auth/own-password.ts";
import { rotateSession } from "../auth/rotate.ts";
import { isTaken } from "../http/errors.ts";
import { type App, handle } from "../http/handle.ts";
import { checkAttempts } from "../http/limits.ts";
import { originOf } from "../http/origin.ts";
import { cutEnded } from "../live/access.ts";
import { emailChangedMail, verificationMail } from "../mail/messages.ts";
import { queueMail, sendMails } from "../mail/send.ts";
import { changeEmail, revertEmail, revertQuery, takenQuery } from "./email-commands.ts";

const HOUR = 60 * 60;
const taken = () => fieldError("email", "There is an account with this e-mail address already.");

export function emailRoutes(app: App): void {
  handle(app, changeEmailRoute, async (call) => {
    const { input, gate, env, now, request, defer } = call;
    const account = await checkOwnPassword(call, input.password);
    const { id, username } = account;
    const { email } = input;
    if (email === account.email) throw fieldError("email", "This is your e-mail address already.");
    await checkAttempts(env, `change-email:${id}`, 5, HOUR);
    const [[found]] = await gate.read(takenQuery(email, id, now));
    if (found?.taken) throw taken();
    // Of two changes at once one is done, the other one is told.
    const unchanged = sql`exists (select 1 from users where id = ${id} and email = ${account.email})`;
    const { update, rotated, done } = rotateSession(call, undefined, unchanged);
    const change = changeEmail(account, email, now, rotated);
    const origin = originOf(request, env);
    const mails = [
      verificationMail(email, username, origin, change.verifyToken),
      ...(change.revertToken ? [emailChangedMail(account.email, username, origin, change.revertToken)] : []),
    ];
    try {
      const answers = await gate.write(
        update,
        ...change.statements,
        ...mails.map((mail) => queueMail(mail, now, rotated)),
        change.last,
      );
      if (answers.at(-1)?.length === 0) throw new ApiError("conflict");
    } catch (error) {
      if (isTaken(error, "users.email")) throw taken();
      throw error;
    }
    done();
    defer(sendMails(env, now));
    return {
      message: `Your e-mail address is changed. Open the link that we sent to ${email} to verify it.`,
    };
  });

  handle(app, revertEmailRoute, async ({ input, gate, env, now }) => {
    const change = await gate.db.first(revertQuery(input.token, now));
    if (!change) throw dead();
    const { resetToken, statements } = revertEmail(change, input.token, now);
    const [[changed]] = await gate.db.batch(statements);
    if (!changed) throw dead();
    await cutEnded(env, change.user_id);
    return {
      message: "Your old e-mail address is back, and every browser is signed out. Choose a new password now.",
      reset_token: resetToken,
    };
  });
}

const dead = () => fieldErrorAt("token", "token_expired", "This link has been used or has expired.");
