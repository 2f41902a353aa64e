import { type Actor, isStaff } from "#domain/auth/roles.ts";
import {
  canEditLevel,
  canRate,
  canSeeLevel,
  isMemberFilter,
  isOrderOffered,
  LEVEL_FILTERS,
  LEVEL_ORDERS,
  levelLimit,
  MEMBER_FILTERS,
  showsFeatured,
} from "#domain/levels/rules.ts";

const creator: Actor = { id: 1, role: "member" };
const other: Actor = { id: 2, role: "member" };
const moderator: Actor = { id: 3, role: "moderator" };
const admin: Actor = { id: 4, role: "admin" };
const callers = { visitor: null, creator, other, moderator, admin };
type Caller = keyof typeof callers;
const ALL = Object.keys(callers) as Caller[];

const allowed = (rule: (actor: Actor | null) => boolean): Caller[] =>
  ALL.filter((name) => rule(callers[name]));

describe("permissions for a level", () => {
  test("let everyone see a public level, its creator and staff a private one, and creator and admins change it", () => {
    expect(allowed((actor) => canSeeLevel(actor, { user_id: 1, visibility: "public" }))).toEqual(ALL);
    const seen = allowed((actor) => canSeeLevel(actor, { user_id: 1, visibility: "private" }));
    expect(seen).toEqual(["creator", "moderator", "admin"]);
    expect(allowed((actor) => canEditLevel(actor, { user_id: 1 }))).toEqual(["creator", "admin"]);
    expect(allowed(isStaff)).toEqual(["moderator", "admin"]);
  });

  test.each([
    [false, 0, []],
    [false, 599, []],
    [false, 600, ["other", "moderator", "admin"]],
    [true, 0, ["other", "moderator", "admin"]],
  ])("with cleared %s and %i seconds played let these rate: %j", (cleared, seconds_played, expected) => {
    expect(allowed((actor) => canRate(actor, { user_id: 1 }, { cleared, seconds_played }))).toEqual(expected);
  });

  test("give an account room for 100 levels, or 250 with Gold", () => {
    expect([levelLimit(false), levelLimit(true)]).toEqual([100, 250]);
  });
});

describe("the level browser", () => {
  test("has personal filters for members, 'Played at' only with plays, and every other order with each filter", () => {
    expect(LEVEL_FILTERS.filter(isMemberFilter)).toEqual([...MEMBER_FILTERS]);
    for (const order of LEVEL_ORDERS) {
      const filters = LEVEL_FILTERS.filter((filter) => isOrderOffered(order, filter));
      expect(filters).toEqual(
        order === "played_at" ? ["playedByUser", "playedByBuddies"] : [...LEVEL_FILTERS],
      );
    }
  });

  const unfiltered = {
    search: "",
    page: 1,
    order: "playing_count",
    category: "",
    filter: "",
    failed: false,
  } as const;
  test("shows the carousel on the unfiltered first page", () => {
    expect(showsFeatured(unfiltered)).toBe(true);
  });
  test.each([
    { search: "x" },
    { page: 2 },
    { order: "newest" },
    { category: "free roam" },
    { filter: "featured" },
    { failed: true },
  ] as const)("does not show the carousel with %j", (change) => {
    expect(showsFeatured({ ...unfiltered, ...change })).toBe(false);
  });
});
