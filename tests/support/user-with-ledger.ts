import fc from "fast-check";
import type { SORT_DIRECTIONS } from "#domain/ratings/view.ts";
import {
  type SOURCE_FILTERS,
  SOURCE_TYPES,
  type TRANSACTION_SORTS,
  TRANSACTION_TYPE_IDS,
  TYPES_WITHOUT_XP,
} from "#domain/transactions/types.ts";
import { addUser } from "./browser.ts";
import { addLedgerRows, type LedgerRow, ledgerRowsFor } from "./ledger.ts";
import { signedInUser, type TestUser } from "./test-user.ts";

export interface LedgerFilters {
  transaction_type: (typeof TRANSACTION_TYPE_IDS)[number] | 0;
  source_type: (typeof SOURCE_FILTERS)[number];
  sort_by: (typeof TRANSACTION_SORTS)[number];
  order: (typeof SORT_DIRECTIONS)[number];
  incoming: boolean;
  page: number;
}

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
export async function userWithLedger(): Promise<TestUser> {
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

/** The rows in a user's list while all are live, in any order. */
export async function listedRows(userId: number, incoming: boolean): Promise<LedgerRow[]> {
  const rows = [...(await ledgerRowsFor(userId, true)), ...(await ledgerRowsFor(userId, false))];
  return rows.filter((one) =>
    incoming ? one.user_id === userId && !isOutgoing(one, userId) : isOutgoing(one, userId),
  );
}

/** The ids of the expected list, computed in the plainest way. */
export function sortedIds(
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
