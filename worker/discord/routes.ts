import { createHash } from "node:crypto";
import type { Context } from "hono";
import { Database } from "#db/database.ts";
import { deleteDiscordRoute, syncDiscordRoute } from "#domain/discord/api.ts";
import {
  DISCORD_CALLBACK_PATH,
  DISCORD_LINK_PATH,
  DISCORD_STRINGS,
  type DiscordLinkResult,
  discordResultUrl,
} from "#domain/discord/strings.ts";
import { ApiError } from "#domain/errors.ts";
import { isUniqueViolation } from "../http/errors.ts";
import { type AppEnv, type HonoApp, handle } from "../http/handle.ts";
import { logError } from "../http/log.ts";
import { isReadOnly } from "../http/read-only.ts";
import { seal, unseal } from "../http/seal.ts";
import {
  type Claims,
  checkAttempts,
  constantTimeEqual,
  hashToken,
  randomToken,
  readClaims,
  readCookie,
  serializeCookie,
  siteOrigin,
} from "../http/session.ts";
import { SessionGate } from "../http/session-gate.ts";
import { type DiscordClient, discordClient, exchangeCode, readProfile } from "./client.ts";
import { discordLinkQuery } from "./present.ts";
import {
  cancelLink,
  finishLink,
  linkedQuery,
  recordSync,
  sealTokens,
  startLink,
  syncLink,
  unlinkDiscord,
} from "./sync.ts";

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
const callbackUrl = (request: Request, env: Env): string => siteOrigin(request, env) + DISCORD_CALLBACK_PATH;

/** Starts a handshake: returns Discord's URL, and the cookie required to complete it. */
async function beginHandshake(
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
  const sealed = await seal(env, PURPOSE, JSON.stringify(handshake));
  const cookie = serializeCookie(request, COOKIE, sealed, LIFETIME_SECONDS);
  return { url: `${discord.base}/oauth2/authorize?${query}`, cookie };
}

/** Returns this session's unexpired handshake with this state, or null. */
async function readHandshake(request: Request, env: Env, claims: Claims, state: string, now: number) {
  const opened = await unseal(env, PURPOSE, readCookie(request, COOKIE) ?? "");
  if (opened === null) return null;
  const handshake = JSON.parse(opened) as Handshake;
  const ours = constantTimeEqual(handshake.state, state) && handshake.session === hashToken(claims.token);
  return ours && handshake.expires > now ? handshake : null;
}

/** Link attempts per quarter of an hour. */
const MAX_ATTEMPTS = 10;
const QUARTER_HOUR = 15 * 60;

/** Redirects to the settings, with the result if there is one. The settings redirect visitors to sign in. */
function redirectToSettings(c: Context<AppEnv>, how?: DiscordLinkResult): Response {
  c.header("Cache-Control", "no-store");
  return c.redirect(discordResultUrl(how), 302);
}

/** The request's gate; null for visitors, ended sessions and banned users. */
async function openGate(c: Context<AppEnv>, now: number): Promise<SessionGate | null> {
  const gate = new SessionGate(new Database(c.env.DB, c.get("meter")), readClaims(c.req.raw, c.env), now, {
    rejectBanned: true,
  });
  try {
    return (await gate.account()) && gate;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function discordLinkPages(app: HonoApp): void {
  app.get(DISCORD_LINK_PATH, async (c) => {
    const { env, req } = c;
    const now = Date.now();
    const gate = await openGate(c, now);
    // Requests from other sites are sent to the settings, where the user can press the button.
    const isFromSite = /^(?:none|same-origin)$/.test(req.header("Sec-Fetch-Site") ?? "none");
    if (!gate?.claims || !isFromSite) return redirectToSettings(c);
    const discord = discordClient(env);
    if (!discord) return redirectToSettings(c, "off");
    if ((await gate.db.first(discordLinkQuery(gate.claims.id)))?.discord_id)
      return redirectToSettings(c, "already");
    const { url, cookie } = await beginHandshake(req.raw, env, discord, gate.claims, now);
    c.header("Cache-Control", "no-store");
    c.header("Set-Cookie", cookie);
    return c.redirect(url, 302);
  });

  app.get(DISCORD_CALLBACK_PATH, async (c) => {
    const { env, req } = c;
    const now = Date.now();
    const gate = await openGate(c, now);
    const discord = discordClient(env);
    if (!gate?.claims || !discord) return redirectToSettings(c);
    const { code = "", state = "", error } = req.query();
    if (await isReadOnly(env, now)) return redirectToSettings(c, "failed");
    const handshake = await readHandshake(req.raw, env, gate.claims, state, now);
    // Keep the cookie: it may belong to an attempt that's still in progress.
    if (!handshake) return redirectToSettings(c, "expired");
    c.header("Set-Cookie", serializeCookie(req.raw, COOKIE, "", 0));
    if (error === "access_denied") return redirectToSettings(c, "denied");
    const { id } = gate.claims;
    const proof = { code, verifier: handshake.verifier, callback: callbackUrl(req.raw, env) };
    const how = await linkAccount(env, gate.db, discord, id, proof, now);
    if (how === "linked") c.executionCtx.waitUntil(firstSync(env, discord, id, now));
    return redirectToSettings(c, how);
  });
}

/** Links the Discord user that the code stands for and returns the result. */
async function linkAccount(
  env: Env,
  db: Database,
  discord: DiscordClient,
  userId: number,
  { code, verifier, callback }: Record<"code" | "verifier" | "callback", string>,
  now: number,
): Promise<DiscordLinkResult> {
  try {
    await checkAttempts(env, `discord-link:${userId}`, MAX_ATTEMPTS, QUARTER_HOUR);
  } catch (error) {
    if (error instanceof ApiError) return "busy";
    throw error;
  }
  // Insert the row first, so the settings in other tabs show the attempt.
  if (!(await db.first(startLink(userId, now)))) return "already";
  try {
    const tokens = await exchangeCode(discord, code, verifier, callback);
    const profile = await readProfile(discord, tokens.access_token);
    const filled = await db.first(
      finishLink(userId, now, profile, await sealTokens(env, userId, tokens, now)),
    );
    return filled ? "linked" : "expired";
  } catch (error) {
    await db.all(cancelLink(userId, now));
    // The tokens are dropped, not revoked: that would unlink the account that has this Discord user.
    if (isUniqueViolation(error, "discord_links.discord_id")) return "taken";
    logError("discord: not linked", { user: userId }, error);
    return "failed";
  }
}

/** Syncs the new link at once; if that fails, the user can sync from the settings. */
async function firstSync(env: Env, discord: DiscordClient, userId: number, now: number): Promise<void> {
  const db = new Database(env.DB);
  try {
    const link = await db.first(linkedQuery(userId));
    if (link) await db.all(recordSync(userId, await syncLink(env, db, discord, link, now), now));
  } catch (error) {
    logError("discord: not synced", { user: userId }, error);
  }
}

/** Syncs per minute: each makes calls to Discord, which limits them. */
const SYNCS_PER_MINUTE = 5;

const failed = (message: string) => new ApiError("discord_failed", { message });

export function discordRoutes(app: HonoApp): void {
  discordLinkPages(app);

  handle(app, syncDiscordRoute, async ({ gate, viewer, env, now }) => {
    const links = await gate.all(linkedQuery(viewer.id));
    const link = links[0];
    if (!link) throw new ApiError("not_linked");
    const discord = discordClient(env);
    if (!discord) throw new ApiError("no_discord");
    await checkAttempts(env, `discord-sync:${viewer.id}`, SYNCS_PER_MINUTE, 60);
    try {
      await gate.write({
        link: recordSync(viewer.id, await syncLink(env, gate.db, discord, link, now), now),
      });
    } catch (error) {
      logError("discord: not synced", { user: viewer.id }, error);
      throw failed(DISCORD_STRINGS.syncFailed);
    }
    return { message: DISCORD_STRINGS.synced };
  });

  handle(app, deleteDiscordRoute, async ({ gate, viewer, env }) => {
    await gate.account();
    const unlinked = await unlinkDiscord(env, gate.db, viewer.id).catch((error: unknown) => {
      logError("discord: not unlinked", { user: viewer.id }, error);
      throw failed(DISCORD_STRINGS.unlinkFailed);
    });
    if (!unlinked) throw new ApiError("not_linked");
    return { message: DISCORD_STRINGS.unlinked };
  });
}
