import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { idsTable } from "#db/values-table.ts";
import { forumSearchRoute, previewRoute } from "#domain/forums/api.ts";
import { plainText, renderMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import { replyUrl, threadUrl } from "#domain/forums/view.ts";
import { LIMITS } from "#domain/limits.ts";
import { createdTimes } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { matchPostWords } from "../search/match.ts";
import { loadMembers, type Members } from "./members.ts";
import { embedQueries, presentEmbeds } from "./present.ts";

/** Selects the ids of the newest posts that contain the words. Reads the index backwards, up to this limit. */
const newestHits = (words: string, most: number): SQL =>
  sql`select rowid as id from post_search where post_search match ${words} order by rowid desc limit ${most}`;

/** Excludes deleted posts `r` and deleted threads `t`. */
const NOT_DELETED = sql.raw("r.deleted_at is null and t.deleted_at is null");

/** Ids of the matching posts in a subforum, or in all of them if it's 0. */
const searchHitsQuery = (words: string, subforum: number): Statement<Columns<"replies", "id">> =>
  statement`select r.id from (${newestHits(words, LIMITS.searchMatches)}) h cross join replies r on r.id = h.id
    cross join threads t on t.id = r.thread_id
    where ${NOT_DELETED} ${subforum ? sql`and t.subforum_id = ${subforum}` : sql``}`;

type PostHitRow = Columns<"replies", "id" | "position" | "user_id" | "body" | "created_at" | "thread_id"> &
  Columns<"threads", "subforum_id" | "title">;

/** Posts by id, in the order of the ids. */
const postsByIdQuery = (ids: readonly number[]): Statement<PostHitRow> =>
  statement`select r.id, r.position, r.user_id, r.body, r.created_at, r.thread_id, t.subforum_id, t.title
    from ${idsTable(ids)} p cross join replies r on r.id = p.column1
    cross join threads t on t.id = r.thread_id where ${NOT_DELETED}`;

export interface ThreadHitRow
  extends Columns<"threads", "id" | "subforum_id" | "user_id" | "title" | "replies_count"> {
  /** Whether the title contains the words. */
  named: 0 | 1;
}

/** Newest threads by title; if too few, also by newest posts. A thread can appear more than once. */
export function threadHitsQuery(words: string, most: number, enough: number): Statement<ThreadHitRow> {
  return statement`
    with named as materialized (${newestHits(`title : (${words})`, most)})
    select t.id, t.subforum_id, t.user_id, t.title, t.replies_count, h.named
    from (select id, 1 as named from named
      union all select id, 0 from (${newestHits(words, most)}) where (select count(*) from named) < ${enough}) h
    cross join replies r on r.id = h.id cross join threads t on t.id = r.thread_id where ${NOT_DELETED}`;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const LENGTH = 200;
const BEFORE = 60;

/** Normalizes a word for comparison: no case, no accents. */
const fold = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Offset of the first word that starts with a searched one; 0 if only the title matches. */
function firstMatch(text: string, search: string): number {
  const searched = [...new Set(search.match(WORD) ?? [])].slice(0, 8).map(fold);
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]);
    if (searched.some((prefix) => word.startsWith(prefix))) return match.index;
  }
  return 0;
}

/** Plain text around the first match of a search. */
function excerptOf(body: string, search: string): string {
  const text = plainText(body);
  const at = firstMatch(text, search);
  // Start and end at whole words where possible.
  const start = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE - 1) + 1;
  const from = start > 0 && start <= at ? start : Math.max(0, at - BEFORE);
  const end = text.length <= from + LENGTH ? text.length : text.lastIndexOf(" ", from + LENGTH);
  const until = end > at ? end : from + LENGTH;
  const part = text.slice(from, until).toWellFormed().trim();
  return `${from > 0 ? "…" : ""}${part}${until < text.length ? "…" : ""}`;
}

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
    const authors = rows.map(({ user_id }) => user_id);
    const members = await loadMembers({ gate, viewer, now }, authors);
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
