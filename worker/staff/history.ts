import { type Columns, sql, statement } from "#db/database.ts";
import type { users } from "#db/schema/index.ts";
import type { OutputOf } from "#domain/api/route.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { canDecideCase } from "#domain/moderation/rules.ts";
import type { userHistoryRoute } from "#domain/staff/api.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { namedHistoryQuery, presentHistoryEntry } from "../moderation/history.ts";
import { openCasesQuery } from "../moderation/open-cases.ts";
import { presentRemoval, removalsQuery } from "../moderation/removals.ts";
import { presentUser } from "../users/present.ts";

/**
 * Returns a user's warnings, bans, decided and open cases; null for an unknown user. Staff can't see open
 * cases about themselves.
 */
export async function readHistory(
  gate: SessionGate,
  viewer: Actor,
  username: string,
  now: number,
): Promise<OutputOf<typeof userHistoryRoute> | null> {
  const id = sql`(select id from users where username = ${username})`;
  const {
    user: [user],
    past,
    open,
    removed,
  } = await gate.read({
    user: statement<Columns<"users", "id">>(sql`select id from users where username = ${username}`),
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
