import { describe, expect, test } from "vitest";
import {
  type Actor,
  canEditLevel,
  canRate,
  canSeeLevel,
  isMemberFilter,
  isOrderOffered,
  isStaff,
  LEVEL_FILTERS,
  LEVEL_ORDERS,
  levelLimit,
  MEMBER_FILTERS,
  seesPrivateLevels,
  showsFeatured,
} from "#domain/levels/rules.ts";

const creator: Actor = { id: 1, role: "member" };
const other: Actor = { id: 2, role: "member" };
const moderator: Actor = { id: 3, role: "moderator" };
const admin: Actor = { id: 4, role: "admin" };
const callers = { visitor: null, creator, other, moderator, admin };
type Caller = keyof typeof callers;
const ALL = Object.keys(callers) as Caller[];

test("private levels can be listed by their creators and by staff", () => {
  const sees = (actor: Actor | null, has_private_levels: boolean) =>
    seesPrivateLevels(actor && { ...actor, has_private_levels });
  expect([sees(null, false), sees(other, false), sees(creator, true), sees(moderator, false)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

const allowed = (rule: (actor: Actor | null) => boolean): Caller[] =>
  ALL.filter((name) => rule(callers[name]));

describe("who may do what with a level", () => {
  test("a public level is seen by everybody, a private one by its creator and staff", () => {
    expect(allowed((actor) => canSeeLevel(actor, { user_id: 1, visibility: "public" }))).toEqual(ALL);
    const seen = allowed((actor) => canSeeLevel(actor, { user_id: 1, visibility: "private" }));
    expect(seen).toEqual(["creator", "moderator", "admin"]);
  });

  test("its creator and admins change it", () => {
    expect(allowed((actor) => canEditLevel(actor, { user_id: 1 }))).toEqual(["creator", "admin"]);
  });

  test("staff are moderators and admins", () => {
    expect(allowed(isStaff)).toEqual(["moderator", "admin"]);
  });

  test.each([
    [false, 0, []],
    [false, 599, []],
    [false, 600, ["other", "moderator", "admin"]],
    [true, 0, ["other", "moderator", "admin"]],
  ])("cleared %s and played %i seconds lets rate: %j", (cleared, seconds_played, expected) => {
    expect(allowed((actor) => canRate(actor, { user_id: 1 }, { cleared, seconds_played }))).toEqual(expected);
  });

  test("an account has room for a hundred levels, with Gold for two hundred and fifty", () => {
    expect([levelLimit(false), levelLimit(true)]).toEqual([100, 250]);
  });
});

describe("what the level browser offers", () => {
  test("filters about oneself are for members", () => {
    expect(LEVEL_FILTERS.filter(isMemberFilter)).toEqual([...MEMBER_FILTERS]);
  });

  test("'Played at' stands with plays alone, every other order with every filter", () => {
    for (const order of LEVEL_ORDERS) {
      const filters = LEVEL_FILTERS.filter((filter) => isOrderOffered(order, filter));
      expect(filters).toEqual(
        order === "played_at" ? ["playedByUser", "playedByBuddies"] : [...LEVEL_FILTERS],
      );
    }
  });

  const untouched = {
    search: "",
    page: 1,
    order: "playing_count",
    category: "",
    filter: "",
    failed: false,
  } as const;
  test("the carousel shows on the untouched first page", () => {
    expect(showsFeatured(untouched)).toBe(true);
  });
  test.each([
    { search: "x" },
    { page: 2 },
    { order: "newest" },
    { category: "free roam" },
    { filter: "featured" },
    { failed: true },
  ] as const)("the carousel does not show with %j", (change) => {
    expect(showsFeatured({ ...untouched, ...change })).toBe(false);
  });
});
