import { forumSearchRoute, previewRoute } from "#domain/forums/api.ts";
import { excerptOf } from "#domain/forums/excerpt.ts";
import { renderMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import { replyUrl, threadUrl } from "#domain/forums/view.ts";
import { LIMITS } from "#domain/limits.ts";
import { createdTimes } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { matchPostWords } from "../search/match.ts";
import { embedQueries, presentEmbeds } from "./embeds.ts";
import { loadMembers, type Members } from "./members.ts";
import { type PostHitRow, postsByIdQuery, searchHitsQuery } from "./search.ts";

function presentHit(row: PostHitRow, search: string, members: Members) {
  const { id, position, user_id, thread_id, subforum_id, title, created_at } = row;
  return {
    thread: { id: thread_id, subforum_id, title, url: threadUrl(thread_id) },
    reply: {
      id,
      position,
      url: replyUrl(thread_id, id),
      user: members.card(user_id),
      excerpt: excerptOf(row.body, search),
      ...createdTimes(created_at),
    },
  };
}

export function forumSearchRoutes(app: HonoApp): void {
  handle(app, forumSearchRoute, async ({ input, gate, viewer, request, now }) => {
    const { search, page, subforum } = input;
    const size = LIMITS.pageSize.forumSearch;
    const words = matchPostWords(search);
    const hits = words ? await gate.forum.all(searchHitsQuery(words, subforum)) : [];
    const ids = hits
      .map(({ id }) => id)
      .sort((a, b) => b - a)
      .slice((page - 1) * size, page * size);
    const rows = ids.length > 0 ? await gate.forum.all(postsByIdQuery(ids)) : [];
    const members = await loadMembers(
      { gate, viewer, now },
      rows.map(({ user_id }) => user_id),
    );
    return {
      data: rows.map((row) => presentHit(row, search, members)),
      ...paginationLinks(request, page, size, hits.length),
    };
  });

  handle(app, previewRoute, async ({ input, gate, viewer, now }) => {
    const rendered = renderMarkdown(input.body);
    const { embeds } = await gate.read({ embeds: embedQueries(viewer, [rendered]) });
    return { html: rendered.html, embeds: presentEmbeds(embeds, viewer, now) };
  });
}
