import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { deviceName } from "#domain/auth/device-name.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { canBan, canViewAs } from "#domain/moderation/rules.ts";
import { maskEmail } from "#domain/settings/rules.ts";
import type { FoundAccount, StaffAccount, StaffMember } from "#domain/staff/api.ts";
import { type AccountLookup, assignableRoles } from "#domain/staff/rules.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
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

export const teamQuery: Statement<MemberRow> = statement`select u.id, u.role, u.two_factor_at, u.banned_at, u.banned_until,
    u.role_since, ${userJsonColumn("k")} as giver, (select max(seen_at) from sessions where user_id = u.id) as seen_at,
    exists (select 1 from presence where user_id = u.id) as online, ${otherAdminExists} as other_admin, ${userColumns}
  from users u indexed by users_staff left join users k on k.id = u.role_by
  where u.role <> 'member' and u.deleted_at is null order by u.role, u.id limit ${MAX_MEMBERS}`;

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

export interface FoundRow
  extends UserColumns,
    Columns<"users", "email_verified_at" | "banned_at" | "banned_until" | "created_at"> {
  role: Actor["role"];
}

export const foundColumns = sql`u.role, u.email_verified_at, u.banned_at, u.banned_until, u.created_at, ${userColumns}`;

const foundAccounts = (condition: SQL, limit: number): Statement<FoundRow> =>
  statement`select ${foundColumns} from users u where u.deleted_at is null and ${condition} limit ${limit}`;

/** Finds the accounts that match a search, exact matches first. Each statement uses one index. */
export function lookUpQueries(
  search: AccountLookup,
  limit: number,
): { exact: Statement<FoundRow> | null; named: Statement<FoundRow> | null } {
  switch (search.by) {
    case "nothing":
      return { exact: null, named: null };
    case "newest":
      return { exact: null, named: foundAccounts(sql`true order by u.id desc`, limit) };
    case "email":
      return { exact: foundAccounts(sql`u.email = ${search.email}`, 1), named: null };
    default: {
      const named = foundAccounts(
        sql`u.username >= ${search.name} and u.username < ${`${search.name}~`} order by u.username`,
        limit,
      );
      return { exact: search.by === "id" ? foundAccounts(sql`u.id = ${search.id}`, 1) : null, named };
    }
  }
}

export const presentFound = (row: FoundRow, now: number): FoundAccount => ({
  user: presentUser(row, now),
  role: row.role,
  verified: row.email_verified_at !== null,
  banned: isBanned(row, now),
  ...createdTimes(row.created_at),
});

export interface AccountRow
  extends FoundRow,
    Columns<
      "users",
      | "id"
      | "bio"
      | "email"
      | "two_factor_at"
      | "gold_until"
      | "ban_reason"
      | "coins"
      | "xp"
      | "levels_count"
      | "clears_count"
      | "comments_written"
      | "ratings_count"
      | "buddies_count"
      | "purchases_count"
      | "sales_count"
      | "reports_made"
    > {
  other_admin: 0 | 1;
  online: 0 | 1;
  reported: 0 | 1;
}

export type DeviceRow = Columns<"sessions", "device" | "seen_at" | "created_at">;

const MAX_DEVICES = 20;

/** Selects the browsers in condition a user is signed in, without their locations. */
export const accountDevicesQuery = (username: string, now: number): Statement<DeviceRow> =>
  statement`select device, created_at, seen_at from sessions
    where user_id = (select id from users where username = ${username}) and expires_at > ${now}
    order by seen_at desc limit ${MAX_DEVICES}`;

export function presentStaffAccount(
  row: AccountRow,
  devices: readonly DeviceRow[],
  traces: Omit<NonNullable<StaffAccount["traces"]>, "devices"> | null,
  viewer: Actor,
  now: number,
): StaffAccount {
  const iso = (time: number | null) => (time === null ? null : isoTime(time));
  return {
    ...presentFound(row, now),
    bio: row.bio,
    email: maskEmail(row.email),
    two_factor: row.two_factor_at !== null,
    gold_until: iso(row.gold_until),
    coins: row.coins,
    xp: row.xp,
    counts: {
      levels: row.levels_count,
      clears: row.clears_count,
      comments: row.comments_written,
      ratings: row.ratings_count,
      buddies: row.buddies_count,
      purchases: row.purchases_count,
      sales: row.sales_count,
      reports: row.reports_made,
    },
    online: row.online === 1,
    last_seen: iso(devices[0]?.seen_at ?? null),
    banned: isBanned(row, now) ? { reason: row.ban_reason ?? "", until: iso(row.banned_until) } : null,
    can_punish: canBan(viewer, row),
    can_become: assignableRoles(viewer, { ...row, banned: isBanned(row, now) }, row.other_admin === 1),
    can_view_chat: row.id !== viewer.id && canViewAs(viewer, row.reported ? [row.id] : []),
    traces: traces && {
      ...traces,
      devices: devices.map(({ device, created_at, seen_at }) => ({
        device: deviceName(device),
        seen_at: isoTime(seen_at),
        ...createdTimes(created_at),
      })),
    },
  };
}
