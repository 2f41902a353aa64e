import { type Columns, type Database, sql, statement } from "#db/database.ts";
import { logoutRoute, sessionRoute } from "#domain/auth/api.ts";
import {
  forgotPasswordRoute,
  registerRoute,
  resendVerificationRoute,
  resetPasswordRoute,
  verifyEmailRoute,
} from "#domain/auth/sign-in/api.ts";
import { ApiError, fieldError, fieldErrorAt } from "#domain/errors.ts";
import { isUniqueViolation } from "../http/errors.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { deviceTheme } from "../http/path.ts";
import { isReadOnly } from "../http/read-only.ts";
import {
  checkAttempts,
  clearedSessionCookie,
  hashToken,
  inventedKey,
  issueCsrf,
  siteOrigin,
} from "../http/session.ts";
import { lastIdQuery, newId } from "../ids/commands.ts";
import { disconnectEndedSessions } from "../live/notify.ts";
import { queueMail, resetMail, sendMails, verificationMail } from "../mail/send.ts";
import { isEmailHeld } from "../settings/change-email.ts";
import { readStartLook, starterItemsQuery, startLookStatements } from "../starter/start-look.ts";
import {
  createToken,
  insertBopi,
  insertUser,
  isLookAlikeViolation,
  resetPassword,
  tokenQuery,
  verifyEmail,
} from "./commands.ts";
import { passwordMail } from "./mails.ts";
import { hashPassword, passwordCost } from "./password.ts";
import { presentAccount } from "./present.ts";
import { signIn, signInRoutes } from "./sign-in.ts";
import { checkHuman } from "./turnstile.ts";
import { checkUsername, isFormerName, isLookAlike, lookAlikeError, nameTakenError } from "./usernames.ts";
import { rejectWeakPassword } from "./weak-passwords.ts";

const HOUR = 60 * 60;

export function authRoutes(app: HonoApp): void {
  signInRoutes(app);

  handle(app, sessionRoute, async ({ gate, env, request, now, header }) => {
    const csrf = issueCsrf(request, env);
    if (csrf.cookie) header("Set-Cookie", csrf.cookie);
    const [account, readOnly] = await Promise.all([gate.account(), isReadOnly(env, now, "near")]);
    return {
      user: account && presentAccount(account, now),
      csrf_token: csrf.token,
      ...(readOnly && { read_only: true }),
    };
  });

  handle(app, registerRoute, async (call) => {
    const { input, gate, env, now, clientIp, clientNetwork, request, defer } = call;
    await checkAttempts(env, `register:${clientNetwork}`, 200, HOUR);
    const { username, email } = input;
    await checkUsername(gate.db, username, now);
    const { taken, last, starters } = await gate.db.batch({
      taken: statement<{
        same_name: 0 | 1;
        same_email: 0 | 1;
        same_look: 0 | 1;
      }>`select username = ${username} as same_name, email = ${email} as same_email, 0 as same_look
        from users where username = ${username} or email = ${email}
        union all select 0, 1, 0 where ${isEmailHeld(email, now)}
        union all select 1, 0, 0 where ${isFormerName(username, now)}
        union all select 0, 0, 1 where ${isLookAlike(username, now)}`,
      last: lastIdQuery("users"),
      starters: starterItemsQuery,
    });
    rejectTaken(
      taken.some((row) => row.same_name),
      taken.some((row) => row.same_email),
      taken.some((row) => row.same_look),
    );
    await rejectWeakPassword(call, input.password, input);
    // The last check, because a token is valid only once.
    await checkHuman(env, input.turnstile_token, clientIp);
    const [password_hash, id] = await Promise.all([
      hashPassword(input.password, passwordCost(env)),
      newId(env, "users", last),
    ]);
    const verification = createToken("verify", { id, email }, now);
    const mail = verificationMail(email, username, siteOrigin(request, env), verification.token);
    const before = {
      // Keeps the theme chosen as a visitor.
      user: insertUser({ id, username, email, password_hash, theme_id: deviceTheme(request).id }, now),
      token: verification.insert,
      bopi: insertBopi(username),
      look: startLookStatements(id, readStartLook(input, starters), now),
    };
    const user = await signIn(call, sql`username = ${username}`, { before, mails: [mail] }).catch((error) => {
      // Another request has taken the name or email address in the meantime.
      rejectTaken(
        isUniqueViolation(error, "users.username"),
        isUniqueViolation(error, "users.email"),
        isLookAlikeViolation(error),
      );
      throw error;
    });
    if (!user) throw new Error("the new account was not found");
    // Most new bopis look like others before them, so this finds an existing picture.
    defer(env.RENDERS.send({ kind: "avatar", user_id: user.id, revision: 1 }));
    return { user };
  });

  handle(app, logoutRoute, async ({ gate, env, request, header }) => {
    if (gate.claims) {
      const session = hashToken(gate.claims.token);
      await gate.db.all(statement`delete from sessions where id = ${session}`);
      await disconnectEndedSessions(env, gate.claims.id, [session]);
    }
    header("Set-Cookie", clearedSessionCookie(request));
    return { message: "You're signed out." };
  });

  handle(app, forgotPasswordRoute, async ({ input, gate, env, now, clientNetwork, request, defer }) => {
    await checkAttempts(env, `forgot-from:${clientNetwork}`, 20, HOUR);
    await checkAttempts(env, inventedKey("forgot", input.email), 5, HOUR);
    // Afterwards, so that neither response nor timing reveals whether the account exists.
    const user = await gate.db.first(statement<ResetUser>`select id, username, email from users
      where email = ${input.email}`);
    if (user) defer(sendReset(gate.db, env, user, siteOrigin(request, env), now));
    return {
      message: "If this email address has an account, a link to set a new password is on its way.",
    };
  });

  handle(app, resetPasswordRoute, async (call) => {
    const { input, gate, env, now, request, defer } = call;
    const valid = await gate.db.first(tokenQuery("reset", input.token, now));
    if (!valid) throw fieldErrorAt("token", "token_expired");
    await rejectWeakPassword(call, input.password, valid);
    const password_hash = await hashPassword(input.password, passwordCost(env));
    const mail = passwordMail(valid, siteOrigin(request, env));
    const { user } = await gate.db.batch(resetPassword(input.token, password_hash, mail, now));
    if (!user) throw new ApiError("token_expired");
    await disconnectEndedSessions(env, user.id);
    defer(sendMails(env, now));
    return { message: "Your new password is set. Sign in with it." };
  });

  handle(app, resendVerificationRoute, async ({ gate, env, now, viewer, request, defer }) => {
    const account = await gate.member();
    if (account.email_verified_at !== null) return { message: "Your email address is already verified." };
    await checkAttempts(env, `verify:${viewer.id}`, 5, HOUR);
    const { token, insert } = createToken("verify", account, now);
    await gate.write({
      token: insert,
      mail: queueMail(
        verificationMail(account.email, account.username, siteOrigin(request, env), token),
        now,
      ),
    });
    defer(sendMails(env, now));
    return { message: "The verification link is on its way." };
  });

  // The mailed link itself is a page: mail scanners open every link, and opening it must not use it up.
  handle(app, verifyEmailRoute, async ({ input, gate, now }) => {
    const { user } = await gate.db.batch(verifyEmail(input.token, now));
    if (!user) throw fieldErrorAt("token", "token_expired");
    return { message: "Your email address is verified." };
  });
}

function rejectTaken(name: boolean, email: boolean, look: boolean): void {
  if (name) throw nameTakenError();
  if (email) throw fieldError("email", "This email address already has an account. Sign in instead.");
  if (look) throw lookAlikeError();
}

type ResetUser = Columns<"users", "id" | "username" | "email">;

async function sendReset(db: Database, env: Env, user: ResetUser, origin: string, now: number) {
  const { token, insert } = createToken("reset", user, now);
  await db.batch({
    token: insert,
    mail: queueMail(resetMail(user.email, user.username, origin, token), now),
  });
  await sendMails(env, now);
}
