import { type Columns, Database, sql, statement } from "#db/database.ts";

/** Followers notified per batch, and batches per run. The next run continues. */
const FOLLOWERS_PER_BATCH = 100;
const MAX_BATCHES = 10;

type OpenNotice = Columns<"follower_notices", "creator_id" | "day" | "level_id" | "notified_to">;

/** Queues notices of new levels, one per creator and day. Stored progress makes it safe to interrupt. */
export async function notifyFollowers(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const [open] = await db.all(
      statement<OpenNotice>`select creator_id, day, level_id, notified_to from follower_notices
        where finished_at is null order by day limit 1`,
    );
    if (!open) return;
    await notifyBatch(db, open, now);
  }
}

async function notifyBatch(
  db: Database,
  { creator_id, day, level_id, notified_to }: OpenNotice,
  now: number,
) {
  const isCurrent = sql`exists (select 1 from follower_notices
    where creator_id = ${creator_id} and day = ${day} and notified_to = ${notified_to} and finished_at is null)`;
  const next = sql`select follower_id from follows where creator_id = ${creator_id} and follower_id > ${notified_to}
    order by follower_id limit ${FOLLOWERS_PER_BATCH}`;
  const group = `level:${creator_id}:${day}`;
  // A Notice (domain/notifications/notice.ts). The level may be private or deleted by now.
  await db.batch({
    notices: statement`insert into notices (user_id, notice, created_at)
      select f.follower_id, json_object('type', 'level', 'group', ${group}, 'actor', ${creator_id}, 'title', l.title,
        'url', '/levels/' || l.id), ${now}
      from (${next}) f cross join levels l on l.id = ${level_id} and l.visibility = 'public'
        cross join users c on c.id = l.user_id and (c.banned_at is null or c.banned_until <= ${now})
      where ${isCurrent}`,
    progress: statement`update follower_notices set notified_to = coalesce((select max(follower_id) from (${next})), notified_to),
        finished_at = case when (select count(*) from (${next})) < ${FOLLOWERS_PER_BATCH} then ${now} end
      where creator_id = ${creator_id} and day = ${day} and notified_to = ${notified_to} and finished_at is null`,
    // The row of the day prevents a second notification; those of earlier days have done that.
    finished: statement`delete from follower_notices
      where creator_id = ${creator_id} and day < ${day} and finished_at is not null`,
  });
}
