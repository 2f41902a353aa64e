import { createHash } from "node:crypto";
import { DISCORD_CALLBACK_PATH } from "#domain/discord/strings.ts";
import { siteOrigin } from "../http/origin.ts";
import { seal, unseal } from "../http/seal.ts";
import {
  type Claims,
  constantTimeEqual,
  hashToken,
  randomToken,
  readCookie,
  serializeCookie,
} from "../http/session.ts";
import type { DiscordClient } from "./client.ts";

const COOKIE = "bopolis_discord";
/** How long the user can take at Discord, in seconds. */
const LIFETIME_SECONDS = 10 * 60;
const PURPOSE = "discord-handshake";

/** Stored in the browser while its user is at Discord. */
interface Handshake {
  state: string;
  /** Proves to Discord that the same client requested the code (PKCE). */
  verifier: string;
  /** The session that started the handshake; no other session can complete it. */
  session: string;
  expires: number;
}

/** Returns the URL to which Discord redirects; it must be identical in both steps. */
export const callbackUrl = (request: Request, env: Env): string =>
  siteOrigin(request, env) + DISCORD_CALLBACK_PATH;

/** Starts a handshake: returns Discord's URL, and the cookie required to complete it. */
export async function beginHandshake(
  request: Request,
  env: Env,
  discord: DiscordClient,
  claims: Claims,
  now: number,
): Promise<{ url: string; cookie: string }> {
  const handshake: Handshake = {
    state: randomToken(),
    verifier: randomToken(),
    session: hashToken(claims.token),
    expires: now + LIFETIME_SECONDS * 1000,
  };
  const query = new URLSearchParams({
    client_id: discord.id,
    redirect_uri: callbackUrl(request, env),
    response_type: "code",
    scope: "identify role_connections.write",
    state: handshake.state,
    code_challenge: createHash("sha256").update(handshake.verifier).digest("base64url"),
    code_challenge_method: "S256",
    // Always asks for consent, even if given before: following a link must never link an account by itself.
    prompt: "consent",
  });
  return {
    url: `${discord.base}/oauth2/authorize?${query}`,
    cookie: serializeCookie(
      request,
      COOKIE,
      await seal(env, PURPOSE, JSON.stringify(handshake)),
      LIFETIME_SECONDS,
    ),
  };
}

/** Returns this session's unexpired handshake with this state, or null. */
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
  const ours = constantTimeEqual(handshake.state, state) && handshake.session === hashToken(claims.token);
  return ours && handshake.expires > now ? handshake : null;
}

export const clearedHandshakeCookie = (request: Request): string => serializeCookie(request, COOKIE, "", 0);
