import * as z from "zod/mini";
import { nothing, page, userCard } from "../api/answers.ts";
import { flag, oneOf, pageNumber, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { HOST_LIMITS, LEVEL_DAILY_LIMITS, LONGEST_CLEAR_MS } from "./limits.ts";
import { HOST_REGION_NAMES } from "./regions.ts";

// What staff do with hosts.

/** A game host as staff see it. */
export const host = z.object({
  id: z.int(),
  name: z.string(),
  ip_address: z.string(),
  region: z.enum(HOST_REGION_NAMES),
  capacity: z.int(),
  enabled: z.boolean(),
  online: z.boolean(),
  full: z.boolean(),
  /** How many play there now. */
  players_count: z.int(),
  /** When it came online or went last; null before its first heartbeat. */
  changed_at: z.nullable(z.string()),
  created_at: z.string(),
  created_at_formatted: z.string(),
});
export type Host = z.infer<typeof host>;

/** "203.0.113.7", "play.example.com:7777", "[2001:db8::1]:7777". */
const ADDRESS = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?)(?::\d{1,5})?$/i;

const name = text("Name", { max: HOST_LIMITS.name });
const ipAddress = z.pipe(
  text("Address", { max: HOST_LIMITS.address }),
  z.string().check(z.regex(ADDRESS, "Address must be an IP address or a name, with a port if it has one.")),
);
const region = oneOf("Region", HOST_REGION_NAMES);
const capacity = whole("Capacity", HOST_LIMITS.capacity);
const withKey = z.object({ host, key: z.string() });

export const hostListRoute = route("GET", "/api/staff/hosts", {
  summary: "Game hosts, newest first.",
  access: "admin",
  input: z.object({ page: pageNumber }),
  output: page(host),
});

export const createHostRoute = route("POST", "/api/staff/hosts", {
  summary: "Registers a game host. Its key is in this answer and nowhere else.",
  access: "admin",
  confirmed: true,
  status: 201,
  input: z.object({ name, ip_address: ipAddress, region, capacity }),
  output: withKey,
});

export const editHostRoute = route("POST", "/api/staff/hosts/{id}", {
  summary: "Changes a game host; only what is sent changes. One that is switched off empties at once.",
  access: "admin",
  input: z.object({
    name: z.optional(name),
    ip_address: z.optional(ipAddress),
    region: z.optional(region),
    capacity: z.optional(capacity),
    enabled: z.optional(flag("Enabled")),
  }),
  output: z.object({ host }),
});

export const rotateHostKeyRoute = route("POST", "/api/staff/hosts/{id}/rotate-key", {
  summary: "Gives a game host another key, shown once; the one before is worth nothing from then on.",
  access: "admin",
  confirmed: true,
  input: nothing,
  output: withKey,
});

/** A key that signs join tokens, or did until lately. */
export const signingKey = z.object({
  kid: z.string(),
  signing: z.boolean(),
  created_at: z.string(),
  created_at_formatted: z.string(),
  /** Until when tokens of a key that was followed are taken; null for the one that signs. */
  valid_until: z.nullable(z.string()),
});
export type SigningKey = z.infer<typeof signingKey>;

export const signingKeysRoute = route("GET", "/api/staff/signing-keys", {
  summary: "The keys of join tokens that are valid now, the one that signs first.",
  access: "admin",
  input: nothing,
  output: z.object({ data: z.array(signingKey) }),
});

export const rotateSigningKeyRoute = route("POST", "/api/staff/signing-keys/rotate", {
  summary: "Signs join tokens with a new key; the one before stays valid for ten minutes.",
  access: "admin",
  confirmed: true,
  input: nothing,
  output: z.object({ data: z.array(signingKey) }),
});

// What hosts say (docs/HOSTS.md). They carry their key as a bearer token, and each POST an Idempotency-Key.

const userId = whole("User id", { min: 1, max: Number.MAX_SAFE_INTEGER });
const levelId = whole("Level id", { min: 1, max: Number.MAX_SAFE_INTEGER });

/** Why a host has to let somebody go. */
export const REMOVAL_REASONS = ["not_admitted", "joined_elsewhere", "banned", "host_disabled"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

export const hostSelfRoute = route("GET", "/api/host", {
  summary:
    "Who the host that asks is, as join tokens name it: `audience` is their `aud`, `issuer` their `iss`.",
  access: "host",
  input: nothing,
  output: z.object({
    host: z.object({
      id: z.int(),
      name: z.string(),
      ip_address: z.string(),
      region: z.enum(HOST_REGION_NAMES),
      capacity: z.int(),
    }),
    issuer: z.string(),
    audience: z.string(),
    heartbeat_seconds: z.int(),
  }),
});

export const heartbeatRoute = route("POST", "/api/host/heartbeat", {
  summary: "Says that the host is there and who plays on it, every 15 seconds.",
  access: "host",
  input: z.object({
    players: z
      .array(z.object({ user_id: userId, level_id: levelId }), { error: "Players must be a list." })
      .check(
        z.maxLength(
          HOST_LIMITS.capacity.max,
          `At most ${HOST_LIMITS.capacity.max} players can be on a host.`,
        ),
      ),
  }),
  output: z.object({
    players_count: z.int(),
    heartbeat_seconds: z.int(),
    /** Those of the list that the host has to let go. */
    remove: z.array(z.object({ user_id: z.int(), reason: z.enum(REMOVAL_REASONS) })),
  }),
});

export const redeemRoute = route("POST", "/api/host/redeem", {
  summary: "Lets somebody in with the join token that they brought. A token is good once.",
  access: "host",
  input: z.object({
    token: z.string({ error: "Token must be text." }).check(z.maxLength(4_096, "Token is too long.")),
  }),
  output: z.object({
    user: userCard,
    level: z.object({ id: z.int(), title: z.string(), revision: z.int(), file_url: z.string() }),
  }),
});

export const leaveRoute = route("POST", "/api/host/leave", {
  summary: "Somebody has stopped playing on the host.",
  access: "host",
  input: z.object({ user_id: userId }),
  output: z.object({ left: z.boolean() }),
});

export const clearRoute = route("POST", "/api/host/clear", {
  summary: "Somebody has cleared the level they play. An implausible time is kept aside for staff.",
  access: "host",
  input: z.object({
    user_id: userId,
    level_id: levelId,
    time_ms: whole("Time", { min: 1, max: LONGEST_CLEAR_MS }),
  }),
  output: z.object({
    recorded: z.boolean(),
    /** Why it was not recorded. */
    reason: z.nullable(z.enum(["implausible"])),
    time_ms: z.int(),
    /** The player's best time with this clear; null where they have none. */
    best_ms: z.nullable(z.int()),
    first: z.boolean(),
    best: z.boolean(),
  }),
});

export const grantByLevelRoute = route("POST", "/api/host/grant", {
  summary: "The level gives a player coins, XP or items of its creator, within its daily limits.",
  access: "host",
  input: z.object({
    user_id: userId,
    level_id: levelId,
    coins: z._default(whole("Coins", { min: 0, max: LEVEL_DAILY_LIMITS.coins }), 0),
    xp: z._default(whole("XP", { min: 0, max: LEVEL_DAILY_LIMITS.xp }), 0),
    item_ids: z._default(
      z
        .array(whole("Item id", { min: 1, max: Number.MAX_SAFE_INTEGER }), {
          error: "Item ids must be a list.",
        })
        .check(z.maxLength(10, "At most 10 items can be given at once.")),
      [],
    ),
  }),
  output: z.object({
    coins: z.int(),
    /** With Gold's share. */
    xp: z.int(),
    /** The items that were given; those the player has already are left out. */
    item_ids: z.array(z.int()),
  }),
});
