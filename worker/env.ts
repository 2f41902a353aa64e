import { type QueueName as PublicQueueName, QUEUES } from "#domain/system/problems.ts";
import type { MailRetry } from "./mail/mail-retry.ts";
import type { BackupApi } from "./objects/backup-api.ts";
import type { BoardApi } from "./objects/board-api.ts";
import type { ConversationApi } from "./objects/conversation-api.ts";
import type { GameHostApi } from "./objects/game-host-api.ts";
import type { IdsApi } from "./objects/ids-api.ts";
import type { LevelBuildApi } from "./objects/level-build-api.ts";
import type { LevelRoomApi } from "./objects/level-room-api.ts";
import type { PresenceApi } from "./objects/presence-api.ts";
import type { ThrottleApi } from "./objects/throttle-api.ts";
import type { UserHubApi } from "./objects/user-hub-api.ts";
import type { PushJob } from "./push/job.ts";
import type { BopiRenderJob, LevelRenderJob } from "./render/job.ts";
import type { RunJob } from "./runs/job.ts";
import type { ExportJob } from "./settings/export/job.ts";

/** The binding of a queue. */
export type QueueName = Uppercase<PublicQueueName>;

/** The bindings of the queues. */
export const QUEUE_NAMES = QUEUES.map((name) => name.toUpperCase() as QueueName);

/** The bindings of wrangler.toml and the secrets set by `npm start` or `npm run deploy`. */
export interface Env {
  DB: D1Database;
  DB_FORUM: D1Database;
  DB_PLAY: D1Database;
  BUCKET: R2Bucket;
  RENDERS: Queue<BopiRenderJob>;
  /** Levels' render jobs, which take seconds: bopis must not wait for them. */
  DRAWINGS: Queue<LevelRenderJob>;
  EXPORTS: Queue<ExportJob>;
  RUNS: Queue<RunJob>;
  PUSHES: Queue<PushJob | MailRetry>;
  ASSETS: Fetcher;
  USER_HUB: DurableObjectNamespace<UserHubApi>;
  CONVERSATION: DurableObjectNamespace<ConversationApi>;
  PRESENCE: DurableObjectNamespace<PresenceApi>;
  GAME_HOST: DurableObjectNamespace<GameHostApi>;
  LEVEL_ROOM: DurableObjectNamespace<LevelRoomApi>;
  LEVEL_BUILD: DurableObjectNamespace<LevelBuildApi>;
  IDS: DurableObjectNamespace<IdsApi>;
  BACKUP: DurableObjectNamespace<BackupApi>;
  BOARD: DurableObjectNamespace<BoardApi>;
  /** The number of `Presence` objects that share the users; 8 by default. Raise it beyond 100,000 online. */
  PRESENCE_SHARDS?: string;
  /** Components that fail at random, for tests: `deliveries=0.2`. Rejected in production. */
  FAULTS?: string;
  THROTTLE: DurableObjectNamespace<ThrottleApi>;
  WRITE_LIMIT: RateLimit;
  SEARCH_LIMIT: RateLimit;
  /** Absent where mail can't be sent: messages then stay in the viewable outbox. */
  MAIL?: SendEmail;
  /** Sender address, required with MAIL. */
  MAIL_FROM?: string;
  /** The site's origin for links in mails; defaults to the origin of the request. */
  ORIGIN?: string;
  /** Signs session cookies and CSRF tokens. */
  SESSION_SECRET: string;
  /** The keys that sign join tokens are derived from it. */
  JOIN_SECRET: string;
  /** Encrypts what must not be readable in the database: authenticator secrets, other sites' tokens. */
  SEAL_SECRET: string;
  /** The P-256 key with which browsers know this site's push messages: `d.x.y` in base64url. */
  VAPID_KEY: string;
  /** URL of the local stand-in for a push service; rejected in production. */
  PUSH_STAND_IN?: string;
  /** Stripe: the secret key and the secret that signs webhooks. Without the key, Gold isn't for sale. */
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /** URL of the local Stripe stand-in; rejected in production. */
  STRIPE_STAND_IN?: string;
  /** Discord: the application's id and secret. Without them, Discord can't be linked. */
  DISCORD_CLIENT_ID?: string;
  DISCORD_CLIENT_SECRET?: string;
  /** URL of the local Discord stand-in; rejected in production. */
  DISCORD_STAND_IN?: string;
  /** Cloudflare Turnstile: the widget's site key and secret. Without both, sign-ups aren't checked. */
  TURNSTILE_SITE_KEY?: string;
  TURNSTILE_SECRET_KEY?: string;
  /** URL of the local Turnstile stand-in; rejected in production. */
  TURNSTILE_STAND_IN?: string;
  /** Data points about requests (worker/http/request-points.ts); absent by default. */
  ANALYTICS?: AnalyticsEngineDataset;
  /** The share of requests that write one, from 0 to 1. Failures always do. */
  ANALYTICS_SHARE?: string;
  /** Where the database is, as a location hint for objects; absent if it's unknown. */
  DATABASE_LOCATION?: DurableObjectLocationHint;
  /** The deployed version on Cloudflare. */
  VERSION?: WorkerVersionMetadata;
  /** Of a self-hosted site: responds with `full` while its disk is (scripts/serve/disk-guard.ts). */
  DISK?: Fetcher;
  /** Of a site on your own machine: does expensive tasks in another thread (scripts/site/side-thread.ts). */
  THREAD?: Fetcher;
  /** Opens the operator's endpoints, as does a token in the database (worker/operator/operator-response.ts). A restore sets it. */
  OPERATOR_SECRET?: string;
  /** `on` while a backup is restored: the site is closed. */
  RESTORING?: "on" | "off";
  /** Whether the site backs itself up every night: on in production, off elsewhere. */
  BACKUPS?: "on" | "off";
  /** The hour of the nightly backup in UTC; 3 by default. */
  BACKUP_HOUR?: string;
  /** Production by default: nothing that a deployment forgets opens the site. */
  ENVIRONMENT?: "development" | "production";
  /** Off by default in production, on in development. */
  DIAGNOSTICS?: "on" | "off";
  /** "off" for tests: the schedule adds no starter items. */
  STARTER_ITEMS?: string;
  /** `off` lifts all limits for load tests; rejected in production. */
  RATE_LIMITS?: "on" | "off";
  /** `on` saves nothing that people do (worker/http/read-only.ts). */
  READ_ONLY?: "on" | "off";
  /** `all` logs every request, `errors` only failures. */
  LOG?: "all" | "errors";
  /** The largest size of the database in GB, for warnings; 10 by default, which is the limit of D1. */
  DATABASE_LIMIT_GB?: string;
  /** `low` hashes passwords at a hundredth of the cost, for tests; ignored in production. */
  PASSWORD_COST?: "full" | "low";
}

export const isProduction = (env: Pick<Env, "ENVIRONMENT">): boolean => env.ENVIRONMENT !== "development";
export const limitsOff = (env: Env): boolean => env.RATE_LIMITS === "off" && !isProduction(env);
export const diagnosticsOn = (env: Env): boolean =>
  (env.DIAGNOSTICS ?? (isProduction(env) ? "off" : "on")) === "on";
