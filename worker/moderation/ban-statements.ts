import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { fieldError } from "#domain/errors.ts";
import { isoTime } from "#domain/time.ts";
import { isBanned } from "../http/session.ts";
import { auditEntry } from "./audit.ts";

/** The columns of a user's row that describe their ban. */
export type BanColumns = Columns<"users", "banned_at" | "banned_until" | "ban_reason">;

/** A user who can be warned or banned. */
export type Bannable = Actor & BanColumns & Columns<"users", "username">;

export const isoTimeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time));

/** The active ban as the API shows it, or null. */
export const presentBan = (user: BanColumns, now: number) =>
  isBanned(user, now) ? { reason: user.ban_reason ?? "", until: isoTimeOrNull(user.banned_until) } : null;

/** Parses the end of a ban to milliseconds; null means permanent. Throws a field error for a time in the past. */
export function parseBanEnd(until: string | null | undefined, now: number): number | null {
  if (!until) return null;
  const end = Date.parse(until);
  if (!(end > now)) throw fieldError("until", "Until must be in the future.");
  return end;
}

/** Condition for a user's active ban; a user has at most one. */
export const isActiveBan = (userId: number, now: number): SQL =>
  sql`user_id = ${userId} and ended_at is null and (until is null or until > ${now})`;

/** Condition: they still have the role by which they may be banned. An admin may have appointed them meanwhile. */
export const hasRole = ({ id, role }: Actor): SQL =>
  sql`exists (select 1 from users where id = ${id} and role = ${role})`;

/** Decides a user's waiting appeal, if any: because a moderator decided it or its ban ended. Returns its id. */
export const closeAppeal = (
  userId: number,
  staff: Actor,
  { state, answer }: { state: "accepted" | "declined"; answer: string },
  now: number,
  when: SQL = sql`true`,
): Statement<Columns<"appeals", "id">> =>
  statement`update appeals set state = ${state}, answer = ${answer}, decided_by = ${staff.id}, decided_at = ${now}
    where user_id = ${userId} and state = 'waiting' and ${when} returning id`;

const endActiveBan = (userId: number, staff: Actor, now: number, when: SQL): Statement =>
  statement`update bans indexed by bans_holding set ended_at = ${now}, ended_by = ${staff.id} where ${isActiveBan(userId, now)} and ${when}`;

interface Ban {
  reason: string;
  until: number | null;
  case_id: number | null;
}

/** The statements that ban a user, replacing an active ban. They take effect only if `when` holds. */
export function banStatements(
  target: Bannable,
  staff: Actor,
  { reason, until, case_id }: Ban,
  now: number,
  when: SQL = sql`true`,
): Statement[] {
  const reply = "A new ban replaced this one. You can appeal that one.";
  return [
    closeAppeal(target.id, staff, { state: "declined", answer: reply }, now, when),
    endActiveBan(target.id, staff, now, when),
    statement`insert into bans (user_id, staff_id, reason, until, case_id, created_at)
      select ${target.id}, ${staff.id}, ${reason}, ${until}, ${case_id}, ${now} where ${when}`,
    statement`update users set banned_at = ${now}, banned_until = ${until}, ban_reason = ${reason}
      where id = ${target.id} and ${when}`,
    auditEntry(now, {
      actor_id: staff.id,
      action: "user.ban",
      subject_id: target.id,
      reason,
      details: { until: isoTimeOrNull(until), ...(case_id !== null && { case_id }) },
      before: { banned: presentBan(target, now) },
      after: { banned: { reason, until: isoTimeOrNull(until) } },
      when,
    }),
  ];
}

/** The statements that unban a banned user. Only the last one changes what `when` may depend on. */
export function unbanStatements(
  target: Bannable,
  staff: Actor,
  reason: string,
  now: number,
  when: SQL = sql`true`,
): Statement[] {
  return [
    endActiveBan(target.id, staff, now, when),
    auditEntry(now, {
      actor_id: staff.id,
      action: "user.unban",
      subject_id: target.id,
      reason,
      before: { banned: presentBan(target, now) },
      after: { banned: null },
      when,
    }),
    statement`update users set banned_at = null, banned_until = null, ban_reason = null
      where id = ${target.id} and ${when}`,
  ];
}

/** The statements that warn a user; the last one inserts the warning. */
export function warnStatements(
  target: Pick<Bannable, "id">,
  staff: Actor,
  { reason, case_id }: Omit<Ban, "until">,
  now: number,
  when: SQL = sql`true`,
): Statement[] {
  return [
    auditEntry(now, {
      actor_id: staff.id,
      action: "user.warn",
      subject_id: target.id,
      reason,
      ...(case_id !== null && { details: { case_id } }),
      when,
    }),
    statement`insert into warnings (user_id, staff_id, reason, case_id, created_at)
      select ${target.id}, ${staff.id}, ${reason}, ${case_id}, ${now} where ${when}`,
  ];
}
