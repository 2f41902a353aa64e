import { INVENTORY_CATEGORIES } from "#domain/inventory/view.ts";
import {
  isMemberFilter,
  isOrderOffered,
  LEVEL_CATEGORIES,
  LEVEL_FILTERS,
  LEVEL_ORDERS,
} from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { RATING_SORTS, SORT_DIRECTIONS } from "#domain/ratings/view.ts";
import { SHOP_CATEGORIES, SHOP_ORDERS, SHOP_SORTS } from "#domain/shop/rules.ts";
import { SOURCE_FILTERS, TRANSACTION_SORTS, TRANSACTION_TYPE_IDS } from "#domain/transactions/types.ts";
import { DIRECTORY_FILTERS } from "#domain/users/view.ts";

export const BENCH_ROLES = ["visitor", "member", "admin"] as const;
export type RoleName = (typeof BENCH_ROLES)[number];

/** A paginated list. */
export interface ListCase {
  path: string;
  query: Record<string, string | number>;
  size: number;
  roles: readonly RoleName[];
}

const { levels, ratings, comments, revisions, inventory, users, buddies, shop } = LIMITS.pageSize;

type Queries<Fields> = { [Name in keyof Fields]: Fields[Name][keyof Fields[Name] & number] };

/** Every combination of values of a query. */
function queriesOf<Fields extends Record<string, readonly (string | number)[]>>(fields: Fields) {
  let queries: Record<string, string | number>[] = [{}];
  for (const [name, values] of Object.entries(fields))
    queries = queries.flatMap((query) => values.map((value) => ({ ...query, [name]: value })));
  return queries as Queries<Fields>[];
}

const VISITOR_AND_MEMBER = ["visitor", "member"] as const;
const MEMBER = ["member"] as const;

/** Lists with every combination of their filters and orders. */
const combinedLists = (): ListCase[] => [
  ...queriesOf({
    ...{ category: LEVEL_CATEGORIES, filter: LEVEL_FILTERS, order: LEVEL_ORDERS },
    showPrivateLevels: ["false", "true"],
  })
    .filter(({ order, filter }) => isOrderOffered(order, filter))
    .map((query) => ({
      ...{ path: "/api/levels", query, size: levels },
      roles: isMemberFilter(query.filter) ? (["member", "admin"] as const) : BENCH_ROLES,
    })),
  ...queriesOf({
    ...{ username: ["", "bobby", "nobody_is_called_so"], level_id: [0, 1, 7], rating: [0, 7] },
    ...{ difficulty: [0, 4], sort: RATING_SORTS, order: SORT_DIRECTIONS },
  }).map((query) => ({ path: "/api/ratings", query, size: ratings, roles: VISITOR_AND_MEMBER })),
  ...queriesOf({ category: SHOP_CATEGORIES, sort: SHOP_SORTS, order: SHOP_ORDERS }).map((query) => ({
    ...{ path: "/api/shop", query, size: shop, roles: VISITOR_AND_MEMBER },
  })),
  ...queriesOf({
    ...{ transaction_type: [0, ...TRANSACTION_TYPE_IDS], source_type: SOURCE_FILTERS },
    ...{ sort_by: TRANSACTION_SORTS, order: SORT_DIRECTIONS, incoming: ["true", "false"] },
  }).map((query) => ({
    ...{ path: "/api/auth/transactions", query, size: LIMITS.pageSize.transactions, roles: MEMBER },
  })),
];

/** Every list of the site. Level 1 has a tenth of all comments. */
export function lists(): ListCase[] {
  const all = (path: string, size: number, roles: ListCase["roles"] = BENCH_ROLES): ListCase => ({
    ...{ path, query: {}, size, roles },
  });
  return [
    ...combinedLists(),
    ...["level/1", "level/7", "item/1", "user/4"].map((target) => all(`/api/comments/${target}`, comments)),
    ...["bobby", "admin", "crowd_150"].map((name) => all(`/api/users/${name}/levels`, levels)),
    all("/api/levels/1/revisions", revisions),
    ...INVENTORY_CATEGORIES.map((category) => ({
      ...all("/api/inventory/bobby", inventory),
      query: { category },
    })),
    all("/api/inventory/crowd_150", inventory),
    ...DIRECTORY_FILTERS.map((filter) => ({ ...all("/api/users", users), query: { filter } })),
    ...["bobby", "crowd_150"].map((name) => all(`/api/buddies/${name}/buddies`, buddies)),
    ...["incoming", "outgoing"].map((tab) => all(`/api/buddies/bobby/${tab}`, buddies, MEMBER)),
    all("/api/blocks", LIMITS.pageSize.blocks, MEMBER),
    all("/api/conversations", LIMITS.pageSize.conversations, MEMBER),
    all("/api/notifications", LIMITS.pageSize.notifications, MEMBER),
    ...["1", "7"].map((id) => all(`/api/levels/${id}/clears`, LIMITS.pageSize.clears)),
    // Each event includes up to twenty levels.
    all("/api/events/past", 20 * LIMITS.pageSize.events),
    all("/api/staff/clears", LIMITS.pageSize.flaggedRuns, ["admin"]),
    all("/api/staff/hosts", LIMITS.pageSize.hosts, ["admin"]),
    all("/api/staff/events", 20 * LIMITS.pageSize.events, ["admin"]),
    all("/api/staff/challenges", LIMITS.pageSize.challenges, ["admin"]),
    ...[{}, { state: "unclaimed", order: "most" }, { state: "decided", type: "level", order: "newest" }].map(
      (query) => ({ ...all("/api/staff/reports", LIMITS.pageSize.reports, ["admin"]), query }),
    ),
    all("/api/staff/appeals", LIMITS.pageSize.appeals, ["admin"]),
    all("/api/reports", LIMITS.pageSize.reports, MEMBER),
    // The first subforum has the made-up threads, the first thread the made-up replies.
    ...["1", "2"].map((id) => all(`/api/forums/${id}`, LIMITS.pageSize.threads)),
    ...["1", "5"].map((id) => all(`/api/forums/thread/${id}`, LIMITS.pageSize.replies)),
    all("/api/forums/replies/1/history", LIMITS.pageSize.replyHistory),
    all("/api/forums/bookmarks", LIMITS.pageSize.bookmarks, MEMBER),
  ];
}

/** Letters, syllables, common and rare words, several words, nonsense and search syntax. */
const TEXTS = [
  ..."abcdefghijklmnopqrstuvwxyz1290é雪_".split(""),
  ..."to cr be ma th un 12 99".split(" "),
  "tower",
  "made",
  "measure",
  "castle tower",
  "amber tower",
  "a b c",
  "m t w",
  "made up to measure with a",
  "amber brave crystal dizzy electric frosty giant hidden",
  "tower 12345",
  "999999",
  "bobby",
  "crowd_77",
  "crowd",
  "zzzz",
  "qqq xxx",
  "tower zzzz",
  '"tower" OR title:*',
  "x".repeat(100),
];

/** Searches with categories, orders and filters that change the query. */
export function searches(): ListCase[] {
  const found = (
    path: string,
    query: ListCase["query"],
    roles: readonly RoleName[] = ["visitor"],
  ): ListCase => ({ path, query, size: levels, roles });
  const log = (query: ListCase["query"]) => found("/api/staff/audit", query, ["admin"]);
  const typed = TEXTS.flatMap((search) => [
    log({ search }),
    found("/api/search", { q: search }, BENCH_ROLES),
    found("/api/forums/search", { search }, BENCH_ROLES),
    found("/api/forums/search", { search, subforum: 3, page: 2 }),
    found("/api/users/bobby/levels", { search }),
    found("/api/shop", { search }, BENCH_ROLES),
    found("/api/shop", { search, category: "shirt", sort: "cheapest" }),
    found("/api/shop", { search, category: "hat", sort: "offsale", order: "oldest" }),
    found("/api/shop", { search, category: "gold", page: 5 }),
    found("/api/inventory/bobby", { search }),
    found("/api/inventory/bobby", { search, category: "hat" }),
    found("/api/inventory/bobby", { search, category: "favorites" }),
    found("/api/levels", { search }, BENCH_ROLES),
    found("/api/levels", { search, order: "clears", category: "free roam" }),
    found("/api/levels", { search, order: "newest", showPrivateLevels: "true" }, ["member", "admin"]),
    found("/api/levels", { search, filter: "rating", page: 5 }),
    found("/api/levels", { search, filter: "featured" }),
    found("/api/levels", { search, filter: "favorited" }, MEMBER),
    found("/api/levels", { search, filter: "unclearedByUser", order: "oldest" }, MEMBER),
    found("/api/levels", { search, filter: "playedByBuddies", order: "played_at" }, MEMBER),
    ...DIRECTORY_FILTERS.map((filter) => found("/api/users", { search, filter })),
    found("/api/buddies/bobby/buddies", { search }),
    found("/api/blocks", { search }, MEMBER),
    found("/api/conversations/search", { term: search }, MEMBER),
  ]);
  // The log has no total: it continues from an entry.
  const logs = [
    {},
    { before: 1_000 },
    { action: "user.ban" },
    { actor: "moderator", before: 900 },
    { actor: "bobby" },
  ];
  return [...typed, ...logs.map(log)];
}

/** GET endpoints that return one thing. */
export const SINGLES = [
  "/api/session",
  "/api/home",
  "/api/levels/1",
  "/api/levels/7",
  "/api/users/bobby",
  "/api/user/bobby/levels",
  "/api/user/crowd_150/levels",
  "/api/items/1",
  "/api/shop?featured=true",
  "/api/items/1/prices",
  "/api/user/achievements/4",
  "/api/avatar/4/",
  "/api/inventory/1/transaction",
  "/api/presence/counts",
  "/random-level",
  "/api/events",
  "/api/forums",
  "/api/forums/thread/1?reply=2",
  "/api/forums/replies/2",
  "/api/levels/1/challenge",
  "/api/playing?ids=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
] as const;
