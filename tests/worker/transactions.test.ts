import fc from "fast-check";
import type { transactions } from "#db/schema/index.ts";
import { LIMITS } from "#domain/limits.ts";
import { SORT_DIRECTIONS } from "#domain/ratings/view.ts";
import { type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import {
  SOURCE_FILTERS,
  SOURCE_TYPES,
  TRANSACTION_SORTS,
  TRANSACTION_TYPE_IDS,
  TYPES_WITHOUT_XP,
} from "#domain/transactions/types.ts";
import { addUser, type Browser, runSql } from "#tests/support/browser.ts";
import { addLedgerRows } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";

interface LedgerFilters {
  transaction_type: (typeof TRANSACTION_TYPE_IDS)[number] | 0;
  source_type: (typeof SOURCE_FILTERS)[number];
  sort_by: (typeof TRANSACTION_SORTS)[number];
  order: (typeof SORT_DIRECTIONS)[number];
  incoming: boolean;
  page: number;
}

type LedgerRow = typeof transactions.$inferSelect;

/** A random row from a small set of values, so many are equal. */
const row = fc
  .record({
    type_id: fc.constantFrom(...TRANSACTION_TYPE_IDS),
    // Only folds write rows of days.
    source_type: fc.constantFrom(...SOURCE_TYPES.filter((type) => type !== "day")),
    coins: fc.integer({ min: -3, max: 3 }),
    xp: fc.integer({ min: 0, max: 3 }),
  })
  .map((made) => ({ ...made, xp: TYPES_WITHOUT_XP.includes(made.type_id) ? 0 : made.xp }));

/** Creates a user with many ledger rows of all kinds, and others with rows that came from them. */
async function userWithLedger(): Promise<TestUser> {
  const me = await signedInUser({ coins: 10_000 });
  const others = [await addUser({ coins: 10_000 }), await addUser({ coins: 10_000 })];
  const [other] = others;
  const own = fc.sample(row, { numRuns: 400, seed: 7 });
  await addLedgerRows(
    me.id,
    own.map((made) => ({ ...made, source_id: made.source_type === "user" ? (other?.id ?? 0) : 1 })),
  );
  for (const [i, { id }] of others.entries()) {
    const theirs = fc.sample(row, { numRuns: 60, seed: i });
    await addLedgerRows(
      id,
      theirs.map((made) => ({ ...made, source_type: "user", source_id: i ? id : me.id })),
    );
  }
  return me;
}

const isGrant = (type_id: number, source_type: string) => type_id === 5 && source_type === "user";

/** Whether a row is what the user spent or gave; otherwise it came to them. */
function isOutgoing({ user_id, type_id, source_type, source_id, coins }: LedgerRow, userId: number): boolean {
  if (user_id !== userId) return type_id !== 1;
  return (
    (type_id === 1 && source_type === "item") ||
    (isGrant(type_id, source_type) && coins < 0 && source_id !== userId)
  );
}

/** The rows in a user's list while all are live, in any order, read without its indexes. */
async function listedRows(userId: number, incoming: boolean): Promise<LedgerRow[]> {
  const rows = await runSql<LedgerRow>`select * from transactions
    where +user_id = ${userId} or (+source_type = 'user' and +source_id = ${userId})`;
  return rows.filter((one) =>
    incoming ? one.user_id === userId && !isOutgoing(one, userId) : isOutgoing(one, userId),
  );
}

/** The ids of the expected list, computed in the plainest way. */
function sortedIds(
  all: readonly LedgerRow[],
  { transaction_type, source_type, sort_by, order }: LedgerFilters,
): number[] {
  const value = (one: LedgerRow) => (sort_by === "created_at" ? one.id : one[sort_by]);
  const sorted = all
    .filter((one) => !transaction_type || one.type_id === transaction_type)
    .filter((one) => !source_type || one.source_type === source_type)
    .toSorted((a, b) => value(a) - value(b) || a.id - b.id);
  return (order === "asc" ? sorted : sorted.reverse()).map(({ id }) => id);
}

const SIZE = LIMITS.pageSize.transactions;

const me = await userWithLedger();

const fetchList = async (filters: Partial<LedgerFilters>, browser: Browser = me) => {
  const response = await browser.call(transactionListRoute, filters);
  return { ...response, rows: (response.body.data ?? []) as Transaction[] };
};

describe.each([true, false])("the ledger, incoming %s", async (incoming) => {
  const all = await listedRows(me.id, incoming);

  test("returns the right rows on any page, from whichever end it is read", async () => {
    const views = fc.record({
      transaction_type: fc.constantFrom<LedgerFilters["transaction_type"][]>(0, 0, ...TRANSACTION_TYPE_IDS),
      source_type: fc.constantFrom(...SOURCE_FILTERS),
      sort_by: fc.constantFrom(...TRANSACTION_SORTS),
      order: fc.constantFrom(...SORT_DIRECTIONS),
      page: fc.integer({ min: 1, max: 18 }),
    });
    await forAllAsync(200, views, async (view) => {
      const filters = { ...view, incoming };
      const response = await fetchList(filters);
      const ids = sortedIds(all, filters);
      const last_page = Math.max(1, Math.ceil(ids.length / SIZE));
      expect(response.rows.map(({ id }) => id)).toEqual(ids.slice((view.page - 1) * SIZE, view.page * SIZE));
      expect(response.body.meta).toMatchObject({ total: ids.length, last_page });
      expect((response.body.links as { next: string | null }).next === null).toBe(view.page >= last_page);
      expectCost(response, { roundTrips: 2, written: 0 });
    });
  });
});

describe("GET /api/auth/transactions", () => {
  test("returns the caller's newest rows first by default", async () => {
    const { rows } = await fetchList({});
    const defaults = { incoming: true, sort_by: "created_at", order: "desc", page: 1 } as const;
    expect(rows).toEqual((await fetchList(defaults)).rows);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(rows.every(({ user }) => user.id === me.id)).toBe(true);
  });

  test("returns no one else's ledger", async () => {
    const stranger = await signedInUser();
    expect((await fetchList({}, stranger)).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await fetchList({ incoming: false }, stranger)).rows).toEqual([]);
  });
});
