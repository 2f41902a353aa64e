import { sql } from "drizzle-orm";
import { select } from "#db/client.ts";
import type { PastAct } from "#domain/moderation/api.ts";
import type { Gate } from "../http/gate.ts";
import { historyQuery, presentPast } from "../moderation/history.ts";
import { presentUser } from "../users/present.ts";
import { usersQuery } from "../users/queries.ts";

/** Of somebody's cases, this many of the newest are looked at for open ones. */
const CASES = 100;

/** Somebody's warnings, bans and decided cases, and how many are open; null where there is no such user. */
export async function readHistory(
  gate: Gate,
  username: string,
  now: number,
): Promise<{ data: PastAct[]; open_cases: number } | null> {
  const id = sql`(select id from users where username = ${username})`;
  const [[user], past, [open]] = await gate.read(
    select<{ id: number }>(sql`select id from users where username = ${username}`),
    historyQuery(id, 0, now),
    select<{
      count: number;
    }>(sql`select count(*) as count from (select state from cases where subject_id = ${id}
      order by id desc limit ${CASES}) where state = 'open'`),
  );
  if (!user) return null;
  const ids = [...new Set(past.flatMap(({ staff_id }) => staff_id ?? []))];
  const [people] = ids.length > 0 ? await gate.read(usersQuery(ids)) : [[]];
  const cards = new Map(people.map((row) => [row.u_id, presentUser(row, now)]));
  return { data: past.map((row) => presentPast(row, cards)), open_cases: open?.count ?? 0 };
}
