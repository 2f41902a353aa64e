import { sql } from "drizzle-orm";
import { type Database, statement } from "#db/client.ts";
import { logoutRoute, sessionRoute } from "#domain/auth/api.ts";
import {
  forgotPasswordRoute,
  registerRoute,
  resendVerificationRoute,
  resetPasswordRoute,
  verifyEmailRoute,
} from "#domain/auth/sign-in-api.ts";
import { ApiError, fieldError, fieldErrorAt } from "#domain/errors.ts";
import type { Env } from "../env.ts";
import { hashToken } from "../http/crypto.ts";
import { issueCsrf } from "../http/csrf.ts";
import { isTaken } from "../http/errors.ts";
import { type App, handle } from "../http/handle.ts";
import { checkAttempts } from "../http/limits.ts";
import { originOf } from "../http/origin.ts";
import { endSessionCookie } from "../http/session.ts";
import { deviceTheme } from "../http/theme.ts";
import { lastIdQuery, newId } from "../ids/commands.ts";
import { cutEnded } from "../live/access.ts";
import { resetMail, verificationMail } from "../mail/messages.ts";
import { queueMail, sendMails } from "../mail/send.ts";
import { isHeld } from "../settings/email-commands.ts";
import { insertBopi, insertUser, openToken, resetPassword, tokenQuery, verifyEmail } from "./commands.ts";
import { passwordMail } from "./mails.ts";
import { hashPassword, passwordCost } from "./password.ts";
import { presentAccount } from "./present.ts";
import { openSignedIn, signInRoutes } from "./sign-in.ts";
import { checkHuman } from "./turnstile.ts";
import { isFormer, refuseUsername } from "./usernames.ts";
import { refuseWeakPassword } from "./weak-passwords.ts";

const HOUR = 60 * 60;

export function authRoutes(app: App): void {
  signInRoutes(app);

  handle(app, sessionRoute, async ({ gate, env, request, now, header }) => {
    const csrf = issueCsrf(request, env);
    if (csrf.cookie) header("Set-Cookie", csrf.cookie);
    const account = await gate.account();
    return { user: account && presentAccount(account, now), csrf_token: csrf.token };
  });

  handle(app, registerRoute, async (call) => {
    const { input, gate, env, now, clientIp, request, defer } = call;
    await checkAttempts(env, `register:${clientIp}`, 200, HOUR);
    const { username, email } = input;
    await refuseUsername(gate.db, username, now);
    const [taken, last] = await gate.db.batch([
      statement<{
        same_name: 0 | 1;
        same_email: 0 | 1;
      }>(sql`select username = ${username} as same_name, email = ${email} as same_email
        from users where username = ${username} or email = ${email}
        union all select 0, 1 where ${isHeld(email, now)}
        union all select 1, 0 where ${isFormer(username, now)}`),
      lastIdQuery("users"),
    ]);
    refuseTaken(
      taken.some((row) => row.same_name),
      taken.some((row) => row.same_email),
    );
    await refuseWeakPassword(call, input.password, input);
    // Last of all that can be refused: a token is good once.
    await checkHuman(env, input.turnstile_token, clientIp);
    const [password_hash, id] = await Promise.all([
      hashPassword(input.password, passwordCost(env)),
      newId(env, "users", last),
    ]);
    const verification = openToken("verify", { id, email }, now);
    const mail = verificationMail(email, username, originOf(request, env), verification.token);
    const before = [
      // Whoever has chosen a theme as a visitor keeps it.
      insertUser({ id, username, email, password_hash, theme_id: deviceTheme(request).id }, now),
      verification.insert,
      insertBopi(username),
    ];
    const user = await openSignedIn(call, sql`username = ${username}`, { before, mails: [mail] }).catch(
      (error) => {
        // Somebody was faster between the look and the insert.
        refuseTaken(isTaken(error, "users.username"), isTaken(error, "users.email"));
        throw error;
      },
    );
    if (!user) throw new Error("an account was made and not found");
    // All new bopis look alike, so this finds a picture that was drawn long ago.
    defer(env.RENDERS.send({ kind: "avatar", user_id: user.id, revision: 1 }));
    return { user };
  });

  handle(app, logoutRoute, async ({ gate, env, request, header }) => {
    if (gate.claims) {
      const session = hashToken(gate.claims.token);
      await gate.db.batch([statement(sql`delete from sessions where id = ${session}`)]);
      await cutEnded(env, gate.claims.id, [session]);
    }
    header("Set-Cookie", endSessionCookie(request));
    return { message: "You are signed out." };
  });

  handle(app, forgotPasswordRoute, async ({ input, gate, env, now, clientIp, request, defer }) => {
    await checkAttempts(env, `forgot-from:${clientIp}`, 20, HOUR);
    await checkAttempts(env, `forgot:${hashToken(input.email)}`, 5, HOUR);
    // The same answer in the same time: what there is to do is done after it.
    defer(sendReset(gate.db, env, input.email, originOf(request, env), now));
    return {
      message: "If there is an account with this address, a link to choose a new password is on its way.",
    };
  });

  handle(app, resetPasswordRoute, async (call) => {
    const { input, gate, env, now, request, defer } = call;
    const valid = await gate.db.first(tokenQuery("reset", input.token, now));
    if (!valid) throw fieldErrorAt("token", "token_expired");
    await refuseWeakPassword(call, input.password, valid);
    const password_hash = await hashPassword(input.password, passwordCost(env));
    const mail = passwordMail(valid, originOf(request, env));
    const [changed] = await gate.db.batch(resetPassword(input.token, password_hash, mail, now));
    if (!changed[0]) throw new ApiError("token_expired");
    await cutEnded(env, changed[0].id);
    defer(sendMails(env, now));
    return { message: "Your new password is set. Sign in with it." };
  });

  handle(app, resendVerificationRoute, async ({ gate, env, now, viewer, request, defer }) => {
    const account = await gate.member();
    if (account.email_verified_at !== null) return { message: "Your e-mail address is verified already." };
    await checkAttempts(env, `verify:${viewer.id}`, 5, HOUR);
    const { token, insert } = openToken("verify", account, now);
    await gate.write(
      insert,
      queueMail(verificationMail(account.email, account.username, originOf(request, env), token), now),
    );
    defer(sendMails(env, now));
    return { message: "The verification link is on its way." };
  });

  // The mailed link itself is a page: mail scanners open every link, so opening it must not use it up.
  handle(app, verifyEmailRoute, async ({ input, gate, now }) => {
    const [[verified]] = await gate.db.batch(verifyEmail(input.token, now));
    if (!verified) throw fieldErrorAt("token", "token_expired");
    return { message: "Your e-mail address is verified." };
  });
}

function refuseTaken(name: boolean, email: boolean): void {
  if (name) throw fieldError("username", "This username is taken. Try another one.");
  if (email)
    throw fieldError("email", "There is an account with this e-mail address already. Sign in instead.");
}

async function sendReset(db: Database, env: Env, email: string, origin: string, now: number): Promise<void> {
  const user = await db.first(
    statement<{ id: number; username: string; email: string }>(
      sql`select id, username, email from users where email = ${email}`,
    ),
  );
  if (!user) return;
  const { token, insert } = openToken("reset", user, now);
  await db.batch([insert, queueMail(resetMail(user.email, user.username, origin, token), now)]);
  await sendMails(env, now);
}
