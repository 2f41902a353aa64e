import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { Removal as ShownRemoval } from "#domain/moderation/api.ts";
import { canUndo, isWithinUndoPeriod, UNDO_PERIOD_MS } from "#domain/moderation/rules.ts";
import type { RemovalType } from "#domain/moderation/types.ts";
import { isoTime } from "#domain/time.ts";
import { isoTimeOrNull } from "./ban-statements.ts";
import { restoredReportNotice } from "./notices.ts";
import { REMOVABLE } from "./removable.ts";

/** Something that staff remove from someone else. */
export interface Removal {
  type: RemovalType;
  target: number | string;
  staff: Pick<Actor, "id">;
  /** The case in which it is removed, if any. */
  case_id?: number;
  /** Its state after the removal, for levels and items. */
  to?: string;
  /** The owner and the name of something that isn't stored in the main database: messages and forum posts. */
  thing?: { user_id: number; name: string };
}

/** Condition on a removal: it is the newest one of this thing. */
export const isRemovalOf = (type: RemovalType, target: number | string): SQL =>
  sql`type = ${type} and target = ${String(target)}`;

/** Condition on the removal `r`: staff can still undo it. */
export const isUndoable = (now: number): SQL =>
  sql`(r.restored_at is null and r.removed_at > ${now - UNDO_PERIOD_MS})`;

/** Remembers a removal for a day, for an undo. Goes before the statements that change the thing. */
export function storeRemoval(
  { type, target, staff, case_id, to = "", thing }: Removal,
  now: number,
  when: SQL = sql`true`,
): Statement {
  const snapshot = thing
    ? sql`select ${thing.user_id} as user_id, ${thing.name} as name, '{}' as state`
    : REMOVABLE[type].snapshot(Number(target), to);
  return statement`insert into removals (type, target, user_id, staff_id, case_id, name, state, removed_at)
    select ${type}, ${String(target)}, t.user_id, ${staff.id}, ${case_id ?? null}, coalesce(t.name, ''), t.state, ${now}
    from (${snapshot}) t where ${when}
    on conflict (type, target) do update set user_id = excluded.user_id, staff_id = excluded.staff_id,
      case_id = excluded.case_id, name = excluded.name, state = excluded.state, removed_at = excluded.removed_at,
      restored_at = null, restored_by = null`;
}

export type RemovalRow = Columns<
  "removals",
  "target" | "user_id" | "staff_id" | "case_id" | "name" | "removed_at" | "restored_at"
> & { type: RemovalType; to: string | null };

export const removalColumns = sql.raw(
  "r.type, r.target, r.user_id, r.staff_id, r.case_id, r.name, r.removed_at, r.restored_at, r.state ->> 'to' as \"to\"",
);

export const removalQuery = (type: RemovalType, target: number | string): Statement<RemovalRow> =>
  statement`select ${removalColumns} from removals r where ${isRemovalOf(type, target)}`;

/** Marks a removal `r`'s decision as undone and notifies the thing's reporters, if `when`. */
export function reverseDecision(type: RemovalType, target: number | string, now: number, when: SQL) {
  const removal = sql`removals r where r.type = ${type} and r.target = ${String(target)} and ${when}`;
  return [
    statement`insert into notices (user_id, notice, created_at)
      select p.reporter_id, ${JSON.stringify(restoredReportNotice(type))}, ${now}
      from (select case_id from ${removal}) c cross join reports p on p.case_id = c.case_id order by p.id`,
    statement`update cases set undone_at = ${now} where id = (select case_id from ${removal})`,
  ];
}

/** The same for commands that bring the thing back in place, on a condition; also marks the removal as undone. */
export const restoredStatements = (
  { type, target, staff }: Pick<Removal, "type" | "target" | "staff">,
  now: number,
  when: SQL,
): Statement[] => [
  ...reverseDecision(type, target, now, sql`r.restored_at is null and ${when}`),
  statement`update removals set restored_at = ${now}, restored_by = ${staff.id}
    where ${isRemovalOf(type, target)} and restored_at is null and ${when}`,
];

export const presentRemoval = (row: RemovalRow, viewer: Actor, now: number): ShownRemoval => ({
  type: row.type,
  target: row.target,
  name: row.name,
  removed_at: isoTime(row.removed_at),
  until: isoTime(row.removed_at + UNDO_PERIOD_MS),
  restored_at: isoTimeOrNull(row.restored_at),
  can_undo: row.restored_at === null && isWithinUndoPeriod(row.removed_at, now) && canUndo(viewer, row),
});

/** At most this many removals of a user are listed. */
const MAX_LISTED = 50;

/** A user's removed things of the last day, newest first; `userId` is an expression for their id. */
export const removalsQuery = (userId: SQL, now: number): Statement<RemovalRow> =>
  statement`select ${removalColumns} from removals r indexed by removals_user
    where r.user_id = ${userId} and r.removed_at > ${now - UNDO_PERIOD_MS} order by r.removed_at desc limit ${MAX_LISTED}`;

/** The removal that was part of the decision of a case. A later removal of the same thing replaces it. */
export const caseRemovalQuery = (caseId: number): Statement<RemovalRow> =>
  statement`select ${removalColumns} from cases c cross join removals r on r.type = c.type and r.target = c.target
    where c.id = ${caseId} and r.case_id = c.id`;

/** Rows deleted per run of the schedule. */
const MAX_DELETED = 1_000;

/** Deletes removals that can't be undone anymore, which makes them final. */
export const deleteOldRemovals = (now: number): Statement =>
  statement`delete from removals where (type, target) in (select type, target from removals indexed by removals_old
    where removed_at <= ${now - UNDO_PERIOD_MS} order by removed_at limit ${sql.raw(String(MAX_DELETED))})`;
