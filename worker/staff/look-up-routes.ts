import { sql } from "drizzle-orm";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { accountRoute, lookUpRoute, userHistoryRoute } from "#domain/staff/api.ts";
import { canSeeTraces, readLookUp } from "#domain/staff/rules.ts";
import { type App, handle } from "../http/handle.ts";
import { auditEntry } from "../moderation/audit.ts";
import { accountOf, devicesOf, lookUpQueries, presentAccount, presentFound } from "./account.ts";
import { altRows, altsOf, presentAlts, seenBeside } from "./alts.ts";
import { readHistory } from "./history.ts";

/** Looking somebody up again within this time is the same look. */
const LOOK = 10 * 60_000;

const nobody = () => new ApiError("not_found", { message: "There is no user of this name." });

export function lookUpRoutes(app: App): void {
  handle(app, lookUpRoute, async ({ input, gate, viewer, now }) => {
    const size = LIMITS.pageSize.lookUp;
    const found = await gate.read(...lookUpQueries(readLookUp(input.search, viewer), size));
    const rows = new Map(found.flat().map((row) => [row.u_id, row]));
    return { data: [...rows.values()].slice(0, size).map((row) => presentFound(row, now)) };
  });

  handle(app, accountRoute, async ({ params: { username }, gate, viewer, now }) => {
    const [[row], devices, seen] = await gate.read(
      accountOf(username),
      devicesOf(username, now),
      seenBeside(username),
    );
    if (!row) throw nobody();
    const visible = canSeeTraces(viewer, row);
    const { alts, shared } = visible ? altsOf(seen, row.id) : { alts: [], shared: 0 };
    const isLooking = sql`exists (select 1 from audit_log where actor_id = ${viewer.id} and action = 'user.look'
      and subject_type = 'user' and subject_id = ${String(row.id)}
      and id >= (select id from audit_log where created_at >= ${now - LOOK} order by created_at, id limit 1))`;
    const [, others] = await gate.write(
      auditEntry(
        { actor_id: viewer.id, action: "user.look", subject_type: "user", subject_id: row.id },
        now,
        sql`not ${isLooking}`,
      ),
      altRows(alts),
    );
    const traces = visible ? { alts: presentAlts(alts, others, now), shared } : null;
    return { account: presentAccount(row, devices, traces, viewer, now) };
  });

  handle(app, userHistoryRoute, async ({ params, gate, viewer, now }) => {
    const history = await readHistory(gate, viewer, params.username, now);
    if (!history) throw nobody();
    return history;
  });
}
