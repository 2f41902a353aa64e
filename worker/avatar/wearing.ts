import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import type { EntryRow } from "../inventory/queries.ts";
import type { RenderJob } from "../render/job.ts";

/** The one rule for what may be worn: copy `v` is not for sale, and everyone can see item `i`. */
const canBeWorn = sql.raw("v.resale_price is null and i.state = 'shown'");

/** The same rule for a row. */
export const isWearable = ({ resale_price, state }: Pick<EntryRow, "resale_price" | "state">): boolean =>
  resale_price === null && state === "shown";

/** Whether a user may wear an item, as a condition; false for null. */
export const mayWear = (user: SQL | number, item: SQL | number): SQL =>
  sql`exists (select 1 from inventory v cross join items i on i.id = v.item_id
    where v.user_id = ${user} and v.item_id = ${item} and ${canBeWorn})`;

/** Which of these items the user may wear, with their types. */
export const wearableQuery = (
  userId: number,
  itemIds: readonly number[],
): Statement<{ id: number; type_id: number }> =>
  statement<{ id: number; type_id: number }>(sql`select v.item_id as id, v.type_id
    from json_each(${JSON.stringify(itemIds)}) p cross join inventory v on v.user_id = ${userId} and v.item_id = p.value
      cross join items i on i.id = v.item_id where ${canBeWorn}`);

/** A slot of a bopi `b` or an outfit `o`, or null where the user may not wear its item. */
export const wearableSlot = (table: "b" | "o", slot: string, userId: number): SQL => {
  const column = sql.raw(`${table}.${slot}`);
  return sql`case when ${mayWear(userId, column)} then ${column} end`;
};

const columns = SLOTS.map((slot) => sql.raw(slot));
const wears = (itemId: number): SQL => sql`${itemId} in (${sql.join(columns, sql`, `)})`;
const without = (itemId: number): SQL =>
  sql.join(
    columns.map((slot) => sql`${slot} = nullif(${slot}, ${itemId})`),
    sql`, `,
  );

export interface ChangedBopi {
  user_id: number;
  revision: number;
}

export interface ChangedOutfit {
  id: number;
}

/**
 * Takes an item off the bopis of those users who may no longer wear it. Belongs in the batch that takes the right away.
 * `users` is a list of ids as SQL, in parentheses.
 */
export const takeOffBopis = (users: SQL, itemId: number): Statement<ChangedBopi> =>
  statement<ChangedBopi>(sql`update bopis set ${without(itemId)}, revision = revision + 1
    where user_id in ${users} and ${wears(itemId)} and not ${mayWear(sql.raw("bopis.user_id"), itemId)}
    returning user_id, revision`);

/** The same for bopis and outfits; an outfit has no picture until it is rendered again. */
export const takeOff = (users: SQL, itemId: number) =>
  [takeOffBopis(users, itemId), takeOffOutfits(users, itemId)] as const;

const takeOffOutfits = (users: SQL, itemId: number): Statement<ChangedOutfit> =>
  statement<ChangedOutfit>(sql`update outfits set ${without(itemId)}, redrawn = redrawn or thumbnail is not null, thumbnail = null
    where user_id in ${users} and ${wears(itemId)} and not ${mayWear(sql.raw("outfits.user_id"), itemId)}
    returning id`);

/** The jobs that render what these rows have changed. */
export const renderJobs = (
  bopis: readonly ChangedBopi[] = [],
  outfits: readonly ChangedOutfit[] = [],
): RenderJob[] => [
  ...bopis.map(({ user_id, revision }) => ({ kind: "avatar" as const, user_id, revision })),
  ...outfits.map(({ id }) => ({ kind: "outfit" as const, outfit_id: id })),
];
