import { type Columns, type SQL, sql, statement } from "#db/database.ts";
import { valuesTable } from "#db/values-table.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/session-gate.ts";

/** A member whose reading progress is read or stored. */
export interface Reader {
  id: number;
  /** When they signed up. */
  joined_at: number;
}

/** The reader of a request if the session has been checked, else null. */
export function checkedReader({ checkedAccount: account }: SessionGate): Reader | null {
  return account && { id: account.id, joined_at: account.created_at };
}

/** Since when posts in a subforum are new: the read mark, or the sign-up. Runs once per statement. */
function readAt({ id: userId, joined_at }: Reader, subforum: SQL): SQL {
  const marks = SUBFORUM_IDS.map(
    (id) =>
      sql`when ${sql.raw(String(id))} then (select read_at from forum_visits where user_id = ${userId} and subforum_id = ${sql.raw(String(id))})`,
  );
  return sql`coalesce(case ${subforum} ${sql.join(marks, sql` `)} end, ${joined_at})`;
}

/** The first unread reply of thread `t` as "position:id". Reads one index row. */
export function unreadColumn(reader: Reader | null): SQL {
  if (!reader) return sql`null as unread`;
  const since = readAt(reader, sql`t.subforum_id`);
  return sql`case when t.last_reply_at <= ${since} then null
    when s.seen_at >= ${since} then
      (select position || ':' || id from replies where thread_id = t.id and position = s.position + 1)
    else (select position || ':' || id from replies where thread_id = t.id and created_at > ${since}
      order by created_at, position limit 1) end as unread`;
}

/** The join that `unreadColumn` needs. */
export const visitJoin = (reader: Reader | null): SQL =>
  reader ? sql`left join thread_visits s on s.user_id = ${reader.id} and s.thread_id = t.id` : sql``;

type UnreadThread = Columns<"threads", "id" | "subforum_id" | "last_reply_at"> & {
  unread: string | null;
};

const unreadQuery = (reader: Reader, rows: readonly UnreadThread[]) => {
  const list = rows.map(({ id, subforum_id, last_reply_at }) => [id, subforum_id, last_reply_at]);
  return statement<Columns<"threads", "id"> & { unread: string | null }>`select t.id, ${unreadColumn(reader)}
    from (select column1 as id, column2 as subforum_id, column3 as last_reply_at from ${valuesTable(list)}) t
    ${visitJoin(reader)}`;
};

/** Adds what is unread, once the reader's sign-up is known. No round trip for visitors. */
export async function addUnread<Row extends UnreadThread>(
  gate: SessionGate,
  rows: readonly Row[],
): Promise<Row[]> {
  const reader = checkedReader(gate);
  if (!reader || rows.length === 0) return [...rows];
  const unread = new Map(
    (await gate.forum.all(unreadQuery(reader, rows))).map((row) => [row.id, row.unread]),
  );
  return rows.map((row) => ({ ...row, unread: unread.get(row.id) ?? null }));
}

/** Stores how far a member has read a thread; never moves back, nor before the subforum's mark. */
export const visitStatement = (reader: Reader, thread: SQL, position: SQL, now: number): SQL => {
  const since = readAt(reader, sql`t.subforum_id`);
  return sql`insert into thread_visits (user_id, thread_id, position, seen_at)
    select ${reader.id}, t.id, max(min(${position}, t.replies_count), coalesce(
      (select min(position) - 1 from replies where thread_id = t.id and created_at > ${since}), t.replies_count)), ${now}
    from threads t where t.id = ${thread}
    on conflict do update set position = max(position, excluded.position), seen_at = excluded.seen_at
      where excluded.position > position or seen_at < coalesce(
        (select ${since} from threads t where t.id = thread_visits.thread_id), 0)`;
};

/** The page of a thread that shows a reply; the opening post is on page 1. */
export const pageOfReply = (position: number): number =>
  Math.max(1, Math.ceil(position / LIMITS.pageSize.replies));
