import * as z from "zod/mini";
import type { RoleConnection } from "#domain/discord/roles.ts";
import { SITE } from "#domain/site.ts";
import { type Env, isProduction } from "../env.ts";

/** Milliseconds that Discord has for an answer. */
const PATIENCE = 8_000;
const API = "/api/v10";

/** The site's application at Discord, and where Discord is. */
export interface Discord {
  base: string;
  id: string;
  secret: string;
}

/** Null where no application was set up. */
export function discordOf(env: Env): Discord | null {
  const { DISCORD_CLIENT_ID: id, DISCORD_CLIENT_SECRET: secret, DISCORD_STAND_IN } = env;
  if (!id || !secret) return null;
  return { base: (!isProduction(env) && DISCORD_STAND_IN) || "https://discord.com", id, secret };
}

/** Discord has refused. */
export class DiscordError extends Error {
  readonly status: number;
  constructor(status: number, said: string) {
    super(`Discord answered ${status}: ${said}`);
    this.status = status;
  }
}

const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });
export type Tokens = z.infer<typeof tokens>;

const profile = z.object({
  id: z.string().check(z.regex(/^\d{1,20}$/)),
  username: z.string(),
  global_name: z.optional(z.nullable(z.string())),
});
export type Profile = z.infer<typeof profile>;

async function ask<T>(
  { base }: Discord,
  path: string,
  authorization: string,
  init: RequestInit,
  shape: z.ZodMiniType<T>,
): Promise<T> {
  const response = await fetch(base + API + path, {
    ...init,
    headers: { "User-Agent": `DiscordBot (${SITE.name}, 1)`, ...init.headers, Authorization: authorization },
    signal: AbortSignal.timeout(PATIENCE),
  });
  const said = await response.text();
  if (!response.ok) throw new DiscordError(response.status, said.slice(0, 200));
  return shape.parse(JSON.parse(said || "{}"));
}

/** Calls that the site makes as itself. */
const askAsSite = <T>(
  discord: Discord,
  path: string,
  form: Record<string, string>,
  shape: z.ZodMiniType<T>,
) =>
  ask(
    discord,
    path,
    `Basic ${btoa(`${discord.id}:${discord.secret}`)}`,
    { method: "POST", body: new URLSearchParams(form) },
    shape,
  );

/** Turns the code that somebody came back with into tokens. */
export const exchangeCode = (discord: Discord, code: string, verifier: string, redirectUri: string) =>
  askAsSite(
    discord,
    "/oauth2/token",
    { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri },
    tokens,
  );

/** New tokens; the ones before are void. */
export const refreshTokens = (discord: Discord, token: string) =>
  askAsSite(discord, "/oauth2/token", { grant_type: "refresh_token", refresh_token: token }, tokens);

/** Takes back all tokens that the site has for whoever the token is of. */
export const revokeToken = (discord: Discord, token: string) =>
  askAsSite(discord, "/oauth2/token/revoke", { token, token_type_hint: "refresh_token" }, z.unknown());

/** Whose token it is. */
export const readProfile = (discord: Discord, token: string) =>
  ask(discord, "/users/@me", `Bearer ${token}`, {}, profile);

/** Tells what Discord may show of the account here. */
export const putRoleConnection = (discord: Discord, token: string, connection: RoleConnection) =>
  ask(
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
