import { type SQL, sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import { BOPI_PARTS, type BopiColors, DEFAULT_COLORS, packColors } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, type Slot } from "#domain/avatar/slots.ts";

/** What changes: an item's id or null by slot. Slots that are not named stay as they are. */
export type SlotChanges = Partial<Record<Slot, number | null>>;

/**
 * Statements that dress a user's bopi. Only what is named changes, so that two tabs keep both their changes. The last
 * one answers the new revision, or no row when one hat would be worn twice.
 */
export function dressBopi(
  userId: number,
  changes: SlotChanges,
): readonly [Query, Query<{ revision: number }>] {
  const value = (slot: Slot): SQL => (slot in changes ? sql`${changes[slot] ?? null}` : sql.raw(slot));
  const [one, two, three] = HAT_SLOTS.map(value) as [SQL, SQL, SQL];
  const sets = SLOTS.filter((slot) => slot in changes).map(
    (slot) => sql`${sql.raw(slot)} = ${value(slot)}, `,
  );
  return [
    select(sql`insert into bopis (user_id) values (${userId}) on conflict do nothing`),
    select<{ revision: number }>(sql`update bopis set ${sql.join(sets)} revision = revision + 1
      where user_id = ${userId} and (${one} is null or (${one} is not ${two} and ${one} is not ${three}))
        and (${two} is null or ${two} is not ${three}) returning revision`),
  ];
}

/** Statement that paints parts of a user's bopi; the others keep the colours they have by then. */
export function paintBopi(userId: number, changes: Partial<BopiColors>): Query {
  const packed = sql`case colors when '' then ${packColors(DEFAULT_COLORS)} else colors end`;
  const parts = BOPI_PARTS.map(
    (part, i) => changes[part] ?? sql`substr(${packed}, ${sql.raw(`${i * 7 + 1}`)}, 6)`,
  );
  const joined = sql.join(
    parts.map((part) => sql`${part}`),
    sql` || '-' || `,
  );
  return select(sql`update users set colors = ${joined} where id = ${userId}`);
}
