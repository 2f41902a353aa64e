import { type Columns, ConditionFailed, first, sql, statement } from "#db/database.ts";
import { toggleStatements } from "#db/toggle.ts";
import { buildUrl } from "#domain/api/route.ts";
import { isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import {
  bookmarkRoute,
  bookmarksRoute,
  forumIndexRoute,
  readSubforumRoute,
  readThreadRoute,
  replyHistoryRoute,
  replyRoute,
  type ThreadCard,
  threadListRoute,
  threadRoute,
} from "#domain/forums/api.ts";
import { renderMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import { canReply, SUBFORUM_IDS, SUBFORUMS, type SubforumId } from "#domain/forums/rules.ts";
import { threadUrl } from "#domain/forums/view.ts";
import { LIMITS } from "#domain/limits.ts";
import { createdTimes } from "#domain/time.ts";
import { type HonoApp, handle, type RequestContext } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import { loadMembers } from "./members.ts";
import {
  loadView,
  peopleOnCard,
  presentReply,
  presentSubforum,
  presentThread,
  presentThreadCard,
  replyNotFound,
  threadFacts,
  threadNotFound,
  visibleReply,
  visibleThread,
} from "./present.ts";
import {
  bookmarkCount,
  forumCountsQuery,
  latestThreadsQuery,
  listBookmarks,
  listThreads,
  replyEditsQuery,
  replyPageQuery,
  replyQuery,
  type ThreadPage,
  threadOfQuery,
  threadQuery,
} from "./queries.ts";
import { addUnread, visitStatement } from "./unread.ts";

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
      state: statement<{ bookmarked: 0 | 1 }>`select ${isMarked} as bookmarked`,
    });
    if (written) return { bookmarked: written.state[0]?.bookmarked === 1 };
    const found = await gate.forum.first(statement<{ is_full: 0 | 1 }>`select not ${isMarked}
      and not ${hasRoom} as is_full from ${thread}`);
    if (!found) throw threadNotFound();
    if (found.is_full) throw new ApiError("bookmark_limit");
    throw new ConditionFailed();
  });

  handle(app, readThreadRoute, async ({ params, input, gate, viewer, now }) => {
    const thread = await gate.forum.first(
      statement<Columns<"threads", "id">>`select id from threads where id = ${params.id}
        and deleted_at is null`,
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
        visit: statement`insert into forum_visits (user_id, subforum_id, read_at) values (${viewer.id}, ${params.subforum}, ${now})
        on conflict do update set read_at = max(read_at, excluded.read_at)`,
      },
      { idempotent: true },
    );
    return { message: `Everything in ${SUBFORUMS[params.subforum as SubforumId].name} is marked as read.` };
  });
}

/** Presents threads after adding what the first read didn't know: the people, and what is unread. */
async function presentCards(
  call: Pick<RequestContext, "gate" | "viewer" | "now">,
  { rows, hasUnread }: Pick<ThreadPage, "rows" | "hasUnread">,
): Promise<ThreadCard[]> {
  const [threads, members] = await Promise.all([
    hasUnread ? rows : addUnread(call.gate, rows),
    loadMembers(call, rows.flatMap(peopleOnCard)),
  ]);
  return threads.map((row) => presentThreadCard(row, members));
}

export function forumReadRoutes(app: HonoApp): void {
  handle(app, forumIndexRoute, async (call) => {
    const { counts, threads } = await call.gate.forum.read({
      counts: forumCountsQuery(),
      threads: latestThreadsQuery(call.viewer),
    });
    const latestOf = (id: SubforumId) =>
      threads.filter((row) => row.subforum_id === id).sort((a, b) => b.last_reply_at - a.last_reply_at)[0];
    const latest = SUBFORUM_IDS.flatMap((id) => latestOf(id) ?? []);
    const cards = await presentCards(call, { rows: latest, hasUnread: false });
    const count = (name: string) => counts.find((row) => row.name === name)?.value ?? 0;
    return {
      data: SUBFORUM_IDS.map((id) => {
        return {
          ...presentSubforum(id),
          threads_count: count(`threads:${id}`),
          replies_count: count(`replies:${id}`),
          latest: cards.find((card) => card.subforum_id === id) ?? null,
        };
      }),
    };
  });

  handle(app, bookmarksRoute, async (call) => {
    const { input, gate, viewer, request } = call;
    const page = await listBookmarks(gate, viewer, input.page);
    return {
      data: await presentCards(call, page),
      ...paginationLinks(request, input.page, LIMITS.pageSize.bookmarks, page.total),
    };
  });

  handle(app, threadRoute, async ({ params, input, gate, viewer, request, now }) => {
    const { found, rows } = await gate.forum.read({
      found: first(threadQuery(params.id, viewer)),
      rows: replyPageQuery(params.id, input),
    });
    const before = visibleThread(found, viewer);
    if (input.reply !== undefined && rows.length === 0) throw replyNotFound();
    const page = rows[0]?.page ?? input.page;
    const [view, [thread = before]] = await Promise.all([
      loadView(gate, viewer, peopleOnCard(before), rows, now),
      addUnread(gate, [before]),
    ]);
    const opening = rows.find(({ position }) => position === 0);
    const presented = presentThread(thread, opening, view);
    const data = rows.filter((row) => row !== opening).map((row) => presentReply(row, thread, view));
    const { meta, links } = paginationLinks(request, page, LIMITS.pageSize.replies, thread.replies_count);
    return {
      thread: presented,
      data,
      meta,
      // A request with `reply` finds the page itself; the next page is requested by number.
      links: { next: links.next && `${buildUrl(threadRoute, params, { page: page + 1 })}` },
      embeds: view.embeds,
    };
  });

  handle(app, replyRoute, async ({ params, gate, viewer, now }) => {
    const { found, threadRow } = await gate.forum.read({
      found: first(replyQuery(params.id)),
      threadRow: first(threadOfQuery(params.id, viewer)),
    });
    const { reply, thread } = visibleReply(found, threadRow, viewer);
    const view = await loadView(gate, viewer, [], [reply], now);
    const { id, subforum_id, title } = thread;
    return {
      reply: presentReply(reply, thread, view),
      thread: {
        id,
        subforum_id,
        title,
        url: threadUrl(id),
        locked: thread.locked === 1,
        can_reply: canReply(viewer, threadFacts(thread)),
      },
      embeds: view.embeds,
    };
  });

  handle(app, replyHistoryRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.replyHistory;
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const { found, threadRow, rows } = await gate.forum.read({
      found: first(replyQuery(params.id)),
      threadRow: first(threadOfQuery(params.id, viewer)),
      rows: replyEditsQuery(params.id, limit, offset),
    });
    const { reply } = visibleReply(found, threadRow, viewer);
    // The history of a deleted reply is hidden, too.
    if (reply.deleted_at !== null && !isStaff(viewer)) throw replyNotFound();
    const editors = rows.map(({ user_id }) => user_id);
    const members = await loadMembers({ gate, viewer, now }, editors);
    return {
      data: rows.map((row) => ({
        id: row.id,
        user: members.card(row.user_id),
        title: row.title,
        body: row.body,
        body_html: renderMarkdown(row.body).html,
        ...createdTimes(row.created_at),
      })),
      ...paginationLinks(request, input.page, size, reply.edits_count),
    };
  });

  // Must be registered last: the literal paths would match its parameter.
  handle(app, threadListRoute, async (call) => {
    const { params, input, gate, viewer, request } = call;
    const page = await listThreads(gate, params.subforum, viewer, input.page);
    return {
      subforum: presentSubforum(params.subforum as SubforumId),
      data: await presentCards(call, page),
      ...paginationLinks(request, input.page, LIMITS.pageSize.threads, page.total),
    };
  });
}
