import { type Columns, Database, sql, statement } from "#db/database.ts";
import { Guard } from "#db/guard.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { parseMessageId } from "#domain/conversations/ids.ts";
import { ApiError } from "#domain/errors.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { banRoute, banStateRoute, unbanRoute, undoRemovalRoute, warnRoute } from "#domain/moderation/api.ts";
import { canBan, canUndo, canWarn, isWithinUndoPeriod } from "#domain/moderation/rules.ts";
import type { RemovalType } from "#domain/moderation/types.ts";
import { formatTime } from "#domain/time.ts";
import { removedPostQuery } from "../forums/commands.ts";
import { notifyHosts } from "../hosts/notify-hosts.ts";
import { type HonoApp, handle, type RequestContext } from "../http/handle.ts";
import { isBanned } from "../http/session.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { clearPermits, disconnectUser } from "../live/notify.ts";
import { conversationStub } from "../live/stubs.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { TO_FORUM, writeWithEffects } from "../outbox/write-with-effects.ts";
import { auditEntry } from "./audit.ts";
import {
  type Bannable,
  banStatements,
  closeAppeal,
  hasRole,
  parseBanEnd,
  presentBan,
  unbanStatements,
  warnStatements,
} from "./ban-statements.ts";
import { moderationNotice, restoredNotice } from "./notices.ts";
import { REMOVABLE } from "./removable.ts";
import { isRemovalOf, isUndoable, type RemovalRow, removalQuery, reverseDecision } from "./removals.ts";

/** Statements that undo a removal; `marked` returns a row if it still could be undone. */
function undoStatements(row: RemovalRow, staff: Actor, reason: string, now: number) {
  const { type, target, user_id, case_id, removed_at } = row;
  const guard = new Guard();
  const isThis = isRemovalOf(type, target);
  const isUndone = guard.wrote("removals", isThis);
  const undone = sql`select * from removals where ${isThis} and ${guard.isOwn}`;
  const { isRemoved, restore } = REMOVABLE[type];
  return {
    marked: statement<Columns<"removals", "target">>`update removals as r
      set restored_at = ${now}, restored_by = ${staff.id}, stamp = ${guard.stamp}
      where ${isThis} and ${isUndoable(now)} and r.removed_at = ${removed_at} and ${isRemoved(Number(target))} returning target`,
    audit: auditEntry(now, {
      actor_id: staff.id,
      action: `${type}.undo`,
      subject_type: type === "picture" ? "level" : type,
      subject_id: target,
      reason,
      details: { user_id, ...(case_id !== null && { case_id }) },
      before: { removed: true },
      after: { removed: false },
      when: isUndone,
    }),
    notices: queueNotices([{ user_id, notice: restoredNotice(row, reason) }], now, isUndone),
    decision: reverseDecision(type, target, now, sql`r.${guard.isOwn}`),
    restored: restore(Number(target), undone, now),
  };
}

/** Brings back a removal of the last day exactly. Throws 404 if unknown, 409 if late or changed since. */
async function undoRemoval(
  call: Pick<RequestContext, "gate" | "env" | "now" | "defer"> & { viewer: Actor },
  type: RemovalType,
  target: string,
  reason: string,
): Promise<string> {
  const { gate, viewer, env, now, defer } = call;
  const row = await gate.first(removalQuery(type, target));
  if (!row) throw new ApiError("not_found", { message: "No removal from the last 24 hours matches this." });
  if (!canUndo(viewer, row)) throw new ApiError("forbidden", { message: "You can't undo this removal." });
  const message = row.name ? `“${row.name}” is back as it was.` : "It's back as it was.";
  if (row.restored_at !== null) return message;
  if (!isWithinUndoPeriod(row.removed_at, now))
    throw new ApiError("conflict", {
      message: "This was removed more than 24 hours ago and can't come back.",
    });
  // Repeating this is harmless, in case the batch below fails.
  const parts = type === "message" ? parseMessageId(target) : null;
  if (parts) await conversationStub(env, parts.low, parts.high).restore(parts.number, viewer.id);
  const isUnchanged =
    (type !== "thread" && type !== "reply") ||
    (await gate.forum.first(removedPostQuery(type, Number(target), row.removed_at))) !== undefined;
  const { marked } = isUnchanged
    ? await writeWithEffects(call, TO_FORUM, undoStatements(row, viewer, reason, now))
    : { marked: [] };
  if (marked.length === 0) {
    const current = await gate.first(removalQuery(type, target));
    if (current?.restored_at) return message;
    throw new ApiError("conflict", {
      message: "It has changed since it was removed, so it can't come back.",
    });
  }
  if (type === "level") defer(announceLevel(row, env));
  defer(deliverNotices(env));
  return message;
}

/** Sends game hosts the title of a level that is public again. */
async function announceLevel({ target }: RemovalRow, env: Env): Promise<void> {
  const id = Number(target);
  const [level] = await new Database(env.DB).all(statement<Columns<"levels", "title">>`select title
    from levels where id = ${id} and visibility = 'public'`);
  if (level) await notifyHosts(env, id, level.title);
}

export function undoRoutes(app: HonoApp): void {
  handle(app, undoRemovalRoute, async (call) => {
    const { removalType, target } = call.params;
    return { message: await undoRemoval(call, removalType as RemovalType, target, call.input.reason) };
  });
}

const SAME_WARNING_MS = 60_000;

/** Finds the user that a command is about. Throws if they don't exist or `isAllowed` says no. */
async function findTarget(
  gate: SessionGate,
  viewer: Actor,
  username: string,
  isAllowed: typeof canBan,
  message: (name: string) => string,
): Promise<Bannable> {
  const target = await gate.first(
    statement<Bannable>`select id, username, role, banned_at, banned_until, ban_reason from users where username = ${username}`,
  );
  if (!target) throw new ApiError("not_found", { message: "No one has this name." });
  if (!isAllowed(viewer, target)) throw new ApiError("forbidden", { message: message(target.username) });
  return target;
}

const findBannable = (gate: SessionGate, viewer: Actor, username: string) =>
  findTarget(gate, viewer, username, canBan, (name) => `You can't ban ${name} or end their ban.`);

export function moderationRoutes(app: HonoApp): void {
  handle(app, banStateRoute, async ({ params, gate, viewer, now }) => ({
    banned: presentBan(await findBannable(gate, viewer, params.username), now),
  }));

  handle(app, banRoute, async ({ params, input, gate, viewer, env, now }) => {
    const target = await findBannable(gate, viewer, params.username);
    const { id, username } = target;
    const until = parseBanEnd(input.until, now);
    const ban = { reason: input.reason, until, case_id: null };
    const { banned } = await gate.write({
      ban: banStatements(target, viewer, ban, now, hasRole(target)),
      banned: statement`select 1 where ${hasRole(target)}`,
    });
    if (banned.length === 0) throw new ApiError("conflict");
    await disconnectUser(env, id, CLOSE_CODES.banned);
    return {
      message: `${username} is banned ${until === null ? "permanently" : `until ${formatTime(until)} UTC`}.`,
    };
  });

  handle(app, unbanRoute, async ({ params, gate, viewer, env, now, defer }) => {
    const target = await findBannable(gate, viewer, params.username);
    const { id, username } = target;
    // Idempotent: a repeated call neither notifies nor logs again.
    if (!isBanned(target, now)) return { message: `${username} isn't banned.` };
    const when = sql`exists (select 1 from users where id = ${id} and banned_at is ${target.banned_at})`;
    const notice = moderationNotice("ban", "Your ban has ended. Welcome back!", `/users/${username}`);
    await gate.write({
      notices: queueNotices([{ user_id: id, notice }], now, when),
      closeAppeal: closeAppeal(id, viewer, { state: "accepted", answer: "Your ban has ended." }, now, when),
      unban: unbanStatements(target, viewer, "", now, when),
    });
    await clearPermits(env, id);
    defer(deliverNotices(env));
    return { message: `${username} is no longer banned.` };
  });

  handle(app, warnRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const problem = (name: string) => `You can't warn ${name}.`;
    const target = await findTarget(gate, viewer, params.username, canWarn, problem);
    const { reason } = input;
    const message = `You have a warning from our staff: ${reason}`;
    const notice = moderationNotice(`warning:${now}`, message, "/standing");
    // A double click sends only one warning.
    const isNew = sql`not exists (select 1 from warnings where user_id = ${target.id} and staff_id = ${viewer.id}
      and reason = ${reason} and created_at > ${now - SAME_WARNING_MS})`;
    await gate.write({
      notices: queueNotices([{ user_id: target.id, notice }], now, isNew),
      warn: warnStatements(target, viewer, { reason, case_id: null }, now, isNew),
    });
    defer(deliverNotices(env));
    return { message: `${target.username} was warned.` };
  });
}
