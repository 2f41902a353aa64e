import * as z from "zod/mini";
import { flag, oneOf, pageNumber, text, wholeNumber } from "../api/fields.ts";
import { readPage } from "../api/list-view.ts";
import { page, preload } from "../api/page.ts";
import { listPage, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { HOST_REGION_NAMES } from "./host-regions.ts";
import { HOST_LIMITS, LEVEL_DAILY_LIMITS, MAX_CLEAR_MS } from "./limits.ts";

/** Servers that run the client's levels, and the site's own hosts, which run rooms for browsers. */
export const HOST_KINDS = ["server", "room"] as const;

export const host = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(HOST_KINDS),
  ip_address: z.string(),
  region: z.enum(HOST_REGION_NAMES),
  capacity: z.int(),
  enabled: z.boolean(),
  online: z.boolean(),
  full: z.boolean(),
  players_count: z.int(),
  /** Time it last went online or offline; null before its first heartbeat. */
  changed_at: z.nullable(z.string()),
  ...TIMES,
});
export type Host = z.infer<typeof host>;

/** "203.0.113.7", "play.example.com:7777", "[2001:db8::1]:7777". */
const IP_ADDRESS = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?)(?::\d{1,5})?$/i;

const name = text("Name", { max: HOST_LIMITS.name });
const ipAddress = z.pipe(
  text("Address", { max: HOST_LIMITS.ipAddress }),
  z
    .string()
    .check(z.regex(IP_ADDRESS, "Address must be an IP address or a hostname, with a port if it has one.")),
);
const region = oneOf("Region", HOST_REGION_NAMES);
const capacity = wholeNumber("Capacity", HOST_LIMITS.capacity);
const withKey = z.object({ host, key: z.string() });

export const hostListRoute = route("GET", "/api/staff/hosts", {
  summary: "Game hosts, newest first.",
  access: "admin",
  input: z.object({ page: pageNumber }),
  output: listPage(host),
});

export const createHostRoute = route("POST", "/api/staff/hosts", {
  summary: "Registers a game host. Its key is only in this response.",
  access: "admin",
  recentlyConfirmed: true,
  status: 201,
  input: z.object({ name, ip_address: ipAddress, region, capacity }),
  output: withKey,
});

export const editHostRoute = route("POST", "/api/staff/hosts/{id}", {
  summary:
    "Changes a game host. Omitted fields keep their values. A disabled host loses its players at once.",
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
  summary: "Replaces a game host's key. The new key is shown once and the old one stops working.",
  access: "admin",
  recentlyConfirmed: true,
  output: withKey,
});

/** A key that signs join tokens, or did until recently. */
export const signingKey = z.object({
  kid: z.string(),
  signing: z.boolean(),
  ...TIMES,
  /** Until when tokens of a replaced key are accepted; null for the signing key. */
  valid_until: z.nullable(z.string()),
});
export type SigningKey = z.infer<typeof signingKey>;

export const signingKeysRoute = route("GET", "/api/staff/signing-keys", {
  summary: "The currently valid keys of join tokens, the signing key first.",
  access: "admin",
  output: z.object({ data: z.array(signingKey) }),
});

export const rotateSigningKeyRoute = route("POST", "/api/staff/signing-keys/rotate", {
  summary: "Creates a new signing key for join tokens. The old one stays valid for 10 minutes.",
  access: "admin",
  recentlyConfirmed: true,
  output: z.object({ data: z.array(signingKey) }),
});

// Routes for hosts (docs/HOSTS.md). Hosts send their key as a bearer token, and an Idempotency-Key with each
// POST.

const userId = wholeNumber("User id", { min: 1, max: Number.MAX_SAFE_INTEGER });
const levelId = wholeNumber("Level id", { min: 1, max: Number.MAX_SAFE_INTEGER });

/** Why a host has to remove a player. */
export const REMOVAL_REASONS = ["not_admitted", "joined_elsewhere", "banned", "host_disabled"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

export const hostSelfRoute = route("GET", "/api/host", {
  summary: "The calling host. In join tokens, `audience` is the `aud` and `issuer` the `iss`.",
  access: "host",
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
  summary: "Reports every 15 seconds that the host is online, and who plays on it.",
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
    /** Listed players that the host has to remove. */
    remove: z.array(z.object({ user_id: z.int(), reason: z.enum(REMOVAL_REASONS) })),
  }),
});

export const redeemRoute = route("POST", "/api/host/redeem", {
  summary: "Redeems the join token of a player. A token works once.",
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
  summary: "Reports that a player has left.",
  access: "host",
  input: z.object({ user_id: userId }),
  output: z.object({ left: z.boolean() }),
});

export const clearRoute = route("POST", "/api/host/clear", {
  summary: "Reports that a player has cleared their level. Implausible times are flagged for staff.",
  access: "host",
  input: z.object({
    user_id: userId,
    level_id: levelId,
    time_ms: wholeNumber("Time", { min: 1, max: MAX_CLEAR_MS }),
  }),
  output: z.object({
    recorded: z.boolean(),
    /** Why the clear was not recorded. */
    reason: z.nullable(z.enum(["implausible"])),
    time_ms: z.int(),
    /** The player's best time including this clear; null if they have none. */
    best_ms: z.nullable(z.int()),
    first: z.boolean(),
    best: z.boolean(),
  }),
});

export const grantByLevelRoute = route("POST", "/api/host/grant", {
  summary: "Gives a player coins, XP or the creator's items on behalf of the level, within its daily limits.",
  access: "host",
  input: z.object({
    user_id: userId,
    level_id: levelId,
    coins: z._default(wholeNumber("Coins", { min: 0, max: LEVEL_DAILY_LIMITS.coins }), 0),
    xp: z._default(wholeNumber("XP", { min: 0, max: LEVEL_DAILY_LIMITS.xp }), 0),
    item_ids: z._default(
      z
        .array(wholeNumber("Item id", { min: 1, max: Number.MAX_SAFE_INTEGER }), {
          error: "Item ids must be a list.",
        })
        .check(z.maxLength(10, "You can give at most 10 items at once.")),
      [],
    ),
  }),
  output: z.object({
    coins: z.int(),
    /** Including the Gold bonus. */
    xp: z.int(),
    item_ids: z.array(z.int()),
  }),
});

export const hostsPage = page("/staff/hosts", {
  access: "admin",
  module: "staff/hosts",
  title: "Game hosts",
  preload: (_, query) => [preload(hostListRoute, {}, { page: readPage(query) }), preload(signingKeysRoute)],
});
