import { type Columns, Database, statement } from "#db/database.ts";
import { retryDelay } from "../mail/send.ts";
import { type DeadLetters, deadLettersQuery } from "./heartbeats.ts";

type RunRow = Columns<"schedule_runs", "job" | "succeeded_at" | "failed_at" | "error">;
type HeartbeatRow = Columns<"heartbeats", "name" | "sent_at" | "tried_at" | "received_at">;

/** Mails, in milliseconds since 1970. */
interface MailRow {
  waiting: number;
  oldest: number | null;
  refused: number;
  refused_at: number | null;
  sent_at: number | null;
}

/** The site's health as recorded in the database. */
export interface HealthSnapshot {
  runs: RunRow[];
  heartbeats: HeartbeatRow[];
  mails: MailRow;
  deadLetters: DeadLetters[];
  migration: string | null;
}

/** Reads the snapshot in one round trip. */
export async function readSnapshot(d1: D1Database, now: number): Promise<HealthSnapshot> {
  const { runs, heartbeats, mails, deadLetters, migrations } = await new Database(d1).batch({
    runs: statement<RunRow>`select job, succeeded_at, failed_at, error from schedule_runs`,
    heartbeats: statement<HeartbeatRow>`select name, sent_at, tried_at, received_at from heartbeats`,
    mails: statement<MailRow>`select count(*) as waiting, min(created_at) as oldest,
        count(*) filter (where tried_at <= ${now}) as refused, max(tried_at) filter (where tried_at <= ${now}) as refused_at,
        (select max(sent_at) from (select sent_at from mails order by id desc limit 50)) as sent_at
      from (select created_at, case when attempts > 0
          then min(claimed_until - ${retryDelay}, case when attempts > 1 then ${now} else claimed_until end) end as tried_at
        from mails where sent_at is null order by created_at desc limit 200)`,
    deadLetters: deadLettersQuery,
    migrations: statement<{ newest: string | null }>`select max(name) as newest from d1_migrations`,
  });
  const none: MailRow = { waiting: 0, oldest: null, refused: 0, refused_at: null, sent_at: null };
  return { runs, heartbeats, mails: mails[0] ?? none, deadLetters, migration: migrations[0]?.newest ?? null };
}
