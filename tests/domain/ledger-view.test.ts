import fc from "fast-check";
import { transactionListRoute } from "#domain/transactions/api.ts";
import { SOURCE_FILTERS, TRANSACTION_SORTS, TRANSACTION_TYPE_IDS } from "#domain/transactions/types.ts";
import {
  type LedgerView,
  ledgerInput,
  readLedgerView,
  UNFILTERED,
  writeLedgerView,
} from "#domain/transactions/view.ts";
import { forAll } from "#tests/support/for-all.ts";

const view: fc.Arbitrary<LedgerView> = fc.record({
  transaction_type: fc.constantFrom(0 as const, ...TRANSACTION_TYPE_IDS),
  source_type: fc.constantFrom(...SOURCE_FILTERS),
  sort_by: fc.constantFrom(...TRANSACTION_SORTS),
  order: fc.constantFrom("desc", "asc"),
  incoming: fc.boolean(),
  page: fc.integer({ min: 1, max: 1_000_000 }),
});

const junk = fc.array(
  fc.tuple(
    fc.constantFrom("transaction_type", "source_type", "sort_by", "order", "incoming", "page", "__proto__"),
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "0",
        "-1",
        "1",
        "8",
        "10",
        "12",
        "1e3",
        "1.0",
        "NaN",
        "user",
        "item",
        "xp",
        "asc",
        "false",
      ),
    ),
  ),
  { maxLength: 8 },
);

describe("the URL of the transactions page", () => {
  test("contains the whole view", () => {
    forAll(view, (one) => {
      expect(readLedgerView(new URLSearchParams(writeLedgerView(one).toString()))).toEqual(one);
    });
  });

  test("always gives a view that the endpoint accepts and that reads back the same", () => {
    forAll(300, junk, (pairs) => {
      const one = readLedgerView(new URLSearchParams(pairs));
      const parsed = transactionListRoute.input.safeParse(ledgerInput(one));
      expect(parsed.data).toEqual(one);
      expect(readLedgerView(writeLedgerView(one))).toEqual(one);
    });
  });

  test("has no query for the default view", () => {
    expect(readLedgerView(new URLSearchParams())).toEqual(UNFILTERED);
    expect(writeLedgerView(UNFILTERED).toString()).toBe("");
  });

  test.each([
    ["transaction_type=8", { transaction_type: 8 }],
    ["transaction_type=10", { transaction_type: 0 }],
    ["transaction_type=08", { transaction_type: 0 }],
    ["source_type=item", { source_type: "" }],
    ["sort_by=xp&order=asc", { sort_by: "xp", order: "asc" }],
    ["incoming=0", { incoming: false }],
    ["page=0", { page: 1 }],
  ])("with %s is read as %j", (query, expected) => {
    expect(readLedgerView(new URLSearchParams(query))).toMatchObject(expected);
  });
});
