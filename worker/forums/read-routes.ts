import { buildUrl } from "#domain/api/route.ts";
import { isStaff } from "#domain/auth/roles.ts";
import {
  bookmarksRoute,
  forumIndexRoute,
  replyHistoryRoute,
  replyRoute,
  threadListRoute,
  threadRoute,
} from "#domain/forums/api.ts";
import { type RenderedMarkdown, renderMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import { canReply, SUBFORUM_IDS, type SubforumId } from "#domain/forums/rules.ts";
import { threadUrl } from "#domain/forums/view.ts";
import { LIMITS } from "#domain/limits.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { pageSlice, paginationLinks } from "../http/pagination.ts";
import { presentUser } from "../users/present.ts";
import { loadEmbeds } from "./embeds.ts";
import { presentReply, presentSubforum, presentThread, presentThreadCard, threadFacts } from "./present.ts";
import {
  forumCountsQuery,
  latestThreadsQuery,
  listBookmarks,
  listThreads,
  replyEditsQuery,
  replyPageQuery,
  replyQuery,
  threadOfQuery,
  threadQuery,
} from "./queries.ts";
import { replyNotFound, visibleReply, visibleThread } from "./visible-thread.ts";

export function forumReadRoutes(app: HonoApp): void {
  handle(app, forumIndexRoute, async ({ gate, viewer, now }) => {
    const { counts, threads } = await gate.read({
      counts: forumCountsQuery(),
      threads: latestThreadsQuery(viewer),
    });
    const count = (name: string) => counts.find((row) => row.name === name)?.value ?? 0;
    return {
      data: SUBFORUM_IDS.map((id) => {
        const [latest] = threads
          .filter((row) => row.subforum_id === id)
          .sort((a, b) => b.last_reply_at - a.last_reply_at);
        return {
          ...presentSubforum(id),
          threads_count: count(`threads:${id}`),
          replies_count: count(`replies:${id}`),
          latest: latest ? presentThreadCard(latest, now) : null,
        };
      }),
    };
  });

  handle(app, bookmarksRoute, async ({ input, gate, viewer, request, now }) => {
    const { rows, total } = await listBookmarks(gate, viewer, input.page);
    return {
      data: rows.map((row) => presentThreadCard(row, now)),
      ...paginationLinks(request, input.page, LIMITS.pageSize.bookmarks, total),
    };
  });

  handle(app, threadRoute, async ({ params, input, gate, viewer, request, now }) => {
    const {
      found: [found],
      rows,
    } = await gate.read({
      found: threadQuery(params.id, viewer),
      rows: replyPageQuery(params.id, input, viewer),
    });
    const thread = visibleThread(found, viewer);
    if (input.reply !== undefined && rows.length === 0) throw replyNotFound();
    const page = rows[0]?.page ?? input.page;
    const rendered: RenderedMarkdown[] = [];
    const opening = rows.find(({ position }) => position === 0);
    const presented = presentThread(thread, opening, viewer, now, rendered);
    const data = rows
      .filter((row) => row !== opening)
      .map((row) => presentReply(row, thread, viewer, now, rendered));
    const { meta, links } = paginationLinks(request, page, LIMITS.pageSize.replies, thread.replies_count);
    return {
      thread: presented,
      data,
      meta,
      // A request with `reply` finds the page itself; the next page is requested by number.
      links: { next: links.next && `${buildUrl(threadRoute, params, { page: page + 1 })}` },
      embeds: await loadEmbeds(gate, viewer, rendered, now),
    };
  });

  handle(app, replyRoute, async ({ params, gate, viewer, now }) => {
    const {
      found: [found],
      threadRow: [threadRow],
    } = await gate.read({
      found: replyQuery(params.id, viewer),
      threadRow: threadOfQuery(params.id, viewer),
    });
    const { reply, thread } = visibleReply(found, threadRow, viewer);
    const rendered: RenderedMarkdown[] = [];
    const { id, subforum_id, title } = thread;
    return {
      reply: presentReply(reply, thread, viewer, now, rendered),
      thread: {
        id,
        subforum_id,
        title,
        url: threadUrl(id),
        locked: thread.locked === 1,
        can_reply: canReply(viewer, threadFacts(thread)),
      },
      embeds: await loadEmbeds(gate, viewer, rendered, now),
    };
  });

  handle(app, replyHistoryRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.replyHistory;
    const { limit, offset } = pageSlice(input.page, size, Number.MAX_SAFE_INTEGER);
    const {
      found: [found],
      threadRow: [threadRow],
      rows,
    } = await gate.read({
      found: replyQuery(params.id, viewer),
      threadRow: threadOfQuery(params.id, viewer),
      rows: replyEditsQuery(params.id, limit, offset),
    });
    const { reply } = visibleReply(found, threadRow, viewer);
    // The history of a deleted reply is hidden, too.
    if (reply.deleted_at !== null && !isStaff(viewer)) throw replyNotFound();
    return {
      data: rows.map((row) => ({
        id: row.id,
        user: presentUser(row, now),
        title: row.title,
        body: row.body,
        body_html: renderMarkdown(row.body).html,
        created_at: isoTime(row.created_at),
        created_at_formatted: formatTime(row.created_at),
      })),
      ...paginationLinks(request, input.page, size, reply.edits_count),
    };
  });

  // Must be registered last: the literal paths would match its parameter.
  handle(app, threadListRoute, async ({ params, input, gate, viewer, request, now }) => {
    const { rows, total } = await listThreads(gate, params.subforum, viewer, input.page);
    return {
      subforum: presentSubforum(params.subforum as SubforumId),
      data: rows.map((row) => presentThreadCard(row, now)),
      ...paginationLinks(request, input.page, LIMITS.pageSize.threads, total),
    };
  });
}
