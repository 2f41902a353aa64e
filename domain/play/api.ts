import * as z from "zod/mini";
import { nothing } from "../api/answers.ts";
import { oneOf, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";

/** Where one can go: a level, or wherever somebody plays. */
export const DESTINATION_TYPES = ["Level", "User"] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

export const joinTokenRoute = route("POST", "/api/join-token", {
  summary: "A token that lets one into a level, good for a minute and once, and the host that takes it.",
  access: "member",
  input: z.object({
    destination_type: oneOf("Destination", DESTINATION_TYPES),
    id: whole("Id", { min: 1, max: Number.MAX_SAFE_INTEGER }),
  }),
  output: z.object({ host: z.object({ ip_address: z.string() }), token: z.string() }),
});
export type JoinDestination = { destination_type: DestinationType; id: number };

/** Levels whose players can be counted at once: as many as a page of cards has, with room. */
export const MOST_COUNTED = 100;

/** "1,2,3": up to a hundred ids. */
const idList = z.pipe(
  z
    .string({ error: "Ids are required." })
    .check(z.regex(/^\d{1,15}(?:,\d{1,15})*$/, "Ids must be whole numbers with commas between them.")),
  z.pipe(
    z.transform((value: string) => [...new Set(value.split(",").map(Number))]),
    z
      .array(z.int())
      .check(z.maxLength(MOST_COUNTED, `At most ${MOST_COUNTED} levels can be counted at once.`)),
  ),
);

export const playingRoute = route("GET", "/api/playing", {
  summary: "How many play each of some levels now. Asked every few seconds by pages that show them.",
  access: "public",
  keep: 4,
  input: z.object({ ids: idList }),
  /** Only levels that somebody plays and the one who asks may see. */
  output: z.object({ data: z.array(z.object({ id: z.int(), players_count: z.int() })) }),
});

export const jwksRoute = route("GET", "/.well-known/jwks.json", {
  summary: "The public keys of join tokens (RFC 7517): the one that signs, and one that was followed lately.",
  access: "public",
  input: nothing,
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
  summary: "The client's builds by operating system, as far as they are published.",
  access: "public",
  keep: 60,
  input: nothing,
  output: z.object({
    data: z.array(
      z.object({
        os: z.enum(OPERATING_SYSTEMS),
        /** Where to fetch it; null while there is none. */
        url: z.nullable(z.string()),
        bytes: z.nullable(z.int()),
        updated_at: z.nullable(z.string()),
      }),
    ),
  }),
});
export type Downloads = z.output<typeof downloadsRoute.output>;
