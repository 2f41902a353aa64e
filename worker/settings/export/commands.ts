import { type Columns, Database, first, type Present, type Statement, sql, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { dataExportRoute, startExportRoute } from "#domain/settings/api.ts";
import { EXPORT_INTERVAL_MS, EXPORT_TIMEOUT_MS, EXPORT_TTL_MS, exportState } from "#domain/settings/rules.ts";
import { isoTime } from "#domain/time.ts";
import { checkOwnPassword } from "../../auth/own-password.ts";
import { type HonoApp, handle } from "../../http/handle.ts";
import { logError } from "../../http/log.ts";
import { readClaims, siteOrigin } from "../../http/session.ts";
import { SessionGate } from "../../http/session-gate.ts";
import { exportReadyMail, queueMail, sendMails } from "../../mail/send.ts";
import { deliverNotices, queueNotices } from "../../notifications/queue.ts";
import { openDatabases } from "../../outbox/relay.ts";
import { isDeadLetterQueue, retryMessage } from "../../send-all.ts";
import { type ExportJob, exportKey } from "./job.ts";
import { packExport } from "./pack.ts";

export type ExportRow = Columns<"exports", "id" | "state" | "bytes" | "created_at"> &
  Present<Columns<"exports", "expires_at">>;

export const newestExportQuery = (userId: number, now: number): Statement<ExportRow> =>
  statement`select id, state, bytes, created_at, expires_at from exports
    where user_id = ${userId} and expires_at > ${now} order by created_at desc limit 1`;

/** Starts an export unless one is in progress or was made recently. */
export const startExport = (id: string, userId: number, now: number): Statement<Columns<"exports", "id">> =>
  statement`insert into exports (id, user_id, created_at, expires_at) select ${id}, ${userId}, ${now}, ${now + EXPORT_TTL_MS}
    where not exists (select 1 from exports where user_id = ${userId} and (
      (state = 'waiting' and created_at >= ${now - EXPORT_TIMEOUT_MS}) or (state = 'ready' and created_at > ${now - EXPORT_INTERVAL_MS})))
    returning id`;

type Owner = Columns<"exports", "user_id"> & Columns<"users", "username" | "email">;

/** Selects the owner of an export in progress. */
export const waitingExportQuery = (id: string): Statement<Owner> =>
  statement`select e.user_id, u.username, u.email from exports e join users u on u.id = e.user_id
    where e.id = ${id} and e.state = 'waiting'`;

/** Completes an export and notifies its owner, once; the last statement returns whether it did. */
export function finishExport({ id, origin }: ExportJob, owner: Owner, bytes: number, now: number) {
  const isWaiting = sql`exists (select 1 from exports where id = ${id} and state = 'waiting')`;
  const title = "Your data is ready. Download it from your settings.";
  return {
    notices: exportNotices(owner.user_id, title, now, isWaiting),
    mail: queueMail(exportReadyMail(owner.email, owner.username, origin), now, isWaiting),
    done: first<Columns<"exports", "id">>`update exports
      set state = 'ready', bytes = ${bytes}, ready_at = ${now},
      expires_at = ${now + EXPORT_TTL_MS} where id = ${id} and state = 'waiting' returning id`,
  };
}

export const failExport = (id: string, userId: number, now: number): Statement[] => [
  ...exportNotices(
    userId,
    "Your data couldn't be prepared. Please try again.",
    now,
    sql`exists (select 1 from exports where id = ${id} and state = 'waiting')`,
  ),
  statement`update exports set state = 'failed' where id = ${id} and state = 'waiting'`,
];

function exportNotices(user_id: number, title: string, now: number, when: ReturnType<typeof sql>) {
  const about = { type: "account", group: "account:export", actor: null, url: "/settings/account" } as const;
  return queueNotices([{ user_id, notice: { ...about, title } }], now, when);
}

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
  const { done } = await db.batch(finishExport(job, owner, bytes, now));
  if (done) {
    await Promise.all([deliverNotices(env), sendMails(env, now)]);
    return;
  }
  // The owner was deleted meanwhile, or the export was created twice at once; then either file will do.
  const ready = await db.first(statement`select 1 from exports where id = ${job.id} and state = 'ready'`);
  if (!ready) await env.BUCKET.delete(exportKey(job.id));
}

async function giveUp(env: Env, { id }: ExportJob): Promise<void> {
  const db = new Database(env.DB);
  const owner = await db.first(waitingExportQuery(id));
  if (!owner) return;
  await db.batch({ fail: failExport(id, owner.user_id, Date.now()) });
  await deliverNotices(env);
}

const BATCH_SIZE = 100;

/** Deletes expired exports: files first, so no file is left without a row. */
export async function sweepExports(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const rows = await db.all(
    statement<Columns<"exports", "id">>`select id from exports where expires_at <= ${now}
      order by expires_at limit ${sql.raw(String(BATCH_SIZE))}`,
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await env.BUCKET.delete(ids.map(exportKey));
  await db.all(statement`delete from exports where id in (select value
    from json_each(${JSON.stringify(ids)}))`);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PATH = "/api/auth/export";

function presentExport(row: ExportRow, now: number) {
  const state = exportState(row, now);
  const ready = state === "ready";
  return {
    state,
    created_at: isoTime(row.created_at),
    url: ready ? `${PATH}/${row.id}` : null,
    bytes: row.bytes,
    expires_at: ready ? isoTime(row.expires_at) : null,
  };
}

/** Why no new export can start. */
function exportError(newest: ExportRow | undefined, now: number): ApiError {
  if (!newest || exportState(newest, now) === "waiting")
    return new ApiError("conflict", {
      message: "Your data is already being prepared. We'll notify you when it's ready.",
    });
  return new ApiError("too_many", {
    message: "You can request your data once a day. The latest copy is still here.",
    retryAfter: Math.ceil((newest.created_at + EXPORT_INTERVAL_MS - now) / 1_000),
  });
}

export function exportRoutes(app: HonoApp): void {
  handle(app, dataExportRoute, async ({ gate, viewer, now }) => {
    const row = await gate.first(newestExportQuery(viewer.id, now));
    return { export: row ? presentExport(row, now) : null };
  });

  handle(app, startExportRoute, async (call) => {
    const { input, gate, env, now, request, viewer } = call;
    await checkOwnPassword(call, input.password);
    const id = crypto.randomUUID();
    const { started, newest } = await gate.write({
      started: first(startExport(id, viewer.id, now)),
      newest: first(newestExportQuery(viewer.id, now)),
    });
    if (!started || !newest) throw exportError(newest, now);
    try {
      await env.EXPORTS.send({ id, origin: siteOrigin(request, env) });
    } catch (error) {
      await gate.db.batch({ fail: failExport(id, viewer.id, now) });
      throw error;
    }
    return { export: presentExport(newest, now) };
  });

  // Serves a file, so it isn't an API endpoint. Only its owner can access it.
  app.get(`${PATH}/:id`, async (c) => {
    const id = c.req.param("id");
    const claims = readClaims(c.req.raw, c.env);
    if (!claims) throw new ApiError("unauthenticated");
    c.set("userId", claims.id);
    const db = new Database(c.env.DB, c.get("meter"));
    const now = Date.now();
    const account = await new SessionGate(db, claims, now, { rejectBanned: false }).currentMember();
    const row =
      UUID.test(id) &&
      (await db.first(
        statement<Present<Columns<"exports", "ready_at">>>`select ready_at from exports
          where id = ${id} and user_id = ${account.id} and state = 'ready' and expires_at > ${now}`,
      ));
    const file = row && (await c.env.BUCKET.get(exportKey(id)));
    if (!row || !file) throw new ApiError("not_found", { message: "This copy is no longer available." });
    const name = `${account.username}-${isoTime(row.ready_at).slice(0, 10)}.zip`;
    return new Response(file.body, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Length": String(file.size),
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "private, no-store",
      },
    });
  });
}
