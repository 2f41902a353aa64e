import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { ItemState } from "#domain/items/review-rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { Act } from "../ledger/movement.ts";

const always = sql`true`;

/** From where an item comes to a state by a decision; where it is elsewhere, nothing happens. */
const BEFORE: Partial<Record<ItemState, SQL>> = {
  shown: sql`state <> 'shown'`,
  hidden: sql`state = 'shown'`,
  rejected: sql`state <> 'rejected'`,
};

/** Notes who has decided what of an item. */
const noteReview = (
  id: number,
  to: ItemState,
  staff: Actor,
  reason: string,
  now: number,
  when: SQL,
): Statement =>
  statement(sql`insert into item_reviews (item_id, user_id, why, reason, decided_by, decided_at, rejected_at, created_at)
    select i.id, i.user_id, 'staff', ${reason}, ${staff.id}, ${now}, ${to === "rejected" ? now : null}, ${now}
    from items i where i.id = ${id} and ${BEFORE[to]} and ${when}
    on conflict (item_id) do update set reason = excluded.reason, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at, rejected_at = excluded.rejected_at`);

const moveItem = (id: number, to: ItemState, when: SQL): Statement<{ id: number }> =>
  statement<{
    id: number;
  }>(sql`update items set state = ${to}, featured_at = case when ${to} = 'shown' then featured_at end
    where id = ${id} and ${BEFORE[to]} and ${when} returning id`);

/**
 * Statements that take an item out of every list; its creator and staff alone see it from then on. `when` is a condition
 * under which they take effect and may look at the item's state: it changes with the last one, which answers the id where
 * the item was shown until then. Who uses them writes the note for the audit log and the word to the creator.
 */
export const hideItemStatements = (
  id: number,
  staff: Actor,
  reason: string,
  now: number,
  when: SQL = always,
): Statement[] => [noteReview(id, "hidden", staff, reason, now, when), moveItem(id, "hidden", when)];

/** The same for an item that everybody may see, or see again. */
export const showItemStatements = (
  id: number,
  staff: Actor,
  reason: string,
  now: number,
  when: SQL = always,
): Statement[] => [
  noteReview(id, "shown", staff, reason, now, when),
  // Whoever is shown it again puts it on again; nothing takes it off any more.
  statement(sql`delete from item_takedowns where item_id = ${id} and ${when}`),
  moveItem(id, "shown", when),
];

/**
 * The same for an item that is declined: its texture is taken off everybody's bopi besides (`runTakedowns`, worth a `defer`
 * after the batch), and where it was still waiting for staff its creator gets the coins back that making it has cost, once.
 */
export function rejectItemStatements(
  id: number,
  staff: Actor,
  reason: string,
  now: number,
  when: SQL = always,
): Statement[] {
  const act = new Act(now);
  return [
    act.post(
      {
        key: `refund:${id}`,
        user: sql`r.user_id`,
        type: 9,
        source: { type: "item", id },
        coins: sql`r.paid`,
      },
      sql`from items i cross join item_reviews r on r.item_id = i.id
        where i.id = ${id} and i.state = 'pending' and r.paid > 0 and ${when}`,
    ),
    noteReview(id, "rejected", staff, reason, now, when),
    statement(sql`insert into item_takedowns (item_id)
      select id from items where id = ${id} and ${BEFORE.rejected} and ${when} on conflict (item_id) do update set after = 0`),
    moveItem(id, "rejected", when),
  ];
}
