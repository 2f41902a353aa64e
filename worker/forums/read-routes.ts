import { buildUrl } from "#domain/api/route.ts";
import {
  bookmarksRoute,
  forumIndexRoute,
  replyHistoryRoute,
  replyRoute,
  threadListRoute,
  threadRoute,
} from "#domain/forums/api.ts";
import { type Rendered, renderMarkdown } from "#domain/forums/markdown/render.ts";
import { canReply, SUBFORUM_IDS, type SubforumId } from "#domain/forums/rules.ts";
import { threadUrl } from "#domain/forums/view.ts";
import { isStaff } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import { type App, handle } from "../http/handle.ts";
import { pageLinks, slice } from "../http/pagination.ts";
import { presentUser } from "../users/present.ts";
import { embedsOf } from "./embeds.ts";
import { noReply, visibleReply, visibleThread } from "./find.ts";
import { factsOf, presentReply, presentSubforum, presentThread, presentThreadCard } from "./present.ts";
import {
  countsQuery,
  editsQuery,
  latestQuery,
  listBookmarks,
  listThreads,
  replyPageQuery,
  replyQuery,
  threadOfQuery,
  threadQuery,
} from "./queries.ts";

export function forumReadRoutes(app: App): void {
  handle(app, forumIndexRoute, async ({ gate, viewer, now }) => {
    const [counts, threads] = await gate.read(countsQuery(), latestQuery(viewer));
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
      ...pageLinks(request, input.page, LIMITS.pageSize.bookmarks, total),
    };
  });

  handle(app, threadRoute, async ({ params, input, gate, viewer, request, now }) => {
    const [[found], rows] = await gate.read(
      threadQuery(params.id, viewer),
      replyPageQuery(params.id, input, viewer),
    );
    const thread = visibleThread(found, viewer);
    if (input.reply !== undefined && rows.length === 0) throw noReply();
    const page = rows[0]?.page ?? input.page;
    const rendered: Rendered[] = [];
    const opening = rows.find(({ position }) => position === 0);
    const presented = presentThread(thread, opening, viewer, now, rendered);
    const data = rows
      .filter((row) => row !== opening)
      .map((row) => presentReply(row, thread, viewer, now, rendered));
    const { meta, links } = pageLinks(request, page, LIMITS.pageSize.replies, thread.replies_count);
    return {
      thread: presented,
      data,
      meta,
      // After the page on which a reply stands comes a page by its number.
      links: { next: links.next && `${buildUrl(threadRoute, params, { page: page + 1 })}` },
      embeds: await embedsOf(gate, viewer, rendered, now),
    };
  });

  handle(app, replyRoute, async ({ params, gate, viewer, now }) => {
    const [[found], [placed]] = await gate.read(
      replyQuery(params.id, viewer),
      threadOfQuery(params.id, viewer),
    );
    const { reply, thread } = visibleReply(found, placed, viewer);
    const rendered: Rendered[] = [];
    const { id, subforum_id, title } = thread;
    return {
      reply: presentReply(reply, thread, viewer, now, rendered),
      thread: {
        ...{ id, subforum_id, title, url: threadUrl(id), locked: thread.locked === 1 },
        can_reply: canReply(viewer, factsOf(thread)),
      },
      embeds: await embedsOf(gate, viewer, rendered, now),
    };
  });

  handle(app, replyHistoryRoute, async ({ params, input, gate, viewer, request, now }) => {
    const size = LIMITS.pageSize.replyHistory;
    const { limit, offset } = slice(input.page, size, Number.MAX_SAFE_INTEGER);
    const [[found], [placed], rows] = await gate.read(
      replyQuery(params.id, viewer),
      threadOfQuery(params.id, viewer),
      editsQuery(params.id, limit, offset),
    );
    const { reply } = visibleReply(found, placed, viewer);
    // What was deleted is nobody's to read, whatever it said before.
    if (reply.deleted_at !== null && !isStaff(viewer)) throw noReply();
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
      ...pageLinks(request, input.page, size, reply.edits_count),
    };
  });

  // A number last: words in its place have their own addresses.
  handle(app, threadListRoute, async ({ params, input, gate, viewer, request, now }) => {
    const { rows, total } = await listThreads(gate, params.subforum, viewer, input.page);
    return {
      subforum: presentSubforum(params.subforum as SubforumId),
      data: rows.map((row) => presentThreadCard(row, now)),
      ...pageLinks(request, input.page, LIMITS.pageSize.threads, total),
    };
  });
}
