import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { ItemState } from "#domain/items/reviews/rules.ts";
import { LedgerBatch } from "../ledger/ledger-batch.ts";

const always = sql`true`;

/** Condition for a decision to change an item to a state; otherwise nothing happens. */
const CAN_CHANGE_TO: Partial<Record<ItemState, SQL>> = {
  shown: sql`state <> 'shown'`,
  hidden: sql`state = 'shown'`,
  rejected: sql`state <> 'rejected'`,
};

/** Stores who decided what about an item. */
const storeReview = (id: number, state: ItemState, staff: Actor, reason: string, now: number, when: SQL) =>
  statement`insert into item_reviews (item_id, user_id, why, reason, decided_by, decided_at, rejected_at, created_at)
    select i.id, i.user_id, 'staff', ${reason}, ${staff.id}, ${now}, ${state === "rejected" ? now : null}, ${now}
    from items i where i.id = ${id} and ${CAN_CHANGE_TO[state]} and ${when}
    on conflict (item_id) do update set reason = excluded.reason, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at, rejected_at = excluded.rejected_at`;

const setItemState = (id: number, state: ItemState, when: SQL): Statement<Columns<"items", "id">> =>
  statement<Columns<"items", "id">>`update items
    set state = ${state}, featured_at = case when ${state} = 'shown' then featured_at end
    where id = ${id} and ${CAN_CHANGE_TO[state]} and ${when} returning id`;

/** Hides an item if `when`: `effects`, then `changed`, which sets the state. Callers audit and notify. */
export const hideItemStatements = (id: number, staff: Actor, reason: string, now: number, when = always) => ({
  effects: [storeReview(id, "hidden", staff, reason, now, when)],
  changed: setItemState(id, "hidden", when),
});

/** The same for making an item visible, for the first time or again. */
export const showItemStatements = (id: number, staff: Actor, reason: string, now: number, when = always) => ({
  effects: [
    storeReview(id, "shown", staff, reason, now, when),
    // Users who already lost it can equip it again; it isn't removed from any more bopis.
    statement`delete from item_takedowns where item_id = ${id} and ${when}`,
  ],
  changed: setItemState(id, "shown", when),
});

/** The same for rejecting. Also unequips it (`defer(runTakedowns)` after) and refunds a pending one, once. */
export function rejectItemStatements(id: number, staff: Actor, reason: string, now: number, when = always) {
  const ledger = new LedgerBatch(now);
  const effects = [
    ledger.post(
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
    storeReview(id, "rejected", staff, reason, now, when),
    statement`insert into item_takedowns (item_id)
      select id from items where id = ${id} and ${CAN_CHANGE_TO.rejected} and ${when} on conflict (item_id) do update set after = 0`,
  ];
  return { effects, changed: setItemState(id, "rejected", when) };
}
