import { type SQL, sql } from "drizzle-orm";
import { Database, type Statement, statement } from "#db/client.ts";
import type { UserCard } from "#domain/api/answers.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";
import { mayFail } from "../live/faults.ts";
import { hubOf } from "../live/stubs.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

/** How many a pass takes; a full one is followed by another, within reason. */
const AT_ONCE = 100;
const MOST_PASSES = 10;

/** A notice on its way to its user's hub, which knows by the id what it has had. */
export interface NoticeDelivery {
  id: number;
  notice: Notice;
  /** Who did it, as they are now. */
  actor: UserCard | null;
  created_at: number;
}

/**
 * The statements that put notices in the queue: in the same batch as what they tell of, so neither is without the other.
 * `when` is a condition under which they take effect. Call `deliverNotices` with `defer` afterwards.
 */
export function queueNotices(
  list: readonly { user_id: number; notice: Notice }[],
  now: number,
  when: SQL = sql`true`,
): Statement[] {
  if (list.length === 0) return [];
  return [
    statement(sql`insert into notices (user_id, notice, created_at)
      select n.value ->> 'user_id', n.value -> 'notice', ${now} from json_each(${JSON.stringify(list)}) n
      where ${when} order by n.key`),
  ];
}

interface Waiting {
  id: number;
  user_id: number;
  notice: string;
  created_at: number;
}

/** Milliseconds until a notice is tried again that its user's hub could not take in. */
const RETRY_AFTER = 60 * 60 * 1000;

/**
 * Hands what waits in the queue to the hubs of those who are told, oldest first; a row goes when its hub has it. Two that
 * deliver at once, or one that dies in between, deliver twice: a hub takes each notice once.
 */
export async function deliverNotices(env: Env): Promise<void> {
  const db = new Database(env.DB);
  const failed = new Set<number>();
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const taken = await deliverSome(env, db, failed);
    if (taken < AT_ONCE) return;
  }
}

/** One pass. Whose hub fails is added to `failed` and passed over from then on: the others need not wait behind them. */
async function deliverSome(env: Env, db: Database, failed: Set<number>): Promise<number> {
  const now = Date.now();
  const waiting = sql`select * from notices where retry_at <= ${now}
    and user_id not in (select value from json_each(${JSON.stringify([...failed])})) order by id limit ${AT_ONCE}`;
  const [rows, actors] = await db.batch([
    statement<Waiting>(waiting),
    statement<UserColumns>(sql`select ${userColumns} from users u
      where u.id in (select notice ->> 'actor' from (${waiting}) where json_valid(notice))`),
  ]);
  const cards = new Map(actors.map((row) => [row.u_id, presentUser(row, now)]));
  const results = await Promise.all(
    [...Map.groupBy(rows, ({ user_id }) => user_id)].map(async ([userId, own]) => {
      try {
        mayFail(env, "deliveries");
        return await deliverTo(env, userId, own, cards);
      } catch (error) {
        failed.add(userId);
        logError("notices not delivered", { user: userId }, error);
        return { done: [], refused: [] };
      }
    }),
  );
  const done = JSON.stringify(results.flatMap((result) => result.done));
  const refused = JSON.stringify(results.flatMap((result) => result.refused));
  const changes = [
    ...(done === "[]"
      ? []
      : [statement(sql`delete from notices where id in (select value from json_each(${done}))`)]),
    ...(refused === "[]"
      ? []
      : [
          statement(sql`update notices set retry_at = ${now + RETRY_AFTER}
            where id in (select value from json_each(${refused}))`),
        ]),
  ];
  if (changes.length > 0) await db.batch(changes);
  return rows.length;
}

/** Delivers one user's notices; returns the ids of those their hub has and of those it could not take in. */
async function deliverTo(env: Env, userId: number, own: readonly Waiting[], cards: Map<number, UserCard>) {
  const readable: NoticeDelivery[] = [];
  const refused: number[] = [];
  for (const { id, notice: text, created_at } of own) {
    try {
      const notice = JSON.parse(text) as Notice;
      readable.push({ id, notice, actor: cards.get(notice.actor ?? 0) ?? null, created_at });
    } catch (error) {
      logError("notice unreadable", { notice: id }, error);
      refused.push(id);
    }
  }
  if (readable.length > 0) refused.push(...(await hubOf(env, userId).notify(readable)));
  return { done: own.map(({ id }) => id).filter((id) => !refused.includes(id)), refused };
}
