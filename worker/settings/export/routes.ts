import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import { ApiError } from "#domain/errors.ts";
import { dataExportRoute, startExportRoute } from "#domain/settings/api.ts";
import { EXPORT_PAUSE, exportState } from "#domain/settings/rules.ts";
import { isoTime } from "#domain/time.ts";
import { checkOwnPassword } from "../../auth/own-password.ts";
import { SessionGate } from "../../http/gate.ts";
import { type App, handle } from "../../http/handle.ts";
import { originOf } from "../../http/origin.ts";
import { readClaims } from "../../http/session.ts";
import { beginExport, type ExportRow, failExport, newestQuery } from "./commands.ts";
import { exportFile } from "./job.ts";

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

/** Why no package is begun beside the newest one. */
function refusal(newest: ExportRow | undefined, now: number): ApiError {
  if (!newest || exportState(newest, now) === "waiting")
    return new ApiError("conflict", {
      message: "Your data is being packed already. A notification tells you when it is ready.",
    });
  return new ApiError("too_many", {
    message: "Your data can be packed once a day. The newest package is still here for you.",
    retryAfter: Math.ceil((newest.created_at + EXPORT_PAUSE - now) / 1_000),
  });
}

export function exportRoutes(app: App): void {
  handle(app, dataExportRoute, async ({ gate, viewer, now }) => {
    const [[row]] = await gate.read(newestQuery(viewer.id, now));
    return { export: row ? presentExport(row, now) : null };
  });

  handle(app, startExportRoute, async (call) => {
    const { input, gate, env, now, request, viewer } = call;
    await checkOwnPassword(call, input.password);
    const id = crypto.randomUUID();
    const [[begun], [newest]] = await gate.write(
      beginExport(id, viewer.id, now),
      newestQuery(viewer.id, now),
    );
    if (!begun || !newest) throw refusal(newest, now);
    try {
      await env.EXPORTS.send({ id, origin: originOf(request, env) });
    } catch (error) {
      await gate.db.batch(failExport(id, viewer.id, now));
      throw error;
    }
    return { export: presentExport(newest, now) };
  });

  // A file to be saved, so no endpoint of data; to nobody but its owner is it there.
  app.get(`${PATH}/:id`, async (c) => {
    const id = c.req.param("id");
    const claims = readClaims(c.req.raw, c.env);
    if (!claims) throw new ApiError("unauthenticated");
    c.set("userId", claims.id);
    const db = new Database(c.env.DB, c.get("meter"));
    const now = Date.now();
    const account = await new SessionGate(db, claims, now, { banned: false }).standing();
    const row =
      UUID.test(id) &&
      (await db.first(
        statement<{ ready_at: number }>(sql`select ready_at from exports
          where id = ${id} and user_id = ${account.id} and state = 'ready' and expires_at > ${now}`),
      ));
    const file = row && (await c.env.BUCKET.get(exportFile(id)));
    if (!row || !file) throw new ApiError("not_found", { message: "This package is not there any more." });
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
