import { Database, sql, statement } from "#db/database.ts";
import { logError } from "../../http/log.ts";
import { sendMails } from "../../mail/send.ts";
import { deliverNotices } from "../../notifications/queue.ts";
import { openDatabases } from "../../outbox/databases.ts";
import { isDeadLetterQueue } from "../../queues.ts";
import { retryMessage } from "../../retry-message.ts";
import { failExport, finishExport, waitingExportQuery } from "./commands.ts";
import { type ExportJob, exportKey } from "./job.ts";
import { packExport } from "./pack.ts";

const RETRY_SECONDS = 30;

/** Creates the exports in a batch. Failures are retried, then given up in the dead-letter queue. */
export async function consumeExports(batch: MessageBatch<ExportJob>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    try {
      await (isDeadLetterQueue(batch.queue) ? giveUp : createExport)(env, message.body);
      message.ack();
    } catch (error) {
      logError("export failed", { id: message.body.id }, error);
      retryMessage(message, RETRY_SECONDS);
    }
  }
}

/** Creates an export if it's still waiting. Safe to repeat: the owner is notified once. */
export async function createExport(env: Env, job: ExportJob): Promise<void> {
  const databases = openDatabases(env);
  const db = databases.main;
  const owner = await db.first(waitingExportQuery(job.id));
  if (!owner) return;
  const bytes = await packExport(env, databases, job.id, owner.user_id);
  const now = Date.now();
  const {
    done: [done],
  } = await db.batch(finishExport(job, owner, bytes, now));
  if (done) {
    await Promise.all([deliverNotices(env), sendMails(env, now)]);
    return;
  }
  // The owner was deleted meanwhile, or the export was created twice at once; then either file will do.
  const ready = await db.first(
    statement(sql`select 1 from exports where id = ${job.id} and state = 'ready'`),
  );
  if (!ready) await env.BUCKET.delete(exportKey(job.id));
}

async function giveUp(env: Env, { id }: ExportJob): Promise<void> {
  const db = new Database(env.DB);
  const owner = await db.first(waitingExportQuery(id));
  if (!owner) return;
  await db.batch({ fail: failExport(id, owner.user_id, Date.now()) });
  await deliverNotices(env);
}
