import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { SessionUser } from "#domain/auth/api.ts";
import { loginRoute } from "#domain/auth/sign-in-api.ts";
import { ApiError, fieldErrorAt } from "#domain/errors.ts";
import { secondStepRoute } from "#domain/security/api.ts";
import { hashToken } from "../http/crypto.ts";
import { browserHash } from "../http/csrf.ts";
import { type App, type Call, handle } from "../http/handle.ts";
import { checkAttempts, clearAttempts, forgiveAttempt } from "../http/limits.ts";
import { originOf } from "../http/origin.ts";
import { type Account, accountQuery, sessionCookie } from "../http/session.ts";
import { cutEnded } from "../live/access.ts";
import { type Mail, queueMail, sendMails } from "../mail/send.ts";
import { recoveryHash } from "../security/recovery.ts";
import { readSecret } from "../security/secret.ts";
import { stepOf } from "../security/totp.ts";
import { challengeCookie, endChallengeCookie, readChallenge } from "./challenge.ts";
import { openSession } from "./commands.ts";
import { deviceOf } from "./device.ts";
import { newDeviceMail, recoveryMail } from "./mails.ts";
import { checkPassword, passwordCost } from "./password.ts";
import { presentAccount } from "./present.ts";

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 60 * 60;
/** Passwords that may be tried for one name, and from one address, in a quarter of an hour. */
const TRIES = { account: 10, address: 300 } as const;
/**
 * Codes that may be tried for one account, whatever number of times its password is given: three of a million are right at
 * a time, so that a year of guessing finds one with a chance of two in a hundred.
 */
const CODES = { quarter: 5, day: 20 } as const;

type AnyCall = Pick<
  Call<typeof loginRoute>,
  "gate" | "env" | "request" | "now" | "clientIp" | "header" | "defer"
>;

interface SigningIn {
  id: number;
  username: string;
  email: string;
  password_hash: string;
  two_factor_at: number | null;
  two_factor_secret: string | null;
  two_factor_step: number;
  /** They have signed in with this browser before. */
  known: 0 | 1;
}

const signingInQuery = (who: SQL, browser: string): Statement<SigningIn> =>
  statement(sql`select u.id, u.username, u.email, u.password_hash, u.two_factor_at, u.two_factor_secret, u.two_factor_step,
      exists (select 1 from known_browsers k where k.user_id = u.id and k.browser = ${browser}) as known
    from users u where (${who}) and u.deleted_at is null limit 1`);

/**
 * Signs a browser in, in one transaction: `who` is the condition on the row of `users` under which it does, `before` makes
 * that row, `use` is what it uses up. Null where nobody meets the condition. The browser's previous session ends.
 */
export async function openSignedIn(
  call: AnyCall,
  who: SQL,
  { mails = [], before = [], use = [] }: { mails?: Mail[]; before?: Statement[]; use?: Statement[] },
): Promise<SessionUser | null> {
  const { gate, env, request, now } = call;
  const previous = gate.claims && { id: gate.claims.id, session: hashToken(gate.claims.token) };
  const session = openSession(who, deviceOf(call), now);
  const done = sql`exists (select 1 from sessions where id = ${hashToken(session.token)})`;
  const answers = await gate.db.batch([
    ...before,
    ...session.statements,
    ...mails.map((mail) => queueMail(mail, now, done)),
    ...use,
    ...(previous ? [statement(sql`delete from sessions where id = ${previous.session} and ${done}`)] : []),
    accountQuery(session.token),
  ]);
  const account = answers.at(-1)?.[0] as Account | undefined;
  if (!account) return null;
  if (previous) await cutEnded(env, previous.id, [previous.session]);
  const claims = { token: session.token, id: account.id, role: account.role };
  call.header("Set-Cookie", sessionCookie(request, env, claims));
  if (mails.length > 0) call.defer(sendMails(env, now));
  return presentAccount(account, now);
}

/** One count of failed passwords per account, whether it is named by username or e-mail address. */
const passwordTries = (login: string, user: SigningIn | undefined): string =>
  user ? `login:${user.id}` : `login-unknown:${hashToken(login)}`;

/** Whose tries are counted: a browser that is known to the account has some of its own, which strangers can't use up. */
const ownTries = (key: string, user: SigningIn | undefined, browser: string) =>
  user?.known ? `${key}:${browser}` : key;

/** The mail about a browser that the account does not know. */
const aboutDevice = (call: AnyCall, user: SigningIn): Mail[] =>
  user.known ? [] : [newDeviceMail(user, originOf(call.request, call.env), deviceOf(call), call.now)];

export function signInRoutes(app: App): void {
  // Whether there is such an account, and what of it was wrong, is told by neither the answer nor its time.
  handle(app, loginRoute, async (call) => {
    const { input, gate, env, now, clientIp, request, header } = call;
    const login = input.login.trim().toLowerCase();
    await checkAttempts(env, `login-from:${clientIp}`, TRIES.address, QUARTER_HOUR);
    const browser = browserHash(request);
    const user = await gate.db.first(
      signingInQuery(sql`u.username = ${login} or u.email = ${login}`, browser),
    );
    const tries = ownTries(passwordTries(login, user), user, browser);
    await checkAttempts(env, tries, TRIES.account, QUARTER_HOUR);
    if (!(await checkPassword(input.password, user?.password_hash, passwordCost(env))) || !user)
      throw fieldErrorAt("login", "bad_credentials");
    await clearAttempts(env, tries);
    if (user.two_factor_at !== null) {
      header("Set-Cookie", challengeCookie(request, env, user, now));
      return { two_factor: true as const };
    }
    // A password or a second factor that was set in this moment counts.
    const who = sql`id = ${user.id} and password_hash = ${user.password_hash} and two_factor_at is null`;
    const signedIn = await openSignedIn(call, who, { mails: aboutDevice(call, user) });
    if (!signedIn) throw fieldErrorAt("login", "bad_credentials");
    return { user: signedIn };
  });

  handle(app, secondStepRoute, async (call) => {
    const { input, gate, env, now, request, header } = call;
    const browser = browserHash(request);
    const challenge = readChallenge(request, env, now);
    const user = challenge && (await gate.db.first(signingInQuery(sql`u.id = ${challenge.id}`, browser)));
    if (!user || user.two_factor_at === null || !challenge.isOf(user)) throw new ApiError("second_step_over");
    const [quarter, day] = ["second-step", "second-step-day"].map((name) =>
      ownTries(`${name}:${user.id}`, user, browser),
    ) as [string, string];
    await checkAttempts(env, quarter, CODES.quarter, QUARTER_HOUR);
    await checkAttempts(env, day, CODES.day, DAY);
    const proof = input.code
      ? await proofOfCode(call, user, input.code)
      : proofOfRecovery(call, user, input.recovery_code ?? "");
    const who = proof && sql`id = ${user.id} and password_hash = ${user.password_hash} and ${proof.stands}`;
    const signedIn =
      who &&
      (await openSignedIn(call, who, {
        mails: [...aboutDevice(call, user), ...proof.mails],
        use: [proof.use],
      }));
    if (!signedIn) throw fieldErrorAt(input.code ? "code" : "recovery_code", "bad_code");
    await Promise.all([forgiveAttempt(env, quarter), forgiveAttempt(env, day)]);
    header("Set-Cookie", endChallengeCookie(request));
    return { user: signedIn };
  });
}

/** What shows that somebody has the second factor: a condition on their row, and what uses it up, in one transaction. */
interface Proof {
  stands: SQL;
  use: Statement;
  mails: Mail[];
}

async function proofOfCode({ env, now }: AnyCall, user: SigningIn, code: string): Promise<Proof | null> {
  const secret = await readSecret(env, user.id, user.two_factor_secret);
  const step = stepOf(secret, code, now, user.two_factor_step);
  if (step === null) return null;
  // The secret is part of it: one that was made anew meanwhile has codes of its own.
  const stands = sql`two_factor_secret = ${user.two_factor_secret} and two_factor_step < ${step}`;
  return {
    stands,
    use: statement(sql`update users set two_factor_step = ${step} where id = ${user.id} and ${stands}`),
    mails: [],
  };
}

function proofOfRecovery({ env, request }: AnyCall, user: SigningIn, code: string): Proof {
  const row = sql`user_id = ${user.id} and hash = ${recoveryHash(env, user.id, code)}`;
  return {
    stands: sql`exists (select 1 from recovery_codes where ${row})`,
    use: statement(sql`delete from recovery_codes where ${row}`),
    mails: [recoveryMail(user, originOf(request, env), "used")],
  };
}
