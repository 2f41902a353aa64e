import { createHash } from "node:crypto";
import { DISCORD_CALLBACK_PATH } from "#domain/discord/words.ts";
import type { Env } from "../env.ts";
import { readCookie, writeCookie } from "../http/cookies.ts";
import { hashToken, randomToken, sameText } from "../http/crypto.ts";
import { originOf } from "../http/origin.ts";
import { seal, unseal } from "../http/seal.ts";
import type { Claims } from "../http/session.ts";
import type { Discord } from "./client.ts";

const COOKIE = "bopolis_discord";
/** Seconds that somebody may take at Discord. */
const LIFE = 10 * 60;
const PURPOSE = "discord-handshake";

/** What this browser remembers while its owner is at Discord. */
interface Handshake {
  state: string;
  /** What proves to Discord that who brings the code is who asked for it (PKCE). */
  verifier: string;
  /** The session that began: what another one brings back links nothing. */
  session: string;
  expires: number;
}

/** The address Discord leads back to; it must be the same in both steps. */
export const callbackOf = (request: Request, env: Env): string =>
  originOf(request, env) + DISCORD_CALLBACK_PATH;

/** Begins: the address at Discord, and the cookie without which what comes back is nothing. */
export async function beginHandshake(
  request: Request,
  env: Env,
  discord: Discord,
  claims: Claims,
  now: number,
): Promise<{ address: string; cookie: string }> {
  const handshake: Handshake = {
    state: randomToken(),
    verifier: randomToken(),
    session: hashToken(claims.token),
    expires: now + LIFE * 1000,
  };
  const query = new URLSearchParams({
    client_id: discord.id,
    redirect_uri: callbackOf(request, env),
    response_type: "code",
    scope: "identify role_connections.write",
    state: handshake.state,
    code_challenge: createHash("sha256").update(handshake.verifier).digest("base64url"),
    code_challenge_method: "S256",
    // Discord asks each time, also whoever has said yes before: nobody is linked by a link they only followed.
    prompt: "consent",
  });
  return {
    address: `${discord.base}/oauth2/authorize?${query}`,
    cookie: writeCookie(request, COOKIE, await seal(env, PURPOSE, JSON.stringify(handshake)), LIFE),
  };
}

/** What this session has begun with that state, and in time; null for anything else. */
export async function readHandshake(
  request: Request,
  env: Env,
  claims: Claims,
  state: string,
  now: number,
): Promise<Handshake | null> {
  const opened = await unseal(env, PURPOSE, readCookie(request, COOKIE) ?? "");
  if (opened === null) return null;
  const handshake = JSON.parse(opened) as Handshake;
  const ours = sameText(handshake.state, state) && handshake.session === hashToken(claims.token);
  return ours && handshake.expires > now ? handshake : null;
}

export const endHandshake = (request: Request): string => writeCookie(request, COOKIE, "", 0);
