import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import { Refusal } from "#domain/errors.ts";
import { type ReportType, reportRoute } from "#domain/reports/api.ts";
import { type App, handle } from "../http/handle.ts";

interface Found {
  id: number;
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

export function reportRoutes(app: App): void {
  handle(app, reportRoute, async ({ params, input, gate, viewer, now }) => {
    const type = params.reportType as ReportType;
    const [[found]] = await gate.read(reportedQuery(type, params.target, viewer.id));
    if (!found) throw new Refusal("not_found", { message: "What you want to report is not there any more." });
    if (found.owner_id === viewer.id)
      throw new Refusal("invalid", { message: "This is your own. You can edit or delete it." });
    await gate.write(
      select(sql`insert into reports (type, target, reporter_id, reason, details, created_at)
        values (${type}, ${String(found.id)}, ${viewer.id}, ${input.reason}, ${input.details}, ${now})
        on conflict (reporter_id, type, target) do update set reason = excluded.reason, details = excluded.details`),
    );
    return { message: "Thank you. The moderators will look at it." };
  });
}
