import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import { readMessageId } from "#domain/conversations/ids.ts";
import { Refusal } from "#domain/errors.ts";
import { messageRoute, reportRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import type { Env } from "../env.ts";
import type { Gate } from "../http/gate.ts";
import { type App, handle } from "../http/handle.ts";
import { conversationOf } from "../live/stubs.ts";
import { presentUser } from "../users/present.ts";
import { userQuery } from "../users/queries.ts";

interface Found {
  id: number | string;
  owner_id: number;
}

/** Levels, as `l`, that somebody who is no moderator can see. */
const isSeenBy = (me: number) =>
  sql`(l.visibility = 'public' or (l.visibility = 'private' and l.user_id = ${me}))`;

/** Looks up what is reported; kinds that are not on the site yet have nothing to find. */
function reportedQuery(type: ReportType, target: string, me: number): Query<Found> {
  const id = /^[1-9]\d{0,14}$/.test(target) ? Number(target) : 0;
  switch (type) {
    case "level":
      return select(sql`select id, user_id as owner_id from levels l where id = ${id} and ${isSeenBy(me)}`);
    case "comment":
      return select(
        sql`select id, user_id as owner_id from comments m where id = ${id} and deleted_at is null
          and (target_type <> 'level' or exists (select 1 from levels l where l.id = m.target_id and ${isSeenBy(me)}))`,
      );
    case "item":
      return select(sql`select id, user_id as owner_id from items where id = ${id}`);
    case "user":
      return select(sql`select id, id as owner_id from users where username = ${target}`);
    default:
      return select(sql`select 0 as id, 0 as owner_id where false`);
  }
}

/** Looks up a message that still stands; only to the two people of its conversation is it there. */
async function findMessage(env: Env, gate: Gate, target: string, me: number) {
  const id = readMessageId(target);
  if (!id || (id.low !== me && id.high !== me)) return undefined;
  await gate.account();
  const message = await conversationOf(env, id.low, id.high).message(id.number);
  return message && !message.deleted ? { id: target, owner_id: message.sender_id, ...message } : undefined;
}

const gone = (what: string) => new Refusal("not_found", { message: `${what} is not there any more.` });

export function reportRoutes(app: App): void {
  handle(app, messageRoute, async ({ params, gate, viewer, env, now }) => {
    const found = await findMessage(env, gate, params.messageId, viewer.id);
    if (!found) throw gone("This message");
    const { id, body, sender_id, created_at } = found;
    const [[sender]] = await gate.read(userQuery(sender_id));
    if (!sender) throw gone("This message");
    const times = { created_at: isoTime(created_at), created_at_formatted: formatTime(created_at) };
    return { message: { id, body, sender_id, deleted: false, ...times }, user: presentUser(sender, now) };
  });

  handle(app, reportRoute, async ({ params, input, gate, viewer, env, now }) => {
    const type = params.reportType as ReportType;
    const found: Found | undefined =
      type === "message"
        ? await findMessage(env, gate, params.target, viewer.id)
        : (await gate.read(reportedQuery(type, params.target, viewer.id)))[0][0];
    if (!found) throw gone("What you want to report");
    if (found.owner_id === viewer.id)
      throw new Refusal("invalid", {
        message:
          type === "message" ? "You wrote this yourself." : "This is your own. You can edit or delete it.",
      });
    await gate.write(
      select(sql`insert into reports (type, target, reporter_id, reason, details, created_at)
        values (${type}, ${String(found.id)}, ${viewer.id}, ${input.reason}, ${input.details}, ${now})
        on conflict (reporter_id, type, target) do update set reason = excluded.reason, details = excluded.details`),
    );
    return { message: "Thank you. The moderators will look at it." };
  });
}
