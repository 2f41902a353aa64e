import { type Batch, type Columns, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { SessionUser } from "#domain/auth/api.ts";
import { loginRoute } from "#domain/auth/sign-in/api.ts";
import { ApiError, fieldErrorAt } from "#domain/errors.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { secondStepRoute } from "#domain/security/api.ts";
import { type Call, type HonoApp, handle } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { requestRegion } from "../http/path.ts";
import {
  accountQuery,
  browserHash,
  checkAttempts,
  clearAttempts,
  constantTimeEqual,
  hashToken,
  inventedKey,
  readCookie,
  refundAttempt,
  serializeCookie,
  sessionCookie,
  sign,
  siteOrigin,
} from "../http/session.ts";
import { disconnectEndedSessions } from "../live/notify.ts";
import { hubStub } from "../live/stubs.ts";
import { type Mail, queueMail, sendMails } from "../mail/send.ts";
import { readSecret, recoveryHash, verifyTotp } from "../security/totp.ts";
import { createSession, setHome } from "./commands.ts";
import { newDeviceMail, recoveryMail } from "./mails.ts";
import { checkPassword, passwordCost } from "./password.ts";
import { presentAccount } from "./present.ts";

/** Set after the right password, until the second factor is entered. */
const CHALLENGE_COOKIE = "bopolis_second_step";
const CHALLENGE_SECONDS = 10 * 60;

interface ChallengedUser {
  id: number;
  password_hash: string;
}

/** Bound to the password and the browser: it's worthless with any other. */
const signChallenge = (request: Request, env: Env, { id, password_hash }: ChallengedUser, until: number) =>
  sign(env.SESSION_SECRET, `second-step:${id}.${until}.${browserHash(request)}.${password_hash}`);

/** Returns the cookie for a user who entered the right password. */
function challengeCookie(request: Request, env: Env, user: ChallengedUser, now: number): string {
  const until = now + CHALLENGE_SECONDS * 1000;
  const value = `${user.id}.${until}.${signChallenge(request, env, user, until)}`;
  return serializeCookie(request, CHALLENGE_COOKIE, value, CHALLENGE_SECONDS);
}

/** The account that this browser owes a second factor; check `belongsTo` against the database. */
function readChallenge(
  request: Request,
  env: Env,
  now: number,
): { id: number; belongsTo(user: ChallengedUser): boolean } | null {
  const [id, until, mac = ""] = (readCookie(request, CHALLENGE_COOKIE) ?? "").split(".").map(String);
  if (!Number.isSafeInteger(Number(id)) || !(Number(until) > now)) return null;
  return {
    id: Number(id),
    belongsTo: (user) => constantTimeEqual(mac, signChallenge(request, env, user, Number(until))),
  };
}

const MAX_AGENT_LENGTH = 300;

/** Country names by code, created on first use; the network's pseudo codes have none. */
let countries: Intl.DisplayNames | undefined;
function countryName(code: unknown): string {
  if (typeof code !== "string" || !/^[A-Z]{2}$/.test(code) || code === "XX") return "";
  countries ??= new Intl.DisplayNames(["en"], { type: "region" });
  return countries.of(code) ?? "";
}

/** Returns the browser of a request. */
function deviceOf({ request, env, clientNetwork }: { request: Request; env: Env; clientNetwork: string }) {
  const { city, country } = (request.cf ?? {}) as { city?: string; country?: string };
  return {
    device: (request.headers.get("User-Agent") ?? "").slice(0, MAX_AGENT_LENGTH),
    place: [city, countryName(country)].filter(Boolean).join(", "),
    ip_hash: sign(env.SESSION_SECRET, `address:${clientNetwork}`),
    browser: browserHash(request),
  };
}

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 60 * 60;
/** Password attempts per quarter of an hour, for one account and from one IP address. */
const PASSWORD_ATTEMPTS = { account: 10, ip: 300 } as const;
/** Code attempts for one account. Three of a million are valid: a year's guessing has a chance of 2%. */
const CODE_ATTEMPTS = { quarter: 5, day: 20 } as const;

type AnyCall = Pick<
  Call<typeof loginRoute>,
  "gate" | "env" | "request" | "now" | "clientNetwork" | "header" | "defer"
>;

interface SigningIn
  extends Columns<
    "users",
    "id" | "username" | "email" | "password_hash" | "two_factor_at" | "two_factor_secret" | "two_factor_step"
  > {
  /** Whether they've signed in with this browser before. */
  known: 0 | 1;
}

const signingInQuery = (condition: SQL, browser: string): Statement<SigningIn> =>
  statement`select u.id, u.username, u.email, u.password_hash, u.two_factor_at, u.two_factor_secret, u.two_factor_step,
      exists (select 1 from known_browsers k where k.user_id = u.id and k.browser = ${browser}) as known
    from users u where (${condition}) and u.deleted_at is null limit 1`;

/** `condition` selects the `users` row that `before` inserts, `use` spends the proof. Null without a user. */
export async function signIn(
  call: AnyCall,
  condition: SQL,
  { mails = [], before = {}, use = [] }: { mails?: Mail[]; before?: Batch; use?: Statement[] },
): Promise<SessionUser | null> {
  const { gate, env, request, now } = call;
  const previous = gate.claims && { id: gate.claims.id, session: hashToken(gate.claims.token) };
  const session = createSession(condition, deviceOf(call), now);
  const done = sql`exists (select 1 from sessions where id = ${hashToken(session.token)})`;
  const region = requestRegion(request);
  const { home, account } = await gate.db.batch({
    before,
    session: session.statements,
    mails: mails.map((mail) => queueMail(mail, now, done)),
    use,
    previous: previous ? [statement`delete from sessions where id = ${previous.session} and ${done}`] : [],
    home: first(region && setHome(region, session.token)),
    account: first(accountQuery(session.token)),
  });
  if (!account) return null;
  if (home) call.defer(createHub(env, account.id, region));
  if (previous) await disconnectEndedSessions(env, previous.id, [previous.session]);
  const claims = { token: session.token, id: account.id, role: account.role };
  call.header("Set-Cookie", sessionCookie(request, env, claims));
  if (mails.length > 0) call.defer(sendMails(env, now));
  return presentAccount(account, now);
}

/** Creates a user's hub near them, before anything else calls it. */
async function createHub(env: Env, userId: number, home: HostRegion | null): Promise<void> {
  try {
    await hubStub(env, userId, home).hasPages();
  } catch (error) {
    logError("hub not created", { user: userId }, error);
  }
}

/** A browser known to the account has its own counter, so strangers can't use it up. */
const attemptsKey = (key: string, user: SigningIn, browser: string): string =>
  user.known ? `${key}:${browser}` : key;

/** The mail about a browser that's new to the account. */
const newDeviceMails = (call: AnyCall, user: SigningIn): Mail[] =>
  user.known ? [] : [newDeviceMail(user, siteOrigin(call.request, call.env), deviceOf(call), call.now)];

export function signInRoutes(app: HonoApp): void {
  // Neither the response nor its timing reveals whether the account exists or which part was wrong.
  handle(app, loginRoute, async (call) => {
    const { input, gate, env, now, clientNetwork, request, header } = call;
    const login = input.login.trim().toLowerCase();
    await checkAttempts(env, `login-from:${clientNetwork}`, PASSWORD_ATTEMPTS.ip, QUARTER_HOUR);
    const browser = browserHash(request);
    const user = await gate.db.first(
      signingInQuery(sql`u.username = ${login} or u.email = ${login}`, browser),
    );
    // Per account, no matter if the login is the username or the email address.
    const attempts = user && attemptsKey(`login:${user.id}`, user, browser);
    const counted = attempts ?? inventedKey("login-unknown", login);
    await checkAttempts(env, counted, PASSWORD_ATTEMPTS.account, QUARTER_HOUR);
    if (!(await checkPassword(input.password, user?.password_hash, passwordCost(env))) || !user || !attempts)
      throw fieldErrorAt("login", "bad_credentials");
    await clearAttempts(env, attempts);
    if (user.two_factor_at !== null) {
      header("Set-Cookie", challengeCookie(request, env, user, now));
      return { two_factor: true as const };
    }
    // Excludes a password or second factor that was set in the meantime.
    const condition = sql`id = ${user.id} and password_hash = ${user.password_hash} and two_factor_at is null`;
    const signedIn = await signIn(call, condition, { mails: newDeviceMails(call, user) });
    if (!signedIn) throw fieldErrorAt("login", "bad_credentials");
    return { user: signedIn };
  });

  handle(app, secondStepRoute, async (call) => {
    const { input, gate, env, now, request, header } = call;
    const browser = browserHash(request);
    const challenge = readChallenge(request, env, now);
    const user = challenge && (await gate.db.first(signingInQuery(sql`u.id = ${challenge.id}`, browser)));
    if (!user || user.two_factor_at === null || !challenge.belongsTo(user))
      throw new ApiError("second_step_over");
    const [quarter, day] = ["second-step", "second-step-day"].map((name) =>
      attemptsKey(`${name}:${user.id}`, user, browser),
    ) as [string, string];
    await checkAttempts(env, quarter, CODE_ATTEMPTS.quarter, QUARTER_HOUR);
    await checkAttempts(env, day, CODE_ATTEMPTS.day, DAY);
    const proof = input.code
      ? await proofOfCode(call, user, input.code)
      : proofOfRecovery(call, user, input.recovery_code ?? "");
    const condition =
      proof && sql`id = ${user.id} and password_hash = ${user.password_hash} and ${proof.condition}`;
    const signedIn =
      condition &&
      (await signIn(call, condition, {
        mails: [...newDeviceMails(call, user), ...proof.mails],
        use: [proof.use],
      }));
    if (!signedIn) throw fieldErrorAt(input.code ? "code" : "recovery_code", "bad_code");
    await Promise.all([refundAttempt(env, quarter), refundAttempt(env, day)]);
    header("Set-Cookie", serializeCookie(request, CHALLENGE_COOKIE, "", 0));
    return { user: signedIn };
  });
}

/** Proof of the second factor: a condition on the user's row, and a statement that consumes it. */
interface Proof {
  condition: SQL;
  use: Statement;
  mails: Mail[];
}

async function proofOfCode({ env, now }: AnyCall, user: SigningIn, code: string): Promise<Proof | null> {
  const secret = await readSecret(env, user.id, user.two_factor_secret);
  const step = verifyTotp(secret, code, now, user.two_factor_step);
  if (step === null) return null;
  // Includes the secret, because a new secret has its own codes.
  const condition = sql`two_factor_secret = ${user.two_factor_secret} and two_factor_step < ${step}`;
  return {
    condition,
    use: statement`update users set two_factor_step = ${step} where id = ${user.id} and ${condition}`,
    mails: [],
  };
}

function proofOfRecovery({ env, request }: AnyCall, user: SigningIn, code: string): Proof {
  const row = sql`user_id = ${user.id} and hash = ${recoveryHash(env, user.id, code)}`;
  return {
    condition: sql`exists (select 1 from recovery_codes where ${row})`,
    use: statement`delete from recovery_codes where ${row}`,
    mails: [recoveryMail(user, siteOrigin(request, env), "used")],
  };
}
