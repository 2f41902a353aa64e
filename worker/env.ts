import type { Conversation } from "./conversations/room.ts";
import type { GameHost } from "./hosts/object.ts";
import type { Throttle } from "./http/throttle.ts";
import type { Ids } from "./ids/object.ts";
import type { UserHub } from "./live/hub.ts";
import type { Presence } from "./presence/shard.ts";
import type { RenderJob } from "./render/job.ts";
import type { ExportJob } from "./settings/export/job.ts";

/** The bindings of wrangler.toml, with the secrets that `npm start` or `npm run deploy` set. */
export interface Env {
  DB: D1Database;
  BUCKET: R2Bucket;
  RENDERS: Queue<RenderJob>;
  EXPORTS: Queue<ExportJob>;
  ASSETS: Fetcher;
  USER_HUB: DurableObjectNamespace<UserHub>;
  CONVERSATION: DurableObjectNamespace<Conversation>;
  PRESENCE: DurableObjectNamespace<Presence>;
  GAME_HOST: DurableObjectNamespace<GameHost>;
  IDS: DurableObjectNamespace<Ids>;
  /** Over how many `Presence` objects the users are spread; 8 unless told. Raise it beyond 100,000 online. */
  PRESENCE_SHARDS?: string;
  /** Which parts fail at random, and how often: `deliveries=0.2`. For fault runs; refused in production. */
  FAULTS?: string;
  THROTTLE: DurableObjectNamespace<Throttle>;
  WRITE_LIMIT: RateLimit;
  SEARCH_LIMIT: RateLimit;
  /** Absent where no mail can leave: messages then stay in the viewable outbox. */
  MAIL?: SendEmail;
  /** Sender address, needed with MAIL. */
  MAIL_FROM?: string;
  /** The site's own address, which its mails link to; without it, the address that was asked. */
  ORIGIN?: string;
  /** Signs session cookies and CSRF tokens. */
  SESSION_SECRET: string;
  /** The keys that sign join tokens are derived from it. */
  JOIN_SECRET: string;
  /** Seals what the database must not know in the clear: secrets of authenticator apps, tokens of other sites. */
  SEAL_SECRET: string;
  /** Stripe: the account's secret key and the secret with which it signs webhooks. Without a key Gold can't be bought. */
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /** Where the local stand-in of Stripe answers; refused in production. */
  STRIPE_STAND_IN?: string;
  /** Discord: the application's id and secret. Without them Discord can't be linked. */
  DISCORD_CLIENT_ID?: string;
  DISCORD_CLIENT_SECRET?: string;
  /** Where the local stand-in of Discord answers; refused in production. */
  DISCORD_STAND_IN?: string;
  /** Cloudflare Turnstile: the widget's site key and secret. Without both nobody who signs up is checked. */
  TURNSTILE_SITE_KEY?: string;
  TURNSTILE_SECRET_KEY?: string;
  /** Where the local stand-in of Turnstile answers; refused in production. */
  TURNSTILE_STAND_IN?: string;
  ENVIRONMENT: "development" | "production";
  DIAGNOSTICS?: "on" | "off";
  /** `off` lifts every limit for measuring; refused in production. */
  RATE_LIMITS?: "on" | "off";
  /** `all` writes a line per request, `errors` only what failed. */
  LOG?: "all" | "errors";
  /** `low` hashes passwords at a hundredth of the cost, for tests; ignored in production. */
  PASSWORD_COST?: "full" | "low";
}

export const isProduction = (env: Pick<Env, "ENVIRONMENT">): boolean => env.ENVIRONMENT === "production";
export const limitsOff = (env: Env): boolean => env.RATE_LIMITS === "off" && !isProduction(env);
export const diagnosticsOn = (env: Env): boolean =>
  (env.DIAGNOSTICS ?? (isProduction(env) ? "off" : "on")) === "on";
