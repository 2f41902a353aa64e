import { type BatchRows, type Columns, statement } from "#db/database.ts";
import { idsTable } from "#db/values-table.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import type { Embeds, Reply, Subforum, Thread, ThreadCard } from "#domain/forums/api.ts";
import { type RenderedMarkdown, renderMarkdown } from "#domain/forums/markdown/render-markdown.ts";
import {
  canDeleteReply,
  canDeleteThread,
  canEditReply,
  canModerateThreads,
  canReply,
  canRestoreReply,
  canSeeThread,
  SUBFORUMS,
  type SubforumId,
} from "#domain/forums/rules.ts";
import { replyUrl, subforumUrl, threadUrl } from "#domain/forums/view.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
import type { SessionGate } from "../http/session-gate.ts";
import {
  type ItemCardRow,
  isItemVisibleTo,
  itemCardColumns,
  itemMakerJoin,
  presentItemCard,
} from "../items/present.ts";
import { type LevelCardRow, levelCardColumns, levelCardJoins, presentLevelCard } from "../levels/present.ts";
import { type Members, membersQuery, toMembers } from "./members.ts";
import type { ReplyRow, ThreadCardRow, ThreadRow } from "./queries.ts";
import { pageOfReply } from "./unread.ts";

/** Cards of each kind per response; further ones stay plain links. */
const MAX_CARDS = 20;

const uniqueIds = (lists: number[][]): number[] =>
  [...new Set(lists.flat())].filter(Number.isSafeInteger).slice(0, MAX_CARDS);

/** Queries for the cards that texts embed; null for a kind that none embeds. */
export function embedQueries(viewer: Actor | null, rendered: Iterable<RenderedMarkdown>) {
  const texts = [...rendered];
  const levelIds = uniqueIds(texts.map(({ levels }) => levels));
  const itemIds = uniqueIds(texts.map(({ items }) => items));
  const levels = () =>
    statement<LevelCardRow & Columns<"levels", "user_id">>`select ${levelCardColumns}, l.user_id
      from ${idsTable(levelIds)} p
      cross join levels l on l.id = p.column1 ${levelCardJoins} where l.visibility <> 'deleted'`;
  const items = () =>
    statement<ItemCardRow>`select ${itemCardColumns} from ${idsTable(itemIds)} p
      cross join items i on i.id = p.column1 ${itemMakerJoin} where ${isItemVisibleTo("i", viewer)}`;
  return { levels: levelIds.length > 0 ? levels() : null, items: itemIds.length > 0 ? items() : null };
}

/** The embedded cards, as far as the viewer can see them. */
export const presentEmbeds = (
  { levels, items }: BatchRows<ReturnType<typeof embedQueries>>,
  viewer: Actor | null,
  now: number,
): Embeds => ({
  levels: levels.filter((row) => canSeeLevel(viewer, row)).map((row) => presentLevelCard(row, now)),
  items: items.map((row) => presentItemCard(row, now, viewer)),
});

/** Loads everything of the main database that texts and their authors need, in one round trip. */
export async function loadView(
  gate: SessionGate,
  viewer: Actor | null,
  ids: readonly (number | null)[],
  rows: readonly ReplyRow[],
  now: number,
): Promise<ReplyView & { embeds: Embeds }> {
  const texts = renderTexts(rows, viewer);
  const people = [...ids, ...rows.map(({ user_id }) => user_id)];
  const { members, embeds } = await gate.read({
    members: membersQuery(people, viewer),
    embeds: embedQueries(viewer, texts.values()),
  });
  return {
    viewer,
    texts,
    members: toMembers(gate, people, members, now),
    embeds: presentEmbeds(embeds, viewer, now),
  };
}

/** The properties of a thread that permissions depend on. */
export const threadFacts = (row: Pick<ThreadRow, "user_id" | "locked" | "deleted_at" | "replies_count">) => ({
  user_id: row.user_id,
  locked: row.locked === 1,
  deleted: row.deleted_at !== null,
  replies_count: row.replies_count,
});

/** The URL of the first unread reply, including its page. */
function presentUnread({ id, unread, replies_count, last_reply_id }: ThreadCardRow): ThreadCard["unread"] {
  if (unread === null) return null;
  const [position = 0, first = 0] = unread.split(":").map(Number);
  // All newer replies were deleted, so nothing is unread.
  if (position > 0 && first > (last_reply_id ?? 0)) return null;
  return {
    count: replies_count - position + 1,
    url: `${threadUrl(id)}?page=${pageOfReply(position)}#reply-${first}`,
  };
}

/** The people that a thread's card shows. */
export const peopleOnCard = ({ user_id, last_user_id }: ThreadCardRow): (number | null)[] => [
  user_id,
  last_user_id,
];

export function presentThreadCard(row: ThreadCardRow, members: Members): ThreadCard {
  const { id, subforum_id, title, replies_count, last_reply_id, last_user_id } = row;
  return {
    id,
    subforum_id,
    title,
    url: threadUrl(id),
    user: members.card(row.user_id),
    pinned: row.pinned === 1,
    locked: row.locked === 1,
    replies_count,
    last_reply:
      last_user_id && last_reply_id
        ? {
            user: members.card(last_user_id),
            url: replyUrl(id, last_reply_id),
            ...createdTimes(row.last_reply_at),
          }
        : null,
    unread: presentUnread(row),
    bookmarked: row.bookmarked === 1,
    ...createdTimes(row.created_at),
  };
}

/** Only staff get the text of a deleted reply. */
const isShownTo = (viewer: Actor | null, { deleted_at }: ReplyRow): boolean =>
  deleted_at === null || isStaff(viewer);

const EMPTY: RenderedMarkdown = { html: "", levels: [], items: [] };

/** The texts of replies as the viewer sees them, by the replies' ids. Rendered first, because they name the cards to load. */
export const renderTexts = (
  rows: readonly ReplyRow[],
  viewer: Actor | null,
): ReadonlyMap<number, RenderedMarkdown> =>
  new Map(rows.map((row) => [row.id, isShownTo(viewer, row) ? renderMarkdown(row.body) : EMPTY]));

/** The viewer of a reply, and everything that was loaded for it. */
export interface ReplyView {
  viewer: Actor | null;
  members: Members;
  texts: ReadonlyMap<number, RenderedMarkdown>;
}

export function presentReply(
  row: ReplyRow,
  threadRow: ThreadRow,
  { viewer, members, texts }: ReplyView,
): Reply {
  const { id, thread_id, position } = row;
  const thread = threadFacts(threadRow);
  const deleted = row.deleted_at !== null;
  const isShown = isShownTo(viewer, row);
  return {
    id,
    thread_id,
    position,
    url: replyUrl(thread_id, id),
    user: members.card(row.user_id),
    role: members.role(row.user_id),
    body: isShown ? row.body : "",
    body_html: texts.get(id)?.html ?? "",
    edits_count: isShown ? row.edits_count : 0,
    edited_at: isShown && row.edited_at !== null ? isoTime(row.edited_at) : null,
    deleted,
    from_blocked: members.isBlocked(row.user_id),
    can_edit: canEditReply(viewer, row, thread),
    can_delete: canDeleteReply(viewer, row, thread),
    can_restore: canRestoreReply(viewer, row, thread),
    ...createdTimes(row.created_at),
  };
}

export function presentThread(row: ThreadRow, opening: ReplyRow | undefined, view: ReplyView): Thread {
  const thread = threadFacts(row);
  const { viewer } = view;
  return {
    ...presentThreadCard(row, view.members),
    deleted: thread.deleted,
    opening: opening ? presentReply(opening, row, view) : null,
    can_reply: canReply(viewer, thread),
    can_edit: canEditReply(viewer, { user_id: row.user_id, deleted_by: null }, thread),
    can_delete: canDeleteThread(viewer, thread),
    can_moderate: canModerateThreads(viewer),
  };
}

/** A subforum's heading. */
export const presentSubforum = (id: SubforumId): Pick<Subforum, "id" | "name" | "description" | "url"> => ({
  id,
  ...SUBFORUMS[id],
  url: subforumUrl(id),
});

export const threadNotFound = (): ApiError =>
  new ApiError("not_found", { message: "This thread no longer exists." });

export const replyNotFound = (): ApiError =>
  new ApiError("not_found", { message: "This reply no longer exists." });

/** Returns the thread; throws a 404 if the viewer can't see it. */
export function visibleThread(thread: ThreadRow | undefined, viewer: Actor | null): ThreadRow {
  if (!thread || !canSeeThread(viewer, threadFacts(thread))) throw threadNotFound();
  return thread;
}

/** Returns the reply with its thread; throws a 404 if the viewer can't see the thread. A deleted reply is returned. */
export function visibleReply(
  reply: ReplyRow | undefined,
  thread: ThreadRow | undefined,
  viewer: Actor | null,
): { reply: ReplyRow; thread: ThreadRow } {
  if (!reply || !thread || !canSeeThread(viewer, threadFacts(thread))) throw replyNotFound();
  return { reply, thread };
}
