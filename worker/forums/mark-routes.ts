import { type Columns, ConditionFailed, sql, statement } from "#db/database.ts";
import type { threads } from "#db/schema/forum/index.ts";
import { toggleStatements } from "#db/toggle.ts";
import { ApiError } from "#domain/errors.ts";
import { bookmarkRoute, readSubforumRoute, readThreadRoute } from "#domain/forums/api.ts";
import { SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { bookmarkCount } from "./queries.ts";
import { visitStatement } from "./unread.ts";
import { threadNotFound } from "./visible-thread.ts";

/** A member's bookmarks and reading progress. */
export function forumMarkRoutes(app: HonoApp): void {
  handle(app, bookmarkRoute, async ({ params, gate, viewer, now }) => {
    const own = sql`user_id = ${viewer.id} and thread_id = ${params.id}`;
    const hasRoom = sql`${bookmarkCount(viewer)} < ${LIMITS.bookmarks}`;
    // Deleted threads can't be bookmarked; no list shows such bookmarks.
    const thread = sql`threads where id = ${params.id} and deleted_at is null`;
    const isMarked = sql`exists (select 1 from bookmarks where ${own})`;
    const rule = sql`exists (select 1 from ${thread}) and (${isMarked} or ${hasRoom})`;
    const written = await gate.forum.writeIf(rule, {
      toggle: toggleStatements(
        "bookmarks",
        sql`insert into bookmarks (user_id, thread_id, created_at)
        select ${viewer.id}, id, ${now} from ${thread}`,
        own,
      ),
      state: statement<{ bookmarked: 0 | 1 }>(sql`select ${isMarked} as bookmarked`),
    });
    if (written) return { bookmarked: written.state[0]?.bookmarked === 1 };
    const found = await gate.forum.first(
      statement<{ is_full: 0 | 1 }>(sql`select not ${isMarked} and not ${hasRoom} as is_full from ${thread}`),
    );
    if (!found) throw threadNotFound();
    if (found.is_full) throw new ApiError("bookmark_limit");
    throw new ConditionFailed();
  });

  handle(app, readThreadRoute, async ({ params, input, gate, viewer, now }) => {
    const thread = await gate.forum.first(
      statement<Columns<"threads", "id">>(
        sql`select id from threads where id = ${params.id} and deleted_at is null`,
      ),
    );
    if (!thread) throw threadNotFound();
    const { created_at } = await gate.member();
    const reader = { id: viewer.id, joined_at: created_at };
    await gate.forum.write(
      { visit: statement(visitStatement(reader, sql`${params.id}`, sql`${input.position}`, now)) },
      { idempotent: true },
    );
    return { message: "Saved." };
  });

  handle(app, readSubforumRoute, async ({ params, gate, viewer, now }) => {
    await gate.forum.write(
      {
        visit:
          statement(sql`insert into forum_visits (user_id, subforum_id, read_at) values (${viewer.id}, ${params.subforum}, ${now})
        on conflict do update set read_at = max(read_at, excluded.read_at)`),
      },
      { idempotent: true },
    );
    return { message: `Everything in ${SUBFORUMS[params.subforum as SubforumId].name} is marked as read.` };
  });
}
