import { type Columns, Database, first, type Present, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { dataExportRoute, startExportRoute } from "#domain/settings/api.ts";
import { EXPORT_INTERVAL_MS, exportState } from "#domain/settings/rules.ts";
import { isoTime } from "#domain/time.ts";
import { checkOwnPassword } from "../../auth/own-password.ts";
import { type HonoApp, handle } from "../../http/handle.ts";
import { siteOrigin } from "../../http/origin.ts";
import { readClaims } from "../../http/session.ts";
import { SessionGate } from "../../http/session-gate.ts";
import { type ExportRow, failExport, newestExportQuery, startExport } from "./commands.ts";
import { exportKey } from "./job.ts";

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
