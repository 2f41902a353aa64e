import * as z from "zod/mini";
import { oneOf, wholeNumber } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { route } from "../api/route.ts";
import { SITE } from "../site.ts";
import { ROOM_INSTANCES } from "./room-instances.ts";

/** Where a user can go: a level, or another player. */
export const DESTINATION_TYPES = ["Level", "User"] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

/** The apps that a user plays with: the client on a server, or the browser in a room. */
export const CLIENTS = ["desktop", "web"] as const;

/** Where the client connects with its token. */
const serverTicket = z.object({ host: z.object({ ip_address: z.string() }), token: z.string() });

/** Where a browser connects with its token. */
const roomTicket = z.object({
  room: z.string(),
  token: z.string(),
  level_id: z.int(),
  revision: z.int(),
  /** The server's time, in milliseconds since 1970. */
  now_ms: z.int(),
});

export const joinTokenRoute = route("POST", "/api/join-token", {
  summary: "A token to join a level, valid once and for 1 minute, and the host or room that accepts it.",
  access: "member",
  atCaller: true,
  input: z.object({
    destination_type: oneOf("Destination", DESTINATION_TYPES),
    id: wholeNumber("Id", { min: 1, max: Number.MAX_SAFE_INTEGER }),
    client: z._default(oneOf("Client", CLIENTS), "desktop"),
    /** The instance that a browser prefers: where it was a moment ago, or that a link names. */
    instance: z.optional(wholeNumber("Instance", { min: 0, max: ROOM_INSTANCES - 1 })),
  }),
  output: z.union([serverTicket, roomTicket]),
});
export interface JoinDestination {
  destination_type: DestinationType;
  id: number;
  /** The instance of a level that is preferred in a browser. */
  instance?: number | undefined;
}

/** Levels per request: as many as a page of cards has, and some more. */
export const MAX_COUNTED_LEVELS = 100;

/** "1,2,3": up to 100 ids. */
const idList = z.pipe(
  z
    .string({ error: "Ids are required." })
    .check(z.regex(/^\d{1,15}(?:,\d{1,15})*$/, "Ids must be whole numbers with commas between them.")),
  z.pipe(
    z.transform((value: string) => [...new Set(value.split(",").map(Number))]),
    z
      .array(z.int())
      .check(z.maxLength(MAX_COUNTED_LEVELS, `At most ${MAX_COUNTED_LEVELS} levels can be counted at once.`)),
  ),
);

export const playingRoute = route("GET", "/api/playing", {
  summary: "How many users play each of some levels right now. Pages refetch it every few seconds.",
  access: "public",
  input: z.object({ ids: idList }),
  /** Only levels that have players and are visible to the viewer. */
  output: z.object({
    data: z.array(z.object({ id: z.int(), players_count: z.int() })),
    /** Present while the site saves nothing, so open pages notice it. */
    read_only: z.optional(z.boolean()),
  }),
});

export const jwksRoute = route("GET", "/.well-known/jwks.json", {
  summary: "The public keys of join tokens (RFC 7517): the signing key and a recently replaced one.",
  access: "public",
  fresh: true,
  output: z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  }),
});

export const OPERATING_SYSTEMS = ["windows", "macos", "linux"] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];

export const downloadsRoute = route("GET", "/api/downloads", {
  summary: "The client's published builds by operating system.",
  access: "public",
  cacheSeconds: 60,
  sameForAll: true,
  output: z.object({
    data: z.array(
      z.object({
        os: z.enum(OPERATING_SYSTEMS),
        url: z.nullable(z.string()),
        bytes: z.nullable(z.int()),
        updated_at: z.nullable(z.string()),
      }),
    ),
  }),
});
export type Downloads = z.output<typeof downloadsRoute.output>;

export const downloadPage = page("/download", {
  group: "rare",
  access: "public",
  module: "play/download",
  title: `Download ${SITE.client}`,
  description: `Levels of ${SITE.name} play right in your browser. ${SITE.client} is an optional app for your computer.`,
  preload: () => [preload(downloadsRoute)],
  inSitemap: true,
});
