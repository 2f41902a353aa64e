import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import { fieldRefusal, Refusal } from "#domain/errors.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { CLOSE } from "#domain/live/frames.ts";
import { banRoute, banStateRoute, unbanRoute } from "#domain/moderation/api.ts";
import { canBan } from "#domain/moderation/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import type { Gate } from "../http/gate.ts";
import { type App, handle } from "../http/handle.ts";
import { isBanned } from "../http/session.ts";
import { cutSockets, forgetPermits } from "../live/access.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { auditEntry } from "./audit.ts";

interface Bannable extends Actor {
  username: string;
  banned_at: number | null;
  banned_until: number | null;
  ban_reason: string | null;
}

const bannableQuery = (username: string): Query<Bannable> =>
  select(
    sql`select id, username, role, banned_at, banned_until, ban_reason from users where username = ${username}`,
  );

/** Somebody whom the viewer may ban, or a refusal. */
async function findBannable(gate: Gate, viewer: Actor, username: string): Promise<Bannable> {
  const [[target]] = await gate.read(bannableQuery(username));
  if (!target) throw new Refusal("not_found", { message: "There is no user of this name." });
  if (!canBan(viewer, target))
    throw new Refusal("forbidden", { message: `You can't ban ${target.username} or end their ban.` });
  return target;
}

/** When a ban ends, in milliseconds; null for never. */
function readUntil(until: string | null | undefined, now: number): number | null {
  if (!until) return null;
  const end = Date.parse(until);
  if (!(end > now)) throw fieldRefusal("until", "Until must be a time to come.");
  return end;
}

export function moderationRoutes(app: App): void {
  handle(app, banStateRoute, async ({ params, gate, viewer, now }) => {
    const target = await findBannable(gate, viewer, params.username);
    if (!isBanned(target, now)) return { banned: null };
    const { banned_until: until, ban_reason } = target;
    return { banned: { reason: ban_reason ?? "", until: until === null ? null : isoTime(until) } };
  });

  handle(app, banRoute, async ({ params, input, gate, viewer, env, now }) => {
    const { id, username } = await findBannable(gate, viewer, params.username);
    const until = readUntil(input.until, now);
    const act = { actor_id: viewer.id, action: "user.ban", subject_type: "user", subject_id: id } as const;
    await gate.write(
      select(sql`update users set banned_at = ${now}, banned_until = ${until}, ban_reason = ${input.reason}
        where id = ${id}`),
      auditEntry(
        { ...act, reason: input.reason, details: { until: until === null ? null : isoTime(until) } },
        now,
      ),
    );
    await cutSockets(env, id, CLOSE.banned);
    return {
      message: `${username} is banned ${until === null ? "for ever" : `until ${formatTime(until)} UTC`}.`,
    };
  });

  handle(app, unbanRoute, async ({ params, gate, viewer, env, now, defer }) => {
    const target = await findBannable(gate, viewer, params.username);
    const { id, username } = target;
    // Twice is as good as once, and is told and noted once.
    if (!isBanned(target, now)) return { message: `${username} is not banned.` };
    const notice = {
      type: "moderation",
      group: "moderation:ban",
      actor: null,
      title: "Your ban has ended. Welcome back!",
      url: `/users/${username}`,
    } as const;
    await gate.write(
      select(sql`update users set banned_at = null, banned_until = null, ban_reason = null where id = ${id}`),
      auditEntry({ actor_id: viewer.id, action: "user.unban", subject_type: "user", subject_id: id }, now),
      ...queueNotices([{ user_id: id, notice }], now),
    );
    await forgetPermits(env, id);
    defer(deliverNotices(env));
    return { message: `${username} is not banned any more.` };
  });
}
