import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { decideHeldRoute, heldQueueRoute } from "#domain/spam/api.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks } from "../http/pagination.ts";
import { walkPage } from "../http/walk.ts";
import { auditEntry } from "../moderation/audit.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import { writeHeld } from "./approve.ts";
import { type HeldRow, heldOneQuery, heldQuery, placeOf, postOf, presentHeld } from "./held.ts";

/** What its author is told. */
function outcome(row: HeldRow, approve: boolean, reason: string): Notice {
  const { name, url } = placeOf(row);
  const what = row.kind === "thread" ? `Your thread “${row.title}”` : `Your ${row.kind} on ${name}`;
  return {
    type: "moderation",
    group: `moderation:held:${row.id}`,
    actor: null,
    title: approve ? `${what} is there for everybody now.` : `${what} was not let through: ${reason}`,
    url: approve ? url : "/standing",
  };
}

/** What waits for staff before anybody sees it. */
export function heldRoutes(app: App): void {
  handle(app, heldQueueRoute, async ({ input, gate, request, now }) => {
    const size = LIMITS.pageSize.held;
    const { state, page } = input;
    const { rows, total } = await walkPage(gate, {
      page,
      size,
      rows: (slice) => heldQuery(state, slice),
      total: () => sql`coalesce((select value from counters where name = ${`held:${state}`}), 0)`,
    });
    return { data: rows.map((row) => presentHeld(row, now)), ...pageLinks(request, page, size, total) };
  });

  handle(app, decideHeldRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const { approve, reason } = input;
    if (!approve && !reason) throw fieldError("reason", "Say why, for its author.");
    const [[row]] = await gate.read(heldOneQuery(params.id));
    if (!row) throw new ApiError("not_found", { message: "There is no such post." });
    if (row.state !== "waiting")
      throw new ApiError("conflict", { message: "Somebody has decided about this already." });
    const author = { id: row.u_id, role: row.role };
    const state = approve ? "approved" : "declined";
    // True from this batch's own decision on.
    const decided = sql`exists (select 1 from held_posts where id = ${row.id} and state = ${state}
      and decided_by = ${viewer.id} and decided_at = ${now})`;
    const waits = sql`exists (select 1 from held_posts where id = ${row.id} and state = 'waiting')`;
    const [written, ...rest] = approve ? await writeHeld(gate, author, postOf(row), now, waits) : [];
    // Let through is what was written just now; where it could not be, it goes on waiting.
    const decide = statement<{ id: number }>(sql`update held_posts set state = ${state}, reason = ${reason},
      decided_by = ${viewer.id}, decided_at = ${now}
      where id = ${row.id} and state = 'waiting' and ${written ? sql`changes() = 1` : sql`true`} returning id`);
    const note = auditEntry(
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
      decided,
    );
    const told = queueNotices([{ user_id: row.u_id, notice: outcome(row, approve, reason) }], now, decided);
    const answers = await gate.write(...(written ? [written] : []), decide, ...rest, note, ...told);
    const [done] = answers[written ? 1 : 0] ?? [];
    if (!done) throw new ApiError("conflict", { message: "Somebody has decided about this already." });
    defer(deliverNotices(env));
    return {
      message: approve ? "It is there for everybody now." : "It was declined, and its author is told why.",
    };
  });
}
