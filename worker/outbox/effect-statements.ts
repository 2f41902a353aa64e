import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { stampBit } from "#domain/first-night/stamps.ts";
import { countClear, takeBackClear } from "../clears/count-clear.ts";
import {
  forgetMemberStatements,
  lockThreadStatements,
  moveThreadStatements,
  publishStatements,
  removePostStatements,
  restorePostStatements,
} from "../forums/commands.ts";
import { countVisits } from "../hosts/counts.ts";
import { auditEntry } from "../moderation/audit.ts";
import { restoredStatements, storeRemoval } from "../moderation/removals.ts";
import { queueNotices } from "../notifications/queue.ts";
import { revisionChecked } from "../runs/revision-checked.ts";
import { insertFingerprint } from "../spam/screen.ts";
import type { Effect, ForumEffect, MainEffect, PlayEffect } from "./effects.ts";

type Handlers<E extends { type: string }> = {
  [T in E["type"]]: (effect: Extract<E, { type: T }>, at: number, when: SQL) => Statement[];
};

/** Condition: neither has blocked the other. Staff can contact anyone they haven't blocked (domain/blocks/rules.ts). */
const mayContact = (from: Actor, userId: number): SQL => {
  const isBlocked = isStaff(from) ? sql`false` : sql`(user_id = ${userId} and blocked_id = ${from.id})`;
  return sql`not exists (select 1 from blocks where (user_id = ${from.id} and blocked_id = ${userId}) or ${isBlocked})`;
};

const MAIN: Handlers<MainEffect> = {
  notice: ({ user_id, notice, from }, at, when) =>
    queueNotices([{ user_id, notice }], at, from ? sql`${when} and ${mayContact(from, user_id)}` : when),
  audit: ({ entry }, at, when) => [auditEntry(at, { ...entry, when })],
  fingerprint: ({ user_id, kind, fingerprint }, at, when) => [
    insertFingerprint({ user_id, kind, fingerprint }, at, when),
  ],
  stamp: ({ user_id, stamp }, _, when) => {
    const bit = stampBit(stamp);
    // Accounts without a board have null, which stays null.
    return [
      statement`update users set first_night = first_night | ${bit}
        where id = ${user_id} and first_night & ${bit} = 0 and ${when}`,
    ];
  },
  removal: ({ kind, id, staff_id, user_id, name }, at, when) => [
    storeRemoval({ type: kind, target: id, staff: { id: staff_id }, thing: { user_id, name } }, at, when),
  ],
  restored: ({ kind, id, staff_id }, at, when) =>
    restoredStatements({ type: kind, target: id, staff: { id: staff_id } }, at, when),
  held_back: ({ held_id }, _, when) => [
    statement`update held_posts set state = 'waiting', reason = '', decided_by = null, decided_at = null
      where id = ${held_id} and state = 'approved' and ${when}`,
  ],
  clear: countClear,
  clear_taken_back: takeBackClear,
  revision_checked: (effect, _, when) => [revisionChecked(effect, when)],
  visits: ({ visits }, _, when) => countVisits(visits, when),
};

const FORUM: Handlers<ForumEffect> = {
  forget: ({ user_id }, _, when) => forgetMemberStatements(user_id, when),
  remove: ({ kind, id, staff_id }, at, when) => removePostStatements(kind, id, { id: staff_id }, at, when),
  restore: ({ kind, id, removed_at }, _, when) => restorePostStatements(kind, id, removed_at, when),
  lock: ({ id }, _, when) => lockThreadStatements(id, true, when),
  move: ({ id, subforum_id }, _, when) => moveThreadStatements(id, subforum_id, when),
  publish: (effect, at, when) => publishStatements(effect, at, when),
};

const PLAY: Handlers<PlayEffect> = {
  earned: ({ run_id, coins, xp, unpaid = 0 }, _, when) => [
    statement`update runs set coins = coins + ${coins}, xp = xp + ${xp},
        reason = case when ${unpaid} and reason is null and state in ('counted', 'accepted') then 'unpaid' else reason end
      where id = ${run_id} and ${when}`,
  ],
};

const HANDLERS: Record<DatabaseName, object> = { main: MAIN, forum: FORUM, play: PLAY };

type AnyHandler = (effect: Effect, at: number, when: SQL) => Statement[];

const handlerOf = (target: DatabaseName, { type }: Effect): AnyHandler | undefined =>
  Object.hasOwn(HANDLERS[target], type) ? (HANDLERS[target] as Record<string, AnyHandler>)[type] : undefined;

/** Whether this version can apply an effect. A newer one may have stored it. */
export const isKnownEffect = (target: DatabaseName, effect: Effect): boolean =>
  handlerOf(target, effect) !== undefined;

/** Returns the statements of effects that happened at the time `at`, each on a condition. */
export const effectStatements = (target: DatabaseName, effects: readonly Effect[], at: number, when: SQL) =>
  effects.flatMap((effect) => handlerOf(target, effect)?.(effect, at, when) ?? []);
