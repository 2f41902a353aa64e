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

/** The rows of a list, by following its next links. */
async function rowsFrom(first: string): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  let next: string | null = first;
  while (next) {
    const { body } = await me.fetch(next);
    rows.push(...(body.data as Transaction[]));
    next = (body.links as { next: string | null }).next;
  }
  return rows;
}

const fetchList = async (filters: Partial<LedgerFilters>, browser: Browser = me) => {
  const response = await browser.call(transactionListRoute, filters);
  return { ...response, rows: (response.body.data ?? []) as Transaction[] };
};

describe.each([true, false])("the ledger, incoming %s", async (incoming) => {
  const all = await listedRows(me.id, incoming);

  const choices = ([0, ...TRANSACTION_TYPE_IDS] as const).flatMap((transaction_type) =>
    SOURCE_FILTERS.map((source_type) => ({ transaction_type, source_type })),
  );

  test.each(choices)("can be filtered by %o and sorted in every way", async (choice) => {
    for (const sort_by of TRANSACTION_SORTS) {
      for (const order of SORT_DIRECTIONS) {
        const filters = { ...choice, sort_by, order, incoming, page: 1 };
        const response = await fetchList(filters);
        const ids = sortedIds(all, filters);
        expect(response.rows.map(({ id }) => id)).toEqual(ids.slice(0, SIZE));
        const last_page = Math.max(1, Math.ceil(ids.length / SIZE));
        expect(response.body.meta).toMatchObject({ total: ids.length, last_page });
      }
    }
  });

  test("returns the right rows on any page, from whichever end it is read", async () => {
    const views = fc.record({
      transaction_type: fc.constantFrom<LedgerFilters["transaction_type"][]>(0, 0, 1, 5, 8, 12),
      source_type: fc.constantFrom(...SOURCE_FILTERS),
      sort_by: fc.constantFrom(...TRANSACTION_SORTS),
      order: fc.constantFrom(...SORT_DIRECTIONS),
      page: fc.integer({ min: 1, max: 18 }),
    });
    await forAllAsync(60, views, async (view) => {
      const filters = { ...view, incoming };
      const response = await fetchList(filters);
      const ids = sortedIds(all, filters).slice((view.page - 1) * SIZE, view.page * SIZE);
      expect(response.rows.map(({ id }) => id)).toEqual(ids);
      expectCost(response, { roundTrips: 2, written: 0 });
    });
  });

  test("returns each row once by following the next links", async () => {
    const rows = await rowsFrom(`/api/auth/transactions?incoming=${Number(incoming)}&sort_by=coins`);
    const filters = { transaction_type: 0, source_type: "", incoming, page: 1 } as const;
    const ids = sortedIds(all, { ...filters, sort_by: "coins", order: "desc" });
    expect(rows.map(({ id }) => id)).toEqual(ids);
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

  test("returns nothing that the caller paid among what came to them, on any page", async () => {
    const rows = await rowsFrom("/api/auth/transactions?incoming=1&transaction_type=1");
    expect(rows.every(({ source_type }) => source_type !== "item")).toBe(true);
    const taken = (await fetchList({ transaction_type: 5, sort_by: "coins", order: "asc" })).rows;
    expect(taken.some(({ coins, source_type }) => source_type === "user" && coins < 0)).toBe(false);
  });

  test("returns no one else's ledger", async () => {
    const stranger = await signedInUser();
    expect((await fetchList({}, stranger)).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await fetchList({ incoming: false }, stranger)).rows).toEqual([]);
  });

  test("returns no rows after the last page, but the total", async () => {
    const { total, last_page } = (await fetchList({})).body.meta as { total: number; last_page: number };
    expect(total).toBeGreaterThan(200);
    expect((await fetchList({ page: 999 })).body).toMatchObject({ data: [], meta: { total, last_page } });
  });
});
