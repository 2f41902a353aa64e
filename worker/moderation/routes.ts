import { sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { banRoute, banStateRoute, unbanRoute, warnRoute } from "#domain/moderation/api.ts";
import { canBan, canWarn } from "#domain/moderation/rules.ts";
import { formatTime } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { isBanned } from "../http/session.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { clearPermits, disconnectUser } from "../live/notify.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
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
import { moderationNotice } from "./notices.ts";

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
    const { banned } = await gate.write({
      ban: banStatements(
        target,
        viewer,
        { reason: input.reason, until, case_id: null },
        now,
        hasRole(target),
      ),
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
    const target = await findTarget(
      gate,
      viewer,
      params.username,
      canWarn,
      (name) => `You can't warn ${name}.`,
    );
    const { reason } = input;
    const notice = moderationNotice(
      `warning:${now}`,
      `You have a warning from our staff: ${reason}`,
      "/standing",
    );
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
