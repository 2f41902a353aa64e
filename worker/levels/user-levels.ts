import { sql } from "drizzle-orm";
import { select } from "#db/client.ts";
import { Refusal } from "#domain/errors.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { isStaff } from "#domain/levels/rules.ts";
import type { Gate } from "../http/gate.ts";
import { type UserColumns, userColumns } from "../users/present.ts";
import { type CardRow, cardColumns, cardJoins } from "./present.ts";

interface UserLevelsQuery {
  username: string;
  viewer: Actor | null;
  search: string;
  page: number;
  size: number;
}

/** A user's levels, newest first; private ones only for themselves and staff. A person has 250 at most, so all are looked at. */
export async function listUserLevels(
  gate: Gate,
  { username, viewer, search, page, size }: UserLevelsQuery,
): Promise<{ owner: UserColumns; rows: CardRow[]; total: number }> {
  const privately = isStaff(viewer) ? sql`true` : sql`l.user_id = ${viewer?.id ?? 0}`;
  const found = sql`from levels l where l.user_id = (select id from users where username = ${username})
    and l.visibility in ('public', 'private') and (l.visibility = 'public' or ${privately})
    ${search ? sql`and instr(lower(l.title), lower(${search})) > 0` : sql``}`;
  const [owners, totals, rows] = await gate.read(
    select<UserColumns>(sql`select ${userColumns} from users u where u.username = ${username}`),
    select<{ total: number }>(sql`select count(*) as total ${found}`),
    select<CardRow>(sql`with page as (select l.id ${found} order by l.id desc limit ${size} offset ${(page - 1) * size})
      select ${cardColumns} from page p cross join levels l on l.id = p.id ${cardJoins} order by p.id desc`),
  );
  const [owner] = owners;
  if (!owner) throw new Refusal("not_found", { message: "There is no user of this name." });
  return { owner, rows, total: totals[0]?.total ?? 0 };
}
