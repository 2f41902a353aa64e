import { type Columns, first, sql, statement } from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { canDecideCase } from "#domain/moderation/rules.ts";
import { accountLookupRoute, accountRoute, userHistoryRoute } from "#domain/staff/api.ts";
import { canSeeTraces, parseAccountLookup, SHARED_IP_ACCOUNTS } from "#domain/staff/rules.ts";
import { isoTime } from "#domain/time.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { auditEntry } from "../moderation/audit.ts";
import { openCasesQuery } from "../moderation/case-queries.ts";
import { namedHistoryQuery, presentHistoryEntry } from "../moderation/history.ts";
import { presentRemoval, removalsQuery } from "../moderation/removals.ts";
import { presentUser } from "../users/present.ts";
import {
  type AccountRow,
  accountDevicesQuery,
  type FoundRow,
  foundColumns,
  lookUpQueries,
  otherAdminExists,
  presentFound,
  presentStaffAccount,
} from "./account.ts";

/** A user's warnings, bans and cases; null if unknown. Staff can't see open cases about themselves. */
async function readHistory(gate: SessionGate, viewer: Actor, username: string, now: number) {
  const id = sql`(select id from users where username = ${username})`;
  const { user, past, open, removed } = await gate.read({
    user: first<Columns<"users", "id">>`select id from users where username = ${username}`,
    past: namedHistoryQuery(id, now),
    open: openCasesQuery(id, 0),
    removed: removalsQuery(id, now),
  });
  if (!user) return null;
  const cards = new Map(
    past.flatMap((row) => (row.u_id === null ? [] : [[row.u_id, presentUser(row, now)]])),
  );
  return {
    data: past.map((row) => presentHistoryEntry(row, cards)),
    open_cases: canDecideCase(viewer, user.id) ? open : [],
    removals: removed.map((row) => presentRemoval(row, viewer, now)),
  };
}

/** Only this many of an account's latest IP addresses are compared. */
const MAX_IP_ADDRESSES = 20;
const MAX_ALTS = 50;

interface Alt {
  id: number;
  ipAddresses: number;
  last_at: number;
}

/** Users seen at the same addresses, most shared first, and how many addresses are too public. */
function findAlts(rows: readonly { seen: string }[], userId: number) {
  const lists = rows.map(({ seen }) => JSON.parse(seen) as [id: number, at: number][]);
  const own = lists.filter(({ length }) => length <= SHARED_IP_ACCOUNTS);
  const byId = new Map<number, Alt>();
  for (const [id, at] of own.flat()) {
    if (id === userId) continue;
    const { ipAddresses = 0, last_at = 0 } = byId.get(id) ?? {};
    byId.set(id, { id, ipAddresses: ipAddresses + 1, last_at: Math.max(last_at, at) });
  }
  const alts = [...byId.values()].sort((a, b) => b.ipAddresses - a.ipAddresses || b.last_at - a.last_at);
  return { alts: alts.slice(0, MAX_ALTS), shared: lists.length - own.length };
}

/** Presents alts in the order of `alts`. */
function presentAlts(alts: readonly Alt[], rows: readonly FoundRow[], now: number) {
  const byId = new Map(rows.map((row) => [row.u_id, row]));
  return alts.flatMap(({ id, ipAddresses, last_at }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { user, role, banned } = presentFound(row, now);
    return { user, role, banned, addresses: ipAddresses, last_at: isoTime(last_at) };
  });
}

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
    const { row, devices, seen } = await gate.read({
      row: first<AccountRow>`select u.id, u.bio, u.email, u.two_factor_at, u.gold_until, u.ban_reason, u.coins, u.xp, u.levels_count,
          u.clears_count, u.comments_written, u.ratings_count, u.buddies_count, u.purchases_count, u.sales_count,
          u.reports_made, ${otherAdminExists} as other_admin, exists (select 1 from presence where user_id = u.id) as online,
          exists (select 1 from reports where reporter_id = u.id and type = 'message') as reported, ${foundColumns}
        from users u where u.username = ${username} and u.deleted_at is null`,
      devices: accountDevicesQuery(username, now),
      // A row more than compared shows that an address is shared.
      seen: statement<{
        seen: string;
      }>`select (select json_group_array(json_array(user_id, last_at)) from (select user_id, last_at from sightings s
            where s.ip_hash = m.ip_hash order by last_at desc limit ${SHARED_IP_ACCOUNTS + 1})) as seen
        from (select ip_hash from sightings where user_id = (select id from users where username = ${username})
          order by last_at desc limit ${MAX_IP_ADDRESSES}) m`,
    });
    if (!row) throw userNotFound();
    const visible = canSeeTraces(viewer, row);
    const { alts, shared } = visible ? findAlts(seen, row.id) : { alts: [], shared: 0 };
    const isLooking = sql`exists (select 1 from audit_log where actor_id = ${viewer.id} and action = 'user.look'
      and subject_type = 'user' and subject_id = ${String(row.id)}
      and id >= (select id from audit_log where created_at >= ${now - SAME_LOOK_MS} order by created_at, id limit 1))`;
    const entry = { actor_id: viewer.id, action: "user.look", subject_id: row.id } as const;
    const { others } = await gate.write({
      audit: auditEntry(now, { ...entry, when: sql`not ${isLooking}` }),
      others: statement<FoundRow>`select ${foundColumns} from json_each(${JSON.stringify(alts.map(({ id }) => id))}) n
        cross join users u on u.id = n.value where u.deleted_at is null`,
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
