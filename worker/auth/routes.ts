import { sql } from "drizzle-orm";
import { Database, select } from "#db/client.ts";
import {
  forgotPasswordRoute,
  loginRoute,
  logoutRoute,
  type Role,
  registerRoute,
  resendVerificationRoute,
  resetPasswordRoute,
  sessionRoute,
} from "#domain/auth/api.ts";
import { fieldRefusal, Refusal } from "#domain/errors.ts";
import { CLOSE } from "#domain/live/frames.ts";
import type { Env } from "../env.ts";
import { hashToken, sign } from "../http/crypto.ts";
import { issueCsrf } from "../http/csrf.ts";
import { isTaken } from "../http/errors.ts";
import { type App, type Call, handle } from "../http/handle.ts";
import { checkAttempts, clearAttempts } from "../http/limits.ts";
import { accountQuery, endSessionCookie, sessionCookie } from "../http/session.ts";
import { deviceTheme } from "../http/theme.ts";
import { cutSockets } from "../live/access.ts";
import { resetMail, verificationMail } from "../mail/messages.ts";
import { queueMail, sendMails } from "../mail/send.ts";
import {
  insertBopi,
  insertUser,
  openSession,
  openToken,
  resetPassword,
  tokenQuery,
  verifyEmail,
} from "./commands.ts";
import { checkPassword, hashPassword } from "./password.ts";
import { presentAccount } from "./present.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

type AnyCall = Pick<Call<typeof loginRoute>, "gate" | "env" | "request" | "now" | "address" | "header">;

const deviceOf = ({ request, env, address }: AnyCall) => ({
  device: (request.headers.get("User-Agent") ?? "").slice(0, 300),
  address_hash: sign(env.SESSION_SECRET, `address:${address}`),
});

/** Sets the cookie of a session that was just stored and answers its user. */
async function signedIn(call: AnyCall, token: string) {
  const account = await call.gate.db.first(accountQuery(token));
  if (!account) throw new Error("a session was stored and not found");
  call.header(
    "Set-Cookie",
    sessionCookie(call.request, call.env, { token, id: account.id, role: account.role as Role }),
  );
  return { user: presentAccount(account, call.now) };
}

/** A mail's links must not depend on what a request claims to have asked: the name in it is anybody's choice. */
const originOf = (request: Request, env: Env) => env.ORIGIN ?? new URL(request.url).origin;

export function authRoutes(app: App): void {
  handle(app, sessionRoute, async ({ gate, env, request, now, header }) => {
    const csrf = issueCsrf(request, env);
    if (csrf.cookie) header("Set-Cookie", csrf.cookie);
    const account = await gate.account();
    return { user: account && presentAccount(account, now), csrf_token: csrf.token };
  });

  handle(app, registerRoute, async (call) => {
    const { input, gate, env, now, address, request, defer } = call;
    await checkAttempts(env, `register:${address}`, 200, HOUR);
    const { username, email } = input;
    const taken = await gate.db.all(
      select<{
        same_name: 0 | 1;
        same_email: 0 | 1;
      }>(sql`select username = ${username} as same_name, email = ${email} as same_email
        from users where username = ${username} or email = ${email}`),
    );
    refuseTaken(
      taken.some((row) => row.same_name),
      taken.some((row) => row.same_email),
    );
    const password_hash = await hashPassword(input.password);
    const session = openSession(username, deviceOf(call), now);
    const verification = openToken("verify", email, now);
    const mail = verificationMail(email, username, originOf(request, env), verification.token);
    try {
      await gate.db.batch([
        // Whoever has chosen a theme as a visitor keeps it.
        insertUser({ username, email, password_hash, theme_id: deviceTheme(request).id }, now),
        session.statement,
        verification.statement,
        queueMail(mail, now),
        insertBopi(username),
      ]);
    } catch (error) {
      // Somebody was faster between the look and the insert.
      refuseTaken(isTaken(error, "users.username"), isTaken(error, "users.email"));
      throw error;
    }
    defer(sendMails(env, now));
    const answer = await signedIn(call, session.token);
    // All new bopis look alike, so this finds a picture that was drawn long ago.
    defer(env.RENDERS.send({ kind: "avatar", user_id: answer.user.id, revision: 1 }));
    return answer;
  });

  handle(app, loginRoute, async (call) => {
    const { input, gate, env, now, address } = call;
    const who = input.login.trim().toLowerCase();
    const account = `login:${hashToken(who)}`;
    await checkAttempts(env, `login-from:${address}`, 300, QUARTER_HOUR);
    await checkAttempts(env, account, 10, QUARTER_HOUR);
    const user = await gate.db.first(
      select<{ username: string; password_hash: string }>(
        sql`select username, password_hash from users where username = ${who} or email = ${who} limit 1`,
      ),
    );
    if (!(await checkPassword(input.password, user?.password_hash)) || !user) {
      throw new Refusal("bad_credentials", {
        errors: { login: ["That username or password is not right."] },
      });
    }
    await clearAttempts(env, account);
    const session = openSession(user.username, deviceOf(call), now);
    await gate.db.batch([session.statement]);
    return signedIn(call, session.token);
  });

  handle(app, logoutRoute, async ({ gate, env, request, header }) => {
    if (gate.claims) {
      const session = hashToken(gate.claims.token);
      await gate.db.batch([select(sql`delete from sessions where id = ${session}`)]);
      await endSockets(env, gate.claims.id, session);
    }
    header("Set-Cookie", endSessionCookie(request));
    return { message: "You are signed out." };
  });

  handle(app, forgotPasswordRoute, async ({ input, gate, env, now, address, request, defer }) => {
    await checkAttempts(env, `forgot-from:${address}`, 20, HOUR);
    await checkAttempts(env, `forgot:${hashToken(input.email)}`, 5, HOUR);
    // The same answer in the same time: what there is to do is done after it.
    defer(sendReset(gate.db, env, input.email, originOf(request, env), now));
    return {
      message: "If there is an account with this address, a link to choose a new password is on its way.",
    };
  });

  handle(app, resetPasswordRoute, async ({ input, gate, env, now }) => {
    const valid = await gate.db.first(tokenQuery("reset", input.token, now));
    if (!valid)
      throw new Refusal("token_expired", {
        errors: { token: ["This link has been used or has expired. Ask for a new one."] },
      });
    const password_hash = await hashPassword(input.password);
    const [changed] = await gate.db.batch(resetPassword(input.token, password_hash, now));
    if (!changed[0]) throw new Refusal("token_expired");
    await endSockets(env, changed[0].id);
    return { message: "Your new password is set. Sign in with it." };
  });

  handle(app, resendVerificationRoute, async ({ gate, env, now, viewer, request, defer }) => {
    const account = await gate.account();
    if (!account || account.email_verified_at !== null)
      return { message: "Your e-mail address is verified already." };
    await checkAttempts(env, `verify:${viewer.id}`, 5, HOUR);
    const { token, statement } = openToken("verify", account.email, now);
    await gate.write(
      statement,
      queueMail(verificationMail(account.email, account.username, originOf(request, env), token), now),
    );
    defer(sendMails(env, now));
    return { message: "The verification link is on its way." };
  });

  app.get("/email/verify/:token", async (c) => {
    // A scanner that only looks whether the link is there must not use it up.
    if (c.req.method === "HEAD") return c.redirect("/", 302);
    const [verified] = await new Database(c.env.DB, c.get("meter")).batch(
      verifyEmail(c.req.param("token"), Date.now()),
    );
    return c.redirect(verified[0] ? "/?verified=1" : "/?verified=0", 302);
  });
}

function refuseTaken(name: boolean, email: boolean): void {
  if (name) throw fieldRefusal("username", "This username is taken. Try another one.");
  if (email)
    throw fieldRefusal("email", "There is an account with this e-mail address already. Sign in instead.");
}

/** Closes the sockets of sessions that have just ended. They have, whether or not that works: what fails is noted. */
async function endSockets(env: Env, userId: number, session?: string): Promise<void> {
  try {
    await cutSockets(env, userId, CLOSE.sessionEnded, session);
  } catch (error) {
    console.error(
      JSON.stringify({ level: "error", event: "sockets not cut", user: userId, error: String(error) }),
    );
  }
}

async function sendReset(db: Database, env: Env, email: string, origin: string, now: number): Promise<void> {
  const user = await db.first(
    select<{ username: string; email: string }>(
      sql`select username, email from users where email = ${email}`,
    ),
  );
  if (!user) return;
  const { token, statement } = openToken("reset", user.email, now);
  await db.batch([statement, queueMail(resetMail(user.email, user.username, origin, token), now)]);
  await sendMails(env, now);
}
