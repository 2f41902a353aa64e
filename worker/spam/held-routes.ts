import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { held_posts } from "#db/schema/index.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { decideHeldRoute, heldQueueRoute } from "#domain/spam/api.ts";
import { type Call, type HonoApp, handle } from "../http/handle.ts";
import { readPagedList } from "../http/paged-list.ts";
import { paginationLinks } from "../http/pagination.ts";
import { auditEntry } from "../moderation/audit.ts";
import { deliverNotices, queueNotices } from "../notifications/queue.ts";
import type { ForumEffect, MainEffect, StoredAuditEntry } from "../outbox/effects.ts";
import { relayNow } from "../outbox/relay-now.ts";
import { pendingQuery, storeEffects } from "../outbox/store-effects.ts";
import { FROM_FORUM, TO_FORUM, writeWithEffects } from "../outbox/write-with-effects.ts";
import {
  type HeldRow,
  heldOneQuery,
  heldPageQuery,
  namePlaces,
  placeOf,
  postOf,
  presentHeld,
} from "./held.ts";
import { closedError, heldCommentStatements, heldPostWithContext } from "./held-comment-statements.ts";
import type { NewReply, NewThread } from "./post.ts";

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

const alreadyDecidedError = () =>
  new ApiError("conflict", { message: "Someone already decided about this." });

type DecideCall = Call<typeof decideHeldRoute>;

/** The audit entry of a decision. */
function decisionEntry(row: HeldRow, { viewer, input: { approve, reason } }: DecideCall): StoredAuditEntry {
  return {
    actor_id: viewer.id,
    action: approve ? "held.approve" : "held.decline",
    subject_type: "user",
    subject_id: row.u_id,
    reason,
    details: { held: row.id, kind: row.kind, place: placeOf(row).url, why: row.why, found: row.found },
    before: { state: "waiting", title: row.title, body: row.body },
    after: { state: approve ? "approved" : "declined" },
  };
}

const decideStatement = (
  id: number,
  state: "approved" | "declined",
  { viewer, input: { reason }, now }: DecideCall,
): Statement<Columns<"held_posts", "id">> =>
  statement(sql`update held_posts set state = ${state}, reason = ${reason}, decided_by = ${viewer.id}, decided_at = ${now}
    where id = ${id} and state = 'waiting' returning id`);

/**
 * Approves a held forum post. The forums publish it as an effect, and then have the audit entry and the notice to its author as
 * effects themselves. If its place is gone by then, they put it back into the queue: then this throws `conflict`.
 */
async function publish(call: DecideCall, row: HeldRow, held: NewThread | NewReply): Promise<void> {
  const { gate, now } = call;
  const author = { id: row.u_id, role: row.role, joined_at: row.joined_at };
  const { post, context } = await heldPostWithContext(gate, author, held);
  const effects: MainEffect[] = [
    { type: "audit", entry: decisionEntry(row, call) },
    { type: "notice", user_id: row.u_id, notice: decisionNotice(row, true, "") },
  ];
  const effect: ForumEffect = { type: "publish", held_id: row.id, author, post, context, effects };
  const isWaiting = sql`exists (select 1 from held_posts where id = ${row.id} and state = 'waiting')`;
  const {
    decided: [isDecided],
  } = await writeWithEffects(call, TO_FORUM, {
    effects: storeEffects("forum", [effect], now, isWaiting),
    decided: decideStatement(row.id, "approved", call),
  });
  if (!isDecided) throw alreadyDecidedError();
  await relayNow(call, FROM_FORUM, await gate.forum.all(pendingQuery("main")));
  const after = await gate.first(heldOneQuery(row.id));
  if (after?.state === "waiting") throw closedError();
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
    const named = await namePlaces(gate, rows);
    return {
      data: named.map((row) => presentHeld(row, now)),
      ...paginationLinks(request, page, size, total),
    };
  });

  handle(app, decideHeldRoute, async (call) => {
    const { params, input, gate, env, now, defer } = call;
    const { approve, reason } = input;
    if (!approve && !reason) throw fieldError("reason", "Enter a reason for its author.");
    const row = await gate.first(heldOneQuery(params.id));
    if (!row) throw new ApiError("not_found", { message: "This post doesn't exist." });
    if (row.state !== "waiting") throw alreadyDecidedError();
    const [named = row] = await namePlaces(gate, [row]);
    const post = postOf(row);
    if (approve && post.kind !== "comment") await publish(call, named, post);
    else {
      const isWaiting = sql`exists (select 1 from held_posts where id = ${row.id} and state = 'waiting')`;
      const author = { id: row.u_id, role: row.role };
      const written =
        approve && post.kind === "comment"
          ? await heldCommentStatements(gate, author, post, now, isWaiting)
          : null;
      const {
        decided: [isDecided],
      } = await gate.write({
        insert: written?.insert ?? null,
        finish: written?.finish ?? [],
        audit: auditEntry(decisionEntry(named, call), now, isWaiting),
        notices: queueNotices(
          [{ user_id: row.u_id, notice: decisionNotice(named, approve, reason) }],
          now,
          isWaiting,
        ),
        // Last, because it ends the condition of the others.
        decided: decideStatement(row.id, approve ? "approved" : "declined", call),
      });
      if (!isDecided) throw alreadyDecidedError();
    }
    defer(deliverNotices(env));
    return {
      message: approve ? "Everyone can see it now." : "Declined. Its author gets the reason.",
    };
  });
}
