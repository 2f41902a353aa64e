import type { Env } from "../env.ts";
import { readCookie, writeCookie } from "../http/cookies.ts";
import { sameText, sign } from "../http/crypto.ts";
import { browserHash } from "../http/csrf.ts";

/** Says that this browser has given an account's password and owes the second step. */
const CHALLENGE_COOKIE = "bopolis_second_step";
const CHALLENGE_SECONDS = 10 * 60;

interface Challenged {
  id: number;
  password_hash: string;
}

/** Bound to the password and the browser: with another of either it is worth nothing. */
const seal = (request: Request, env: Env, { id, password_hash }: Challenged, until: number) =>
  sign(env.SESSION_SECRET, `second-step:${id}.${until}.${browserHash(request)}.${password_hash}`);

/** The cookie of somebody whose password was right. */
export function challengeCookie(request: Request, env: Env, user: Challenged, now: number): string {
  const until = now + CHALLENGE_SECONDS * 1000;
  const value = `${user.id}.${until}.${seal(request, env, user, until)}`;
  return writeCookie(request, CHALLENGE_COOKIE, value, CHALLENGE_SECONDS);
}

export const endChallengeCookie = (request: Request): string => writeCookie(request, CHALLENGE_COOKIE, "", 0);

/** Whose second step the browser says it owes, to be checked against what the database knows of them; null for nobody's. */
export function readChallenge(
  request: Request,
  env: Env,
  now: number,
): { id: number; isOf(user: Challenged): boolean } | null {
  const [id, until, mac = ""] = (readCookie(request, CHALLENGE_COOKIE) ?? "").split(".").map(String);
  if (!Number.isSafeInteger(Number(id)) || !(Number(until) > now)) return null;
  return {
    id: Number(id),
    isOf: (user) => sameText(mac, seal(request, env, user, Number(until))),
  };
}
