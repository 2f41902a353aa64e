import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { BOPI_PARTS, type BopiColors, DEFAULT_COLORS, packColors } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, type Slot } from "#domain/avatar/slots.ts";
import { mayWear } from "./wearing.ts";

/** What changes: an item's id or null by slot. Slots that are not named stay as they are. */
export type SlotChanges = Partial<Record<Slot, number | null>>;

/**
 * Statements that dress a user's bopi and paint its parts, both or neither. Only what is named changes, so that two tabs
 * keep both their changes. The second one answers the new revision, or no row when one hat would be worn twice or something is not (any longer) theirs.
 */
export function changeBopi(
  userId: number,
  changes: SlotChanges,
  colors: Partial<BopiColors>,
): readonly [Statement, Statement<{ revision: number }>, Statement] {
  const value = (slot: Slot): SQL => (slot in changes ? sql`${changes[slot] ?? null}` : sql.raw(slot));
  const [one, two, three] = HAT_SLOTS.map(value) as [SQL, SQL, SQL];
  const sets = SLOTS.filter((slot) => slot in changes).map(
    (slot) => sql`${sql.raw(slot)} = ${value(slot)}, `,
  );
  const worn = Object.values(changes).filter((id) => id !== null);
  // An item may have been sold since it was checked.
  const theirs = sql`not exists (select 1 from json_each(${JSON.stringify(worn)}) p
    where not ${mayWear(userId, sql.raw("p.value"))})`;
  const allowed = sql`user_id = ${userId} and ${theirs} and (${one} is null or (${one} is not ${two} and ${one} is not ${three}))
    and (${two} is null or ${two} is not ${three})`;
  return [
    statement(sql`insert into bopis (user_id) values (${userId}) on conflict do nothing`),
    statement<{ revision: number }>(sql`update bopis set ${sql.join(sets)} revision = revision + 1
      where ${allowed} returning revision`),
    statement(sql`update users set colors = ${painted(colors)} where id = ${userId} and changes() = 1`),
  ];
}

/** The packed colours with some parts changed; the others keep the colours they have by then. */
function painted(changes: Partial<BopiColors>): SQL {
  const packed = sql`case colors when '' then ${packColors(DEFAULT_COLORS)} else colors end`;
  const parts = BOPI_PARTS.map(
    (part, i) => changes[part] ?? sql`substr(${packed}, ${sql.raw(`${i * 7 + 1}`)}, 6)`,
  );
  return sql.join(
    parts.map((part) => sql`${part}`),
    sql` || '-' || `,
  );
}
