import { SITE } from "../site.ts";

/** Discord's comparison types of role connection metadata. */
const AT_LEAST = 2;
const DAYS_AGO = 6;
const EQUALS = 7;

/** Metadata for Discord's linked roles, at most 5. `npm run discord -- --set-up` registers it. */
export const ROLE_RECORDS = [
  { key: "gold", type: EQUALS, name: "Gold", description: `Has ${SITE.name} Gold` },
  { key: "spirit_level", type: AT_LEAST, name: "Spirit level", description: "Spirit level at least" },
  { key: "levels_count", type: AT_LEAST, name: "Levels", description: "Levels made at least" },
  { key: "member_since", type: DAYS_AGO, name: "Member since", description: "Days since joining at least" },
] as const;

export interface RoleFacts {
  username: string;
  has_gold: boolean;
  level: number;
  levels_count: number;
  /** Milliseconds since 1970. */
  created_at: number;
}

/** The data that Discord shows about a user's account and evaluates for linked roles. */
export const roleConnection = (facts: RoleFacts) => ({
  platform_name: SITE.name,
  platform_username: facts.username,
  metadata: {
    gold: facts.has_gold ? "1" : "0",
    spirit_level: String(facts.level),
    levels_count: String(facts.levels_count),
    // The day is precise enough.
    member_since: new Date(facts.created_at).toISOString().slice(0, 10),
  } satisfies Record<(typeof ROLE_RECORDS)[number]["key"], string>,
});
export type RoleConnection = ReturnType<typeof roleConnection>;
