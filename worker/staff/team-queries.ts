import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { users } from "#db/schema/index.ts";
import type { Actor } from "#domain/auth/roles.ts";
import type { StaffMember } from "#domain/staff/api.ts";
import { assignableRoles } from "#domain/staff/rules.ts";
import { isBanned } from "../http/session.ts";
import { isoTimeOrNull } from "../moderation/ban-statements.ts";
import {
  presentUser,
  presentUserJson,
  type UserColumns,
  userColumns,
  userJsonColumn,
} from "../users/present.ts";

/** A site has a handful of staff; more aren't listed. */
const MAX_MEMBERS = 200;

/** Whether an admin with two-factor authentication exists besides the user `u`. */
export const otherAdminExists = sql`exists (select 1 from users o indexed by users_staff
  where o.role <> 'member' and o.role = 'admin' and o.id <> u.id and o.two_factor_at is not null and o.deleted_at is null)`;

interface MemberRow
  extends UserColumns,
    Columns<"users", "id" | "two_factor_at" | "banned_at" | "banned_until" | "role_since"> {
  role: Actor["role"];
  /** The admin who gave the role (`userJsonColumn`). */
  giver: string | null;
  seen_at: number | null;
  online: 0 | 1;
  other_admin: 0 | 1;
}

export const teamQuery: Statement<MemberRow> =
  statement(sql`select u.id, u.role, u.two_factor_at, u.banned_at, u.banned_until,
    u.role_since, ${userJsonColumn("k")} as giver, (select max(seen_at) from sessions where user_id = u.id) as seen_at,
    exists (select 1 from presence where user_id = u.id) as online, ${otherAdminExists} as other_admin, ${userColumns}
  from users u indexed by users_staff left join users k on k.id = u.role_by
  where u.role <> 'member' and u.deleted_at is null order by u.role, u.id limit ${MAX_MEMBERS}`);

export function presentMember(row: MemberRow, viewer: Actor, now: number): StaffMember {
  const banned = isBanned(row, now);
  return {
    user: presentUser(row, now),
    role: row.role,
    two_factor: row.two_factor_at !== null,
    banned,
    since: isoTimeOrNull(row.role_since),
    by: presentUserJson(row.giver, now),
    online: row.online === 1,
    last_seen: isoTimeOrNull(row.seen_at),
    can_become: assignableRoles(viewer, { ...row, banned }, row.other_admin === 1),
  };
}
