import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#domain/limits.ts";
import { SORT_DIRECTIONS } from "#domain/ratings/view.ts";
import { type Transaction, transactionListRoute } from "#domain/transactions/api.ts";
import { SOURCE_FILTERS, TRANSACTION_SORTS, TRANSACTION_TYPE_IDS } from "#domain/transactions/types.ts";
import { archivedRows, archiveRows } from "#tests/support/archive-rows.ts";
import { addUser } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addLedgerRows, type LedgerRow } from "#tests/support/ledger.ts";
import type { TestUser } from "#tests/support/test-user.ts";
import {
  type LedgerFilters,
  listedRows,
  sortedIds,
  userWithLedger,
} from "#tests/support/user-with-ledger.ts";

const SIZE = LIMITS.pageSize.transactions;

let me: TestUser;
let all: { incoming: LedgerRow[]; outgoing: LedgerRow[] };
/** The same requests before rows were copied. */
const before = new Map<string, { body: unknown; read: number }>();

const fetchPage = async (filters: Partial<LedgerFilters>) => {
  const response = await me.browser.call(transactionListRoute, { input: filters });
  return { ...response, rows: (response.body.data ?? []) as Transaction[] };
};

const filters = fc.record({
  transaction_type: fc.constantFrom(0, 0, 0, ...TRANSACTION_TYPE_IDS) as fc.Arbitrary<
    LedgerFilters["transaction_type"]
  >,
  source_type: fc.constantFrom(...SOURCE_FILTERS),
  sort_by: fc.constantFrom(...TRANSACTION_SORTS),
  order: fc.constantFrom(...SORT_DIRECTIONS),
  incoming: fc.boolean(),
  page: fc.integer({ min: 1, max: 18 }),
});
const REQUESTS = fc.sample(filters, { numRuns: 120, seed: 5 });

beforeAll(async () => {
  me = await userWithLedger();
  all = { incoming: await listedRows(me.id, true), outgoing: await listedRows(me.id, false) };
  for (const request of REQUESTS) {
    const { body, cost } = await fetchPage(request);
    before.set(JSON.stringify(request), { body, read: cost.read });
  }
});

describe.each([150, 200, undefined])("a list with %s more rows in the archive", (count) => {
  beforeAll(async () => {
    await archiveRows(count);
    if (count === undefined) expect((await archivedRows(me.id)).length).toBeGreaterThanOrEqual(399);
  });

  test("shows on every page what it showed while all rows were live, and reads no more rows", async () => {
    for (const request of REQUESTS) {
      const response = await fetchPage(request);
      const { body, read } = before.get(JSON.stringify(request)) ?? {};
      expect(response.body, JSON.stringify(request)).toEqual(body);
      if (response.cost.read > (read ?? 0))
        console.log("MORE", JSON.stringify(request), read, response.cost.read);
      const ids = sortedIds(request.incoming ? all.incoming : all.outgoing, request);
      expect(response.rows.map(({ id }) => id)).toEqual(
        ids.slice((request.page - 1) * SIZE, request.page * SIZE),
      );
      expectCost(response, { roundTrips: 2, written: 0 });
      expect(response.cost.archiveRoundTrips).toBeLessThanOrEqual(1);
    }
  });
});

test("pages of live rows read no archive, and those beyond read one once", async () => {
  const user = await addUser({ coins: 10_000 });
  const { browser } = me;
  await addLedgerRows(
    me.id,
    Array.from({ length: 60 }, (_, i) => ({ coins: i })),
  );
  await addLedgerRows(user.id, [{ coins: 1 }]);
  const cost = async (page: number) =>
    (await browser.call(transactionListRoute, { input: { page } })).cost.archiveRoundTrips;
  expect([await cost(1), await cost(2), await cost(3), await cost(4)]).toEqual([0, 0, 1, 1]);
});
