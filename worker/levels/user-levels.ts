import { sql, statement } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { type UserColumns, userColumns } from "../users/present.ts";
import type { LevelCardRow } from "./present.ts";
import { levelCardsQuery } from "./queries.ts";

interface UserLevelsQuery {
  username: string;
  viewer: Actor | null;
  search: string;
  page: number;
  size: number;
}

/** A page of a user's levels, newest first; private ones only for the user and staff. */
export async function listUserLevels(
  gate: SessionGate,
  { username, viewer, search, page, size }: UserLevelsQuery,
): Promise<{ owner: UserColumns; rows: LevelCardRow[]; total: number }> {
  const ownerId = sql`(select id from users where username = ${username})`;
  const titleFilter = search ? sql`and instr(lower(l.title), lower(${search})) > 0` : sql``;
  const withVisibility = (visibility: string) =>
    sql`select l.id from levels l where l.user_id = ${ownerId} and l.visibility = ${visibility} ${titleFilter}`;
  const canSeePrivate = isStaff(viewer) ? sql`true` : sql`${ownerId} = ${viewer?.id ?? 0}`;
  const found = sql`${withVisibility("public")} union all ${withVisibility("private")} and ${canSeePrivate}`;
  // Without a search the total follows from the owner's counter, because private levels are few.
  const total = search
    ? sql`select count(*) as total from (${found})`
    : sql`select u.levels_count - case when ${canSeePrivate} then 0 else (select count(*) from levels
        where user_id = u.id and visibility = 'private') end as total from users u where u.username = ${username}`;
  const { owners, totals, rows } = await gate.read({
    owners: statement<UserColumns>(sql`select ${userColumns} from users u where u.username = ${username}`),
    totals: statement<{ total: number }>(total),
    rows: levelCardsQuery(sql`${found} order by id desc limit ${size} offset ${(page - 1) * size}`),
  });
  const [owner] = owners;
  if (!owner) throw new ApiError("not_found", { message: "No one has this name." });
  return { owner, rows, total: totals[0]?.total ?? 0 };
}
