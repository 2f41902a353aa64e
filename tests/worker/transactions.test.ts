import fc from "fast-check";
import { LIMITS } from "#domain/limits.ts";
import { SORT_DIRECTIONS } from "#domain/ratings/view.ts";
import { type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import { SOURCE_FILTERS, TRANSACTION_SORTS, TRANSACTION_TYPE_IDS } from "#domain/transactions/types.ts";
import type { Browser } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import {
  type LedgerFilters,
  listedRows,
  sortedIds,
  userWithLedger,
} from "#tests/support/user-with-ledger.ts";

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
