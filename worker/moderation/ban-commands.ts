import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { fieldError } from "#domain/errors.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { isoTime } from "#domain/time.ts";
import { isBanned } from "../http/session.ts";
import { auditEntry } from "./audit.ts";

/** What a user's row tells of their ban. */
export interface BanColumns {
  banned_at: number | null;
  banned_until: number | null;
  ban_reason: string | null;
}

/** Somebody who may be warned or banned. */
export interface Bannable extends Actor, BanColumns {
  username: string;
}

export const timeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time));

/** The ban that holds, as everybody is told of it. */
export const presentBan = (user: BanColumns, now: number) =>
  isBanned(user, now) ? { reason: user.ban_reason ?? "", until: timeOrNull(user.banned_until) } : null;

/** When a ban ends, in milliseconds; null for never. */
export function readUntil(until: string | null | undefined, now: number): number | null {
  if (!until) return null;
  const end = Date.parse(until);
  if (!(end > now)) throw fieldError("until", "Until must be a time to come.");
  return end;
}

/** The bans of somebody that hold: there is one at most. */
export const holding = (userId: number, now: number): SQL =>
  sql`user_id = ${userId} and ended_at is null and (until is null or until > ${now})`;

/** Decides the appeal of somebody that waits, if there is one: by itself, or because its ban has ended. Answers its id. */
export const closeAppeal = (
  userId: number,
  staff: Actor,
  { state, answer }: { state: "accepted" | "declined"; answer: string },
  now: number,
  when: SQL = sql`true`,
): Statement<{ id: number }> =>
  statement(sql`update appeals set state = ${state}, answer = ${answer}, decided_by = ${staff.id}, decided_at = ${now}
    where user_id = ${userId} and state = 'waiting' and ${when} returning id`);

const endHolding = (userId: number, staff: Actor, now: number, when: SQL): Statement =>
  statement(
    sql`update bans indexed by bans_holding set ended_at = ${now}, ended_by = ${staff.id} where ${holding(userId, now)} and ${when}`,
  );

interface Ban {
  reason: string;
  until: number | null;
  case_id: number | null;
}

/** The statements that ban somebody, in the place of a ban that holds. `when` is a condition under which they take effect. */
export function banStatements(
  target: Bannable,
  staff: Actor,
  { reason, until, case_id }: Ban,
  now: number,
  when: SQL = sql`true`,
): Statement[] {
  const answer = "Another ban has taken the place of this one. You can appeal against that.";
  return [
    closeAppeal(target.id, staff, { state: "declined", answer }, now, when),
    endHolding(target.id, staff, now, when),
    statement(sql`insert into bans (user_id, staff_id, reason, until, case_id, created_at)
      select ${target.id}, ${staff.id}, ${reason}, ${until}, ${case_id}, ${now} where ${when}`),
    statement(sql`update users set banned_at = ${now}, banned_until = ${until}, ban_reason = ${reason}
      where id = ${target.id} and ${when}`),
    auditEntry(
      {
        actor_id: staff.id,
        action: "user.ban",
        subject_type: "user",
        subject_id: target.id,
        reason,
        details: { until: timeOrNull(until), ...(case_id !== null && { case_id }) },
        before: { banned: presentBan(target, now) },
        after: { banned: { reason, until: timeOrNull(until) } },
      },
      now,
      when,
    ),
  ];
}

/** The statements that end the ban of somebody who has one; what `when` may look at changes with the last one. */
export function unbanStatements(
  target: Bannable,
  staff: Actor,
  reason: string,
  now: number,
  when: SQL = sql`true`,
): Statement[] {
  return [
    endHolding(target.id, staff, now, when),
    auditEntry(
      {
        actor_id: staff.id,
        action: "user.unban",
        subject_type: "user",
        subject_id: target.id,
        reason,
        before: { banned: presentBan(target, now) },
        after: { banned: null },
      },
      now,
      when,
    ),
    statement(sql`update users set banned_at = null, banned_until = null, ban_reason = null
      where id = ${target.id} and ${when}`),
  ];
}

/** The statements that warn somebody; the last one writes the warning. */
export function warnStatements(
  target: Pick<Bannable, "id">,
  staff: Actor,
  { reason, case_id }: Omit<Ban, "until">,
  now: number,
  when: SQL = sql`true`,
): Statement[] {
  return [
    auditEntry(
      {
        actor_id: staff.id,
        action: "user.warn",
        subject_type: "user",
        subject_id: target.id,
        reason,
        ...(case_id !== null && { details: { case_id } }),
      },
      now,
      when,
    ),
    statement(sql`insert into warnings (user_id, staff_id, reason, case_id, created_at)
      select ${target.id}, ${staff.id}, ${reason}, ${case_id}, ${now} where ${when}`),
  ];
}
