import { sql } from "drizzle-orm";
import type { Columns } from "#db/columns.ts";
import { statement } from "#db/database.ts";
import type { held_posts } from "#db/schema/index.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { decideHeldRoute, heldQueueRoute } from "#domain/spam/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { readPagedList } from "../http/paged-list.ts";
import { paginationLinks } from "../http/pagination.ts";
import { auditEntry } from "../moderation/audit.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { type HeldRow, heldOneQuery, heldPageQuery, placeOf, postOf, presentHeld } from "./held.ts";
import { writeHeldPost } from "./write-held-post.ts";

/** The notice to the author. */
function decisionNotice(row: HeldRow, approve: boolean, reason: string): Notice {
  const { name, url } = placeOf(row);
  const what = row.kind === "thread" ? `Your thread “${row.title}”` : `Your ${row.kind} on ${name}`;
  return {
    type: "moderation",
    group: `moderation:held:${row.id}`,
    actor: null,
    title: approve ? `${what} was published.` : `${what} wasn't published: ${reason}`,
    url: approve ? url : "/standing",
  };
}

/** The staff queue of held posts. */
export function heldRoutes(app: HonoApp): void {
  handle(app, heldQueueRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.held;
    const { state, page } = input;
    const { rows, total } = await readPagedList(gate, {
      page,
      size,
      rows: (slice) => heldPageQuery(state, slice),
      total: () => sql`coalesce((select value from counters where name = ${`held:${state}`}), 0)`,
    });
    return { data: rows.map((row) => presentHeld(row, now)), ...paginationLinks(request, page, size, total) };
  });

  handle(app, decideHeldRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const { approve, reason } = input;
    if (!approve && !reason) throw fieldError("reason", "Enter a reason for its author.");
    const row = await gate.first(heldOneQuery(params.id));
    if (!row) throw new ApiError("not_found", { message: "This post doesn't exist." });
    if (row.state !== "waiting")
      throw new ApiError("conflict", { message: "Someone already decided about this." });
    const author = { id: row.u_id, role: row.role };
    const state = approve ? "approved" : "declined";
    const isWaiting = sql`exists (select 1 from held_posts where id = ${row.id} and state = 'waiting')`;
    const written = approve ? await writeHeldPost(gate, author, postOf(row), now, isWaiting) : null;
    // Approved only if the post was inserted; otherwise it stays in the queue.
    const isDecidable = sql`${isWaiting} and ${written?.isInserted ?? sql`true`}`;
    const decide = statement<
      Columns<typeof held_posts, "id">
    >(sql`update held_posts set state = ${state}, reason = ${reason},
      decided_by = ${viewer.id}, decided_at = ${now}
      where id = ${row.id} and ${isDecidable} returning id`);
    const audit = auditEntry(
      {
        actor_id: viewer.id,
        action: approve ? "held.approve" : "held.decline",
        subject_type: "user",
        subject_id: row.u_id,
        reason,
        details: { held: row.id, kind: row.kind, place: placeOf(row).url, why: row.why, found: row.found },
        before: { state: "waiting", title: row.title, body: row.body },
        after: { state },
      },
      now,
      isDecidable,
    );
    const notices = queueNotices(
      [{ user_id: row.u_id, notice: decisionNotice(row, approve, reason) }],
      now,
      isDecidable,
    );
    const {
      decided: [isDecided],
    } = await gate.write({
      insert: written?.insert ?? null,
      finish: written?.finish ?? [],
      audit,
      notices,
      // Last, because it ends the condition of the others.
      decided: decide,
    });
    if (!isDecided) throw new ApiError("conflict", { message: "Someone already decided about this." });
    defer(deliverNotices(env));
    return {
      message: approve ? "Everyone can see it now." : "Declined. Its author gets the reason.",
    };
  });
}
