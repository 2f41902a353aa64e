import { type Columns, Database, type Statement, statement } from "#db/database.ts";
import type { QueueName } from "../env.ts";
import { logError } from "../http/log.ts";
import { isDeadLetterQueue, queueOf } from "../send-all.ts";

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

/** A message that shows that its queue delivers. */
interface Heartbeat {
  heartbeat: true;
  queue: QueueName;
  sent_at: number;
}

/** A queue's row in `heartbeats`, all in milliseconds since 1970. */
export interface QueueState {
  sent_at: number;
  tried_at: number;
  received_at: number | null;
}

const SEND_EVERY_MS = 15 * 1000;
/** A heartbeat that hasn't arrived may be lost, so it's sent again. */
const RESEND_EVERY_MS = 30 * 1000;

export const isWaiting = ({ sent_at, received_at }: QueueState): boolean => (received_at ?? 0) < sent_at;

/** Sends a heartbeat through a queue if due. A repeated one keeps its time, so a stuck queue's age grows. */
export async function sendHeartbeat(env: Env, queue: QueueName, state: QueueState | undefined, now: number) {
  const waits = state !== undefined && isWaiting(state);
  if (state && now - state.tried_at < (waits ? RESEND_EVERY_MS : SEND_EVERY_MS)) return;
  const sentAt = waits ? state.sent_at : now;
  await new Database(env.DB).all(heartbeatStatement(queue, sentAt, now), { idempotent: true });
  const body: Heartbeat = { heartbeat: true, queue, sent_at: sentAt };
  await (env[queue] as Queue<unknown>).send(body);
}

/** Stores that a heartbeat was sent. */
export const heartbeatStatement = (name: string, sentAt: number, triedAt: number): Statement =>
  statement`insert into heartbeats (name, sent_at, tried_at) values (${name}, ${sentAt}, ${triedAt})
    on conflict (name) do update set sent_at = excluded.sent_at, tried_at = excluded.tried_at`;

const isHeartbeat = (message: Message<unknown>): message is Message<Heartbeat> =>
  (message.body as Partial<Heartbeat> | null)?.heartbeat === true;

/** Stores the heartbeats of a batch and returns the batch with the other messages; null if there are none. */
export async function takeHeartbeats<T>(batch: MessageBatch<T>, env: Env): Promise<MessageBatch<T> | null> {
  const heartbeats = (batch.messages as readonly Message<unknown>[]).filter(isHeartbeat);
  if (heartbeats.length === 0) return batch;
  const newest = heartbeats.reduce((a, b) => (b.body.sent_at > a.body.sent_at ? b : a));
  // In a dead-letter queue it only shows that the queue itself failed.
  if (!isDeadLetterQueue(batch.queue)) {
    try {
      await new Database(env.DB).all(
        statement`update heartbeats set received_at = max(coalesce(received_at, 0), ${newest.body.sent_at})
          where name = ${newest.body.queue}`,
        { idempotent: true },
      );
    } catch (error) {
      logError("heartbeat not stored", { queue: batch.queue }, error);
    }
  }
  for (const message of heartbeats) message.ack();
  const messages = batch.messages.filter((message) => !isHeartbeat(message));
  if (messages.length === 0) return null;
  const { queue, metadata } = batch;
  return { queue, metadata, messages, ackAll: () => batch.ackAll(), retryAll: (o) => batch.retryAll(o) };
}
