import { readCookie, serializeCookie } from "../http/cookie.ts";
import { browserHash } from "../http/csrf.ts";
import { constantTimeEqual, sign } from "../http/tokens.ts";

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
export function challengeCookie(request: Request, env: Env, user: ChallengedUser, now: number): string {
  const until = now + CHALLENGE_SECONDS * 1000;
  const value = `${user.id}.${until}.${signChallenge(request, env, user, until)}`;
  return serializeCookie(request, CHALLENGE_COOKIE, value, CHALLENGE_SECONDS);
}

export const clearedChallengeCookie = (request: Request): string =>
  serializeCookie(request, CHALLENGE_COOKIE, "", 0);

/**
 * Reads the account that this browser still needs a second factor for. Check `belongsTo` against the
 * database. Null if there's none.
 */
export function readChallenge(
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
