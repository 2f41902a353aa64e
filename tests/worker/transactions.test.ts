import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
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
import { addUser, Browser } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addLedgerRows, type LedgerRow, ledgerRowsFor } from "#tests/support/ledger.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";

const SIZE = LIMITS.pageSize.transactions;

interface Filters {
  transaction_type: (typeof TRANSACTION_TYPE_IDS)[number] | 0;
  source_type: (typeof SOURCE_FILTERS)[number];
  sort_by: (typeof TRANSACTION_SORTS)[number];
  order: (typeof SORT_DIRECTIONS)[number];
  incoming: boolean;
  page: number;
}

let me: TestUser;
let others: { id: number }[];

/** A random row from a small set of values, so many are equal. */
const row = fc
  .record({
    type_id: fc.constantFrom(...TRANSACTION_TYPE_IDS),
    source_type: fc.constantFrom(...SOURCE_TYPES),
    coins: fc.integer({ min: -3, max: 3 }),
    xp: fc.integer({ min: 0, max: 3 }),
  })
  .map((made) => ({ ...made, xp: TYPES_WITHOUT_XP.includes(made.type_id) ? 0 : made.xp }));

beforeAll(async () => {
  me = await signedInUser({ coins: 10_000 });
  others = [await addUser({ coins: 10_000 }), await addUser({ coins: 10_000 })];
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
});

const fetchList = async (filters: Partial<Filters>, browser = me.browser) => {
  const response = await browser.call(transactionListRoute, { input: filters });
  return { ...response, rows: (response.body.data ?? []) as Transaction[] };
};

/** Whether a row is what the user spent or gave; otherwise it came to them. */
function isOutgoing({ user_id, type_id, source_type, source_id, coins }: LedgerRow): boolean {
  if (user_id !== me.id) return type_id !== 1;
  return (
    (type_id === 1 && source_type === "item") ||
    (isGrant(type_id, source_type) && coins < 0 && source_id !== me.id)
  );
}
const isGrant = (type_id: number, source_type: string) => type_id === 5 && source_type === "user";
const isIncoming = (row: LedgerRow) => row.user_id === me.id && !isOutgoing(row);

/** The expected list, computed in the plainest way. */
function expected(all: readonly LedgerRow[], { transaction_type, source_type, sort_by, order }: Filters) {
  const value = (one: LedgerRow) => (sort_by === "created_at" ? one.id : one[sort_by]);
  const sorted = all
    .filter((one) => !transaction_type || one.type_id === transaction_type)
    .filter((one) => !source_type || one.source_type === source_type)
    .toSorted((a, b) => value(a) - value(b) || a.id - b.id);
  return (order === "asc" ? sorted : sorted.reverse()).map(({ id }) => id);
}

describe.each([true, false])("the ledger, incoming %s", (incoming) => {
  let all: LedgerRow[];
  beforeAll(async () => {
    const rows = [...(await ledgerRowsFor(me.id, true)), ...(await ledgerRowsFor(me.id, false))];
    all = rows.filter(incoming ? isIncoming : isOutgoing);
  });

  const choices = ([0, ...TRANSACTION_TYPE_IDS] as const).flatMap((transaction_type) =>
    SOURCE_FILTERS.map((source_type) => ({ transaction_type, source_type })),
  );

  test.each(choices)("can be filtered by %o and sorted in every way", async (choice) => {
    for (const sort_by of TRANSACTION_SORTS) {
      for (const order of SORT_DIRECTIONS) {
        const filters = { ...choice, sort_by, order, incoming, page: 1 };
        const response = await fetchList(filters);
        const ids = expected(all, filters);
        expect(response.rows.map(({ id }) => id)).toEqual(ids.slice(0, SIZE));
        expect(response.body.meta).toMatchObject({
          total: ids.length,
          last_page: Math.max(1, Math.ceil(ids.length / SIZE)),
        });
      }
    }
  });

  test("returns the right rows on any page, from whichever end it is read", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          transaction_type: fc.constantFrom(0, 0, 1, 5, 8, 12) as fc.Arbitrary<Filters["transaction_type"]>,
          source_type: fc.constantFrom(...SOURCE_FILTERS),
          sort_by: fc.constantFrom(...TRANSACTION_SORTS),
          order: fc.constantFrom(...SORT_DIRECTIONS),
          page: fc.integer({ min: 1, max: 18 }),
        }),
        async (view) => {
          const filters = { ...view, incoming };
          const response = await fetchList(filters);
          const ids = expected(all, filters).slice((view.page - 1) * SIZE, view.page * SIZE);
          expect(response.rows.map(({ id }) => id)).toEqual(ids);
          expectCost(response, { roundTrips: 2, written: 0 });
        },
      ),
      { numRuns: 60 },
    );
  });

  test("returns each row once by following the next links", async () => {
    const seen: number[] = [];
    let next: string | null = `/api/auth/transactions?incoming=${Number(incoming)}&sort_by=coins`;
    while (next) {
      const { body } = await me.browser.fetch(next);
      seen.push(...(body.data as Transaction[]).map(({ id }) => id));
      next = (body.links as { next: string | null }).next;
    }
    expect(seen).toEqual(
      expected(all, {
        transaction_type: 0,
        source_type: "",
        sort_by: "coins",
        order: "desc",
        incoming,
        page: 1,
      }),
    );
  });
});

describe("GET /api/auth/transactions", () => {
  test("returns the caller's newest rows first by default", async () => {
    const { rows } = await fetchList({});
    expect(rows).toEqual(
      (await fetchList({ incoming: true, sort_by: "created_at", order: "desc", page: 1 })).rows,
    );
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(rows.every(({ user }) => user.id === me.id)).toBe(true);
  });

  test("returns nothing that the caller paid among what came to them, on any page", async () => {
    let next: string | null = "/api/auth/transactions?incoming=1&transaction_type=1";
    while (next) {
      const { body } = await me.browser.fetch(next);
      expect((body.data as Transaction[]).every(({ source_type }) => source_type !== "item")).toBe(true);
      next = (body.links as { next: string | null }).next;
    }
    const taken = (await fetchList({ transaction_type: 5, sort_by: "coins", order: "asc" })).rows;
    expect(taken.some(({ coins, source_type }) => source_type === "user" && coins < 0)).toBe(false);
  });

  test("returns no one else's ledger", async () => {
    const stranger = await signedInUser();
    expect((await fetchList({}, stranger.browser)).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await fetchList({ incoming: false }, stranger.browser)).rows).toEqual([]);
  });

  test("needs a session", async () => {
    expect((await fetchList({}, await Browser.visitor())).status).toBe(401);
  });

  test.each([
    ["transaction_type", 10],
    ["transaction_type", "x"],
    ["source_type", "item"],
    ["sort_by", "id"],
    ["order", "up"],
    ["incoming", "maybe"],
    ["page", 0],
  ])("rejects %s %s at its field", async (field, value) => {
    const response = await fetchList({ [field]: value });
    expect([response.status, Object.keys(response.body.errors as object)]).toEqual([422, [field]]);
  });

  test("returns no rows after the last page, but the total", async () => {
    const { total, last_page } = (await fetchList({})).body.meta as { total: number; last_page: number };
    expect(total).toBeGreaterThan(200);
    expect((await fetchList({ page: 999 })).body).toMatchObject({ data: [], meta: { total, last_page } });
  });
});
