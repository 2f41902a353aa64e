import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#domain/limits.ts";
import { SORT_DIRECTIONS } from "#domain/ratings/api.ts";
import {
  SOURCE_FILTERS,
  TRANSACTION_SORTS,
  type Transaction,
  transactionListRoute,
} from "#domain/transactions/api.ts";
import { SOURCE_TYPES, TRANSACTION_TYPE_IDS, WITHOUT_XP } from "#domain/transactions/types.ts";
import { addUser, Browser } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addRows, type LedgerRow, rowsOf } from "#tests/support/ledger.ts";
import { type Person, person } from "#tests/support/people.ts";

const SIZE = LIMITS.pageSize.transactions;

interface Asked {
  transaction_type: (typeof TRANSACTION_TYPE_IDS)[number] | 0;
  source_type: (typeof SOURCE_FILTERS)[number];
  sort_by: (typeof TRANSACTION_SORTS)[number];
  order: (typeof SORT_DIRECTIONS)[number];
  incoming: boolean;
  page: number;
}

let me: Person;
let others: { id: number }[];

/** A row of any kind with few different values, so that many are equal. */
const row = fc
  .record({
    type_id: fc.constantFrom(...TRANSACTION_TYPE_IDS),
    source_type: fc.constantFrom(...SOURCE_TYPES),
    coins: fc.integer({ min: -3, max: 3 }),
    xp: fc.integer({ min: 0, max: 3 }),
  })
  .map((made) => ({ ...made, xp: WITHOUT_XP.includes(made.type_id) ? 0 : made.xp }));

beforeAll(async () => {
  me = await person({ coins: 10_000 });
  others = [await addUser({ coins: 10_000 }), await addUser({ coins: 10_000 })];
  const [other] = others;
  const own = fc.sample(row, { numRuns: 400, seed: 7 });
  await addRows(
    me.id,
    own.map((made) => ({ ...made, source_id: made.source_type === "user" ? (other?.id ?? 0) : 1 })),
  );
  for (const [i, { id }] of others.entries()) {
    const theirs = fc.sample(row, { numRuns: 60, seed: i });
    await addRows(
      id,
      theirs.map((made) => ({ ...made, source_type: "user", source_id: i ? id : me.id })),
    );
  }
});

const ask = async (asked: Partial<Asked>, browser = me.browser) => {
  const answer = await browser.call(transactionListRoute, { input: asked });
  return { ...answer, rows: (answer.body.data ?? []) as Transaction[] };
};

/** What a list should show, by the plainest way there is. */
function expected(all: readonly LedgerRow[], { transaction_type, source_type, sort_by, order }: Asked) {
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
    all = await rowsOf(me.id, incoming);
  });

  const choices = ([0, ...TRANSACTION_TYPE_IDS] as const).flatMap((transaction_type) =>
    SOURCE_FILTERS.map((source_type) => ({ transaction_type, source_type })),
  );

  test.each(choices)("is filtered by %o and sorted in every way", async (choice) => {
    for (const sort_by of TRANSACTION_SORTS) {
      for (const order of SORT_DIRECTIONS) {
        const asked = { ...choice, sort_by, order, incoming, page: 1 };
        const answer = await ask(asked);
        const ids = expected(all, asked);
        expect(answer.rows.map(({ id }) => id)).toEqual(ids.slice(0, SIZE));
        expect(answer.body.meta).toMatchObject({
          total: ids.length,
          last_page: Math.max(1, Math.ceil(ids.length / SIZE)),
        });
      }
    }
  });

  test("shows on any page what belongs there, from whichever end it is read", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          transaction_type: fc.constantFrom(0, 0, 1, 5, 8, 12) as fc.Arbitrary<Asked["transaction_type"]>,
          source_type: fc.constantFrom(...SOURCE_FILTERS),
          sort_by: fc.constantFrom(...TRANSACTION_SORTS),
          order: fc.constantFrom(...SORT_DIRECTIONS),
          page: fc.integer({ min: 1, max: 18 }),
        }),
        async (view) => {
          const asked = { ...view, incoming };
          const answer = await ask(asked);
          const ids = expected(all, asked).slice((view.page - 1) * SIZE, view.page * SIZE);
          expect(answer.rows.map(({ id }) => id)).toEqual(ids);
          expectCost(answer, { rounds: 2, written: 0 });
        },
      ),
      { numRuns: 60 },
    );
  });

  test("is turned page by page to the end, each row once", async () => {
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

describe("who asks", () => {
  test("sees the newest of their own rows first when they ask for nothing else", async () => {
    const { rows } = await ask({});
    expect(rows).toEqual((await ask({ incoming: true, sort_by: "created_at", order: "desc", page: 1 })).rows);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a));
    expect(rows.every(({ user }) => user.id === me.id)).toBe(true);
  });

  test("sees nobody else's ledger", async () => {
    const stranger = await person();
    expect((await ask({}, stranger.browser)).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await ask({ incoming: false }, stranger.browser)).rows).toEqual([]);
  });

  test("must be signed in", async () => {
    expect((await ask({}, await Browser.visitor())).status).toBe(401);
  });

  test.each([
    ["transaction_type", 10],
    ["transaction_type", "x"],
    ["source_type", "item"],
    ["sort_by", "id"],
    ["order", "up"],
    ["incoming", "maybe"],
    ["page", 0],
  ])("is told that %s can't be %s", async (field, value) => {
    const answer = await ask({ [field]: value });
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, [field]]);
  });

  test("finds nothing after the last page, and is still told how much there is", async () => {
    expect((await ask({ page: 999 })).body).toMatchObject({ data: [], meta: { total: 400, last_page: 16 } });
  });
});
