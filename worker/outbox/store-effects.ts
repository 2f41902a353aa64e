import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { outbox } from "#db/schema/outbox.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { EffectsOn } from "./effects.ts";

/**
 * Returns the statements that store effects on another database, if a condition holds, for the batch that causes them: both are
 * stored or neither. Relay them afterwards (relay.ts).
 */
export const storeEffects = <Target extends DatabaseName>(
  target: Target,
  effects: readonly EffectsOn[Target][],
  now: number,
  when: SQL = sql`true`,
): Statement[] =>
  effects.length === 0
    ? []
    : [storeEffectsOf(target, sql`select ${JSON.stringify(effects)} as effects where ${when}`, now)];

/** The same for effects that the batch itself determines. `rows` selects lists of `effects` as JSON. */
export const storeEffectsOf = (target: DatabaseName, rows: SQL, now: number): Statement =>
  statement(
    sql`insert into outbox (target, effects, created_at) select ${target}, e.effects, ${now} from (${rows}) e`,
  );

/** A row of an outbox that may not be applied yet. */
export interface PendingRow extends Columns<"outbox", "id" | "effects" | "created_at"> {
  /** All rows of this target up to this id are in earlier passes. */
  after: number;
}

/** Rows of a pass. */
export const ROWS_PER_PASS = 50;

/** Selects the rows for a target after an id, oldest first. */
export const pendingAfter = (target: DatabaseName, after: SQL): Statement<PendingRow> =>
  statement(sql`select o.id, o.effects, o.created_at, p.after from (select ${after} as after) p
    cross join outbox o on o.target = ${target} and o.id > p.after order by o.id limit ${sql.raw(String(ROWS_PER_PASS))}`);

/** Selects the rows for a target that aren't known to be applied. Goes to the end of a batch that stores effects. */
export const pendingQuery = (target: DatabaseName): Statement<PendingRow> =>
  pendingAfter(
    target,
    sql`(select coalesce(max(relayed_to), 0) from outbox_progress where target = ${target})`,
  );
