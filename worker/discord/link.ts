import type { Context } from "hono";
import { Database } from "#db/client.ts";
import {
  DISCORD_CALLBACK_PATH,
  DISCORD_LINK_PATH,
  discordEndAddress,
  type LinkEnd,
} from "#domain/discord/words.ts";
import { ApiError } from "#domain/errors.ts";
import type { Env } from "../env.ts";
import { isTaken } from "../http/errors.ts";
import { SessionGate } from "../http/gate.ts";
import type { App, AppEnv } from "../http/handle.ts";
import { checkAttempts } from "../http/limits.ts";
import { logError } from "../http/log.ts";
import { readClaims } from "../http/session.ts";
import { type Discord, discordOf, exchangeCode, readProfile } from "./client.ts";
import { dropStarted, fillLink, noteSync, sealTokens, startLink } from "./commands.ts";
import { beginHandshake, callbackOf, endHandshake, readHandshake } from "./handshake.ts";
import { discordLinkQuery } from "./present.ts";
import { linkedQuery, syncLink } from "./sync.ts";

/** Tries to link within a quarter of an hour. */
const TRIES = 10;
const QUARTER_HOUR = 15 * 60;

/** Back to the settings: with how it ended, or as if one had come by oneself. They lead a visitor to sign in. */
function end(c: Context<AppEnv>, how?: LinkEnd): Response {
  c.header("Cache-Control", "no-store");
  return c.redirect(discordEndAddress(how), 302);
}

/** The gate of whoever asks; null for a visitor, an ended session and somebody banned: the settings deal with them. */
async function enter(c: Context<AppEnv>, now: number): Promise<SessionGate | null> {
  const gate = new SessionGate(new Database(c.env.DB, c.get("meter")), readClaims(c.req.raw, c.env), now, {
    banned: true,
  });
  try {
    return (await gate.account()) && gate;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

export function discordPages(app: App): void {
  app.get(DISCORD_LINK_PATH, async (c) => {
    const { env, req } = c;
    const now = Date.now();
    const gate = await enter(c, now);
    // Whoever comes by a link of another site finds the button to press.
    const isOwnWish = /^(?:none|same-origin)$/.test(req.header("Sec-Fetch-Site") ?? "none");
    if (!gate?.claims || !isOwnWish) return end(c);
    const discord = discordOf(env);
    if (!discord) return end(c, "off");
    if ((await gate.db.first(discordLinkQuery(gate.claims.id)))?.discord_id) return end(c, "already");
    const { address, cookie } = await beginHandshake(req.raw, env, discord, gate.claims, now);
    c.header("Cache-Control", "no-store");
    c.header("Set-Cookie", cookie);
    return c.redirect(address, 302);
  });

  app.get(DISCORD_CALLBACK_PATH, async (c) => {
    const { env, req } = c;
    const now = Date.now();
    const gate = await enter(c, now);
    const discord = discordOf(env);
    if (!gate?.claims || !discord) return end(c);
    const { code = "", state = "", error } = req.query();
    const handshake = await readHandshake(req.raw, env, gate.claims, state, now);
    // The cookie stays: it may be of a try that is still under way.
    if (!handshake) return end(c, "expired");
    c.header("Set-Cookie", endHandshake(req.raw));
    if (error === "access_denied") return end(c, "denied");
    const { id } = gate.claims;
    const proof = { code, verifier: handshake.verifier, callback: callbackOf(req.raw, env) };
    const how = await makeLink(env, gate.db, discord, id, proof, now);
    if (how === "linked") c.executionCtx.waitUntil(firstSync(env, discord, id, now));
    return end(c, how);
  });
}

interface Proof {
  code: string;
  verifier: string;
  callback: string;
}

/** Links whom Discord names for the code, and tells how that ended. */
async function makeLink(
  env: Env,
  db: Database,
  discord: Discord,
  userId: number,
  { code, verifier, callback }: Proof,
  now: number,
): Promise<LinkEnd> {
  try {
    await checkAttempts(env, `discord-link:${userId}`, TRIES, QUARTER_HOUR);
  } catch (error) {
    if (error instanceof ApiError) return "busy";
    throw error;
  }
  // The row comes first, so that the settings in another tab show that something is under way.
  if (!(await db.first(startLink(userId, now)))) return "already";
  try {
    const tokens = await exchangeCode(discord, code, verifier, callback);
    const profile = await readProfile(discord, tokens.access_token);
    const filled = await db.first(fillLink(userId, now, profile, await sealTokens(env, userId, tokens, now)));
    return filled ? "linked" : "expired";
  } catch (error) {
    await db.all(dropStarted(userId, now));
    // The tokens are forgotten, not revoked: that would end those of whoever has that Discord account linked.
    if (isTaken(error, "discord_links.discord_id")) return "taken";
    logError("discord: not linked", { user: userId }, error);
    return "failed";
  }
}

/** What the new link is for, at once; where it fails the button in the settings does it later. */
async function firstSync(env: Env, discord: Discord, userId: number, now: number): Promise<void> {
  const db = new Database(env.DB);
  try {
    const link = await db.first(linkedQuery(userId));
    if (link) await db.all(noteSync(userId, await syncLink(env, db, discord, link, now), now));
  } catch (error) {
    logError("discord: not synced", { user: userId }, error);
  }
}
