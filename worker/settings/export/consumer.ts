import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import type { Env } from "../../env.ts";
import { logError } from "../../http/log.ts";
import { sendMails } from "../../mail/send.ts";
import { deliverNotices } from "../../notifications/queue.ts";
import { failExport, finishExport, waitingQuery } from "./commands.ts";
import { type ExportJob, exportFile } from "./job.ts";
import { packExport } from "./pack.ts";

const DEAD_LETTERS = "-exports-dead";
const RETRY_SECONDS = 30;

/** Queues are named after the worker, which an operator may rename. */
export const isExports = (batch: MessageBatch<unknown>): batch is MessageBatch<ExportJob> =>
  /-exports(?:-dead)?$/.test(batch.queue);

/** Makes the packages that the queue brings; one that fails is tried again and given up among the dead letters. */
export async function consumeExports(batch: MessageBatch<ExportJob>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    try {
      await (batch.queue.endsWith(DEAD_LETTERS) ? giveUp : makeExport)(env, message.body);
      message.ack();
    } catch (error) {
      logError("export failed", { id: message.body.id }, error);
      message.retry({ delaySeconds: RETRY_SECONDS * 2 ** message.attempts });
    }
  }
}

/** Makes a package that is still waited for. Whoever makes it a second time finds that it is not, or tells nobody again. */
export async function makeExport(env: Env, job: ExportJob): Promise<void> {
  const db = new Database(env.DB);
  const owner = await db.first(waitingQuery(job.id));
  if (!owner) return;
  const bytes = await packExport(env, db, job.id, owner.user_id);
  const now = Date.now();
  const done = (await db.batch(finishExport(job, owner, bytes, now))).at(-1)?.[0];
  if (done) {
    await Promise.all([deliverNotices(env), sendMails(env, now)]);
    return;
  }
  // Its owner has gone meanwhile; or it was made twice at once, and either will do.
  const ready = await db.first(
    statement(sql`select 1 from exports where id = ${job.id} and state = 'ready'`),
  );
  if (!ready) await env.BUCKET.delete(exportFile(job.id));
}

async function giveUp(env: Env, { id }: ExportJob): Promise<void> {
  const db = new Database(env.DB);
  const owner = await db.first(waitingQuery(id));
  if (!owner) return;
  await db.batch(failExport(id, owner.user_id, Date.now()));
  await deliverNotices(env);
}
