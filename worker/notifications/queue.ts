import {
  type Columns,
  Database,
  newestSeen,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { formatBookmarks } from "#domain/api/bookmarks.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { logError } from "../http/log.ts";
import { injectFault } from "../live/faults.ts";
import { hubStub } from "../live/stubs.ts";
import type { NoticeDelivery } from "../objects/user-hub-api.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

/** Notices per pass, and passes per run; a full pass is followed by another. */
const BATCH_SIZE = 100;
const MAX_PASSES = 10;

/** Queues notices if `when`, in the batch of the event; `defer(deliverNotices)` afterwards. */
export function queueNotices(
  list: readonly { user_id: number; notice: Notice }[],
  now: number,
  when: SQL = sql`true`,
): Statement[] {
  if (list.length === 0) return [];
  return [
    queueNoticesOf(
      sql`select n.value ->> 'user_id' as user_id, n.value -> 'notice' as notice from json_each(${JSON.stringify(list)}) n
        where ${when} order by n.key`,
      now,
    ),
  ];
}

/** The same for notices that the batch itself determines. `rows` selects `user_id, notice`. Returns the ids of those that were. */
export const queueNoticesOf = (rows: SQL, now: number): Statement<Columns<"notices", "id">> =>
  statement`insert into notices (user_id, notice, created_at)
    select q.user_id, q.notice, ${now} from (${rows}) q where true returning id`;

/** The notice of someone's action, as JSON, whose title and URL are known inside a batch only. */
export const noticeJson = (
  { type, group, actor }: { type: Notice["type"] | SQL; group: string | SQL; actor: number },
  { title, url }: { title: SQL; url: SQL },
): SQL =>
  sql`json_object('type', ${type}, 'group', ${group}, 'actor', ${actor}, 'title', ${title}, 'url', ${url})`;

interface QueuedNotice
  extends Columns<"notices", "id" | "user_id" | "notice" | "created_at">,
    Columns<"users", "home"> {}

/** Delay before retrying a notice that the hub couldn't store, in milliseconds. */
const RETRY_AFTER_MS = 60 * 60 * 1000;

/** Delivers queued notices to hubs, oldest first, and deletes them. Hubs ignore duplicates. */
export async function deliverNotices(env: Env): Promise<void> {
  const db = new Database(env.DB);
  const failed = new Set<number>();
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const taken = await deliverSome(env, db, failed);
    if (taken < BATCH_SIZE) return;
  }
}

/** Runs one pass. Skips the users in `failed` and adds those whose hub fails. */
async function deliverSome(env: Env, db: Database, failed: Set<number>): Promise<number> {
  const now = Date.now();
  const waiting = sql`select * from notices where retry_at <= ${now}
    and user_id not in (select value from json_each(${JSON.stringify([...failed])})) order by id limit ${BATCH_SIZE}`;
  const { rows, actors } = await db.batch({
    rows: statement<QueuedNotice>`select n.id, n.user_id, n.notice, n.created_at,
      (select home from users where id = n.user_id) as home from (${waiting}) n order by n.id`,
    actors: statement<UserColumns>`select ${userColumns} from users u
      where u.id in (select notice ->> 'actor' from (${waiting}) where json_valid(notice))`,
  });
  const cards = new Map(actors.map((row) => [row.u_id, presentUser(row, now)]));
  const results = await Promise.all(
    [...Map.groupBy(rows, ({ user_id }) => user_id)].map(async ([userId, own]) => {
      try {
        injectFault(env, "deliveries");
        return await deliverTo(env, userId, own, cards);
      } catch (error) {
        failed.add(userId);
        logError("notices not delivered", { user: userId }, error);
        return { done: [], rejected: [] };
      }
    }),
  );
  const done = JSON.stringify(results.flatMap((result) => result.done));
  const rejected = JSON.stringify(results.flatMap((result) => result.rejected));
  if (done === "[]" && rejected === "[]") return rows.length;
  await db.batch({
    done: statement`delete from notices where id in (select value from json_each(${done}))`,
    rejected: statement`update notices set retry_at = ${now + RETRY_AFTER_MS}
      where id in (select value from json_each(${rejected}))`,
  });
  return rows.length;
}

/** Delivers one user's notices. Returns the ids that the hub has stored and those it couldn't. */
async function deliverTo(
  env: Env,
  userId: number,
  own: readonly QueuedNotice[],
  cards: Map<number, UserCard>,
) {
  const readable: NoticeDelivery[] = [];
  const rejected: number[] = [];
  const home = own[0]?.home;
  for (const { id, notice: text, created_at } of own) {
    try {
      const notice = JSON.parse(text) as Notice;
      readable.push({ id, notice, actor: cards.get(notice.actor ?? 0) ?? null, created_at });
    } catch (error) {
      logError("notice unreadable", { notice: id }, error);
      rejected.push(id);
    }
  }
  if (readable.length > 0) {
    const bookmark = formatBookmarks(newestSeen());
    rejected.push(...(await hubStub(env, userId, home).deliverNotices(readable, bookmark)));
  }
  return { done: own.map(({ id }) => id).filter((id) => !rejected.includes(id)), rejected };
}
