import { type Columns, Database, type Statement, statement } from "#db/database.ts";
import { logError } from "../http/log.ts";
import { isDeadLetterQueue, queueOf } from "../queues.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days are counted for this long. */
const DAYS = 30;

/** The jobs of a queue that were given up in the last 30 days. */
export type DeadLetters = Columns<"dead_letters", "queue" | "count" | "last_at">;

/** Counts the jobs of a batch if it comes from a dead-letter queue. A failure is only logged: the jobs matter more. */
export async function countDeadLetters(batch: MessageBatch<unknown>, env: Env, now: number): Promise<void> {
  if (!isDeadLetterQueue(batch.queue)) return;
  // A batch that failed here comes again and was counted before.
  const count = batch.messages.filter(({ attempts }) => attempts === 1).length;
  if (count === 0) return;
  try {
    await new Database(env.DB).all(
      statement`insert into dead_letters (queue, day, count, last_at)
        values (${queueOf(batch.queue)}, ${Math.floor(now / DAY_MS)}, ${count}, ${now})
        on conflict (queue, day) do update set count = count + excluded.count, last_at = excluded.last_at`,
    );
  } catch (error) {
    logError("dead letters not counted", { queue: batch.queue, count }, error);
  }
}

export const deadLettersQuery: Statement<DeadLetters> = statement`select queue, sum(count) as count, max(last_at) as last_at from dead_letters group by queue order by queue`;

export const deleteOldDeadLetters = (now: number): Statement =>
  statement`delete from dead_letters where day < ${Math.floor(now / DAY_MS) - DAYS}`;
