import { sql } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { accountLookupRoute, accountRoute, userHistoryRoute } from "#domain/staff/api.ts";
import { canSeeTraces, parseAccountLookup } from "#domain/staff/rules.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { auditEntry } from "../moderation/audit.ts";
import {
  accountDevicesQuery,
  lookUpQueries,
  presentFound,
  presentStaffAccount,
  staffAccountQuery,
} from "./account.ts";
import { altsQuery, findAlts, presentAlts, sightingsQuery } from "./alts.ts";
import { readHistory } from "./history.ts";

/** Opening an account again within this time counts as the same visit. */
const SAME_LOOK_MS = 10 * 60_000;

const userNotFound = () => new ApiError("not_found", { message: "No one has this name." });

export function lookUpRoutes(app: HonoApp): void {
  handle(app, accountLookupRoute, async ({ input, gate, viewer, now }) => {
    const size = LIMITS.pageSize.lookUp;
    const { exact, named } = await gate.read(lookUpQueries(parseAccountLookup(input.search, viewer), size));
    const rows = new Map([...exact, ...named].map((row) => [row.u_id, row]));
    return { data: [...rows.values()].slice(0, size).map((row) => presentFound(row, now)) };
  });

  handle(app, accountRoute, async ({ params: { username }, gate, viewer, now }) => {
    const {
      row: [row],
      devices,
      seen,
    } = await gate.read({
      row: staffAccountQuery(username),
      devices: accountDevicesQuery(username, now),
      seen: sightingsQuery(username),
    });
    if (!row) throw userNotFound();
    const visible = canSeeTraces(viewer, row);
    const { alts, shared } = visible ? findAlts(seen, row.id) : { alts: [], shared: 0 };
    const isLooking = sql`exists (select 1 from audit_log where actor_id = ${viewer.id} and action = 'user.look'
      and subject_type = 'user' and subject_id = ${String(row.id)}
      and id >= (select id from audit_log where created_at >= ${now - SAME_LOOK_MS} order by created_at, id limit 1))`;
    const { others } = await gate.write({
      audit: auditEntry(
        { actor_id: viewer.id, action: "user.look", subject_type: "user", subject_id: row.id },
        now,
        sql`not ${isLooking}`,
      ),
      others: altsQuery(alts),
    });
    const traces = visible ? { alts: presentAlts(alts, others, now), shared } : null;
    return { account: presentStaffAccount(row, devices, traces, viewer, now) };
  });

  handle(app, userHistoryRoute, async ({ params, gate, viewer, now }) => {
    const history = await readHistory(gate, viewer, params.username, now);
    if (!history) throw userNotFound();
    return history;
  });
}
