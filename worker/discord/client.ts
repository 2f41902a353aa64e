import * as z from "zod/mini";
import type { RoleConnection } from "#domain/discord/roles.ts";
import { SITE } from "#domain/site.ts";
import { isProduction } from "../env.ts";

/** Timeout for calls to Discord, in milliseconds. */
const TIMEOUT_MS = 8_000;
const API = "/api/v10";

/** The site's application at Discord, and Discord's origin. */
export interface DiscordClient {
  base: string;
  id: string;
  secret: string;
}

/** Returns null if no application is configured. */
export function discordClient(env: Env): DiscordClient | null {
  const { DISCORD_CLIENT_ID: id, DISCORD_CLIENT_SECRET: secret, DISCORD_STAND_IN } = env;
  if (!id || !secret) return null;
  return { base: (!isProduction(env) && DISCORD_STAND_IN) || "https://discord.com", id, secret };
}

/** Discord returned an error. */
export class DiscordError extends Error {
  readonly status: number;
  constructor(status: number, body: string) {
    super(`Discord returned ${status}: ${body}`);
    this.status = status;
  }
}

const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });
export type DiscordTokens = z.infer<typeof tokens>;

const profile = z.object({
  id: z.string().check(z.regex(/^\d{1,20}$/)),
  username: z.string(),
  global_name: z.optional(z.nullable(z.string())),
});
export type DiscordProfile = z.infer<typeof profile>;

async function request<T>(
  { base }: DiscordClient,
  path: string,
  authorization: string,
  init: RequestInit,
  shape: z.ZodMiniType<T>,
): Promise<T> {
  const response = await fetch(base + API + path, {
    ...init,
    headers: { "User-Agent": `DiscordBot (${SITE.name}, 1)`, ...init.headers, Authorization: authorization },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = await response.text();
  if (!response.ok) throw new DiscordError(response.status, body.slice(0, 200));
  return shape.parse(JSON.parse(body || "{}"));
}

/** Calls that the site makes as itself. */
const requestAsApp = <T>(
  discord: DiscordClient,
  path: string,
  form: Record<string, string>,
  shape: z.ZodMiniType<T>,
) =>
  request(
    discord,
    path,
    `Basic ${btoa(`${discord.id}:${discord.secret}`)}`,
    { method: "POST", body: new URLSearchParams(form) },
    shape,
  );

/** Exchanges an OAuth code for tokens. */
export const exchangeCode = (discord: DiscordClient, code: string, verifier: string, redirectUri: string) =>
  requestAsApp(
    discord,
    "/oauth2/token",
    { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri },
    tokens,
  );

/** Returns new tokens; the previous ones become invalid. */
export const refreshTokens = (discord: DiscordClient, token: string) =>
  requestAsApp(discord, "/oauth2/token", { grant_type: "refresh_token", refresh_token: token }, tokens);

/** Revokes all tokens that the site has for this Discord user. */
export const revokeToken = (discord: DiscordClient, token: string) =>
  requestAsApp(discord, "/oauth2/token/revoke", { token, token_type_hint: "refresh_token" }, z.unknown());

/** Returns the Discord user that a token belongs to. */
export const readProfile = (discord: DiscordClient, token: string) =>
  request(discord, "/users/@me", `Bearer ${token}`, {}, profile);

/** Sends the account's role metadata to Discord. */
export const putRoleConnection = (discord: DiscordClient, token: string, connection: RoleConnection) =>
  request(
    discord,
    `/users/@me/applications/${discord.id}/role-connection`,
    `Bearer ${token}`,
    {
      method: "PUT",
      body: JSON.stringify(connection),
      headers: { "Content-Type": "application/json" },
    },
    z.unknown(),
  );
