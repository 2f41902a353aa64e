import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import { idsTable } from "#db/values-table.ts";
import type { UserCard } from "#domain/api/response.ts";
import type { Actor, Role } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import type { SessionAccount } from "../http/session.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { accountColumns, presentUser, type UserColumns, userColumns } from "../users/present.ts";

export interface MemberRow extends UserColumns, Columns<"users", "role"> {
  /** Whether the viewer has blocked them. */
  from_blocked: 0 | 1;
}

/** Selects the people whose ids are in the forums' rows. */
export function membersQuery(ids: readonly (number | null)[], viewer: Actor | null): Statement<MemberRow> {
  const blocked = viewer
    ? sql`exists (select 1 from blocks where user_id = ${viewer.id} and blocked_id = u.id)`
    : sql`0`;
  const list = [...new Set(ids.filter((id) => id !== null))];
  return statement`select ${userColumns}, u.role, ${blocked} as from_blocked
    from ${idsTable(list.length > 0 ? list : [0])} n cross join users u on u.id = n.column1`;
}

/** A row that the main database has lost, because the forums were rewound to a later time. */
export const missingUser = (id: number): UserColumns => ({
  u_id: id,
  u_username: `deleted-${id}`,
  u_xp: 0,
  u_gold_until: null,
  u_gold_username: 0,
  u_colors: "",
  u_headshot: null,
  u_avatar: null,
});

/** Loads people by their ids. No round trip without any. */
export async function loadMembers(
  { gate, viewer, now }: { gate: SessionGate; viewer: Actor | null; now: number },
  ids: readonly (number | null)[],
): Promise<Members> {
  return toMembers(gate, ids, ids.length > 0 ? await gate.all(membersQuery(ids, viewer)) : [], now);
}

/** Throws if a copy lacks someone who has already posted: then the primary is asked (near-first.ts). */
export function toMembers(
  { db }: Pick<SessionGate, "db">,
  ids: readonly (number | null)[],
  rows: readonly MemberRow[],
  now: number,
): Members {
  const wanted = new Set(ids.filter((id) => id !== null));
  if (db.isNear && rows.length < wanted.size) throw new ApiError("not_found");
  return new Members(rows, now);
}

/** The signed-in member alone. */
export const ownMember = (account: SessionAccount, now: number): Members =>
  new Members(
    [
      {
        ...accountColumns(account),
        role: account.staff_role,
        from_blocked: 0,
      },
    ],
    now,
  );

/** People by id, as the viewer sees them. */
export class Members {
  readonly #rows: ReadonlyMap<number, MemberRow>;
  readonly #now: number;

  constructor(rows: readonly MemberRow[], now: number) {
    this.#rows = new Map(rows.map((row) => [row.u_id, row]));
    this.#now = now;
  }

  card(id: number): UserCard {
    return presentUser(this.#rows.get(id) ?? missingUser(id), this.#now);
  }

  role(id: number): Role {
    return this.#rows.get(id)?.role ?? "member";
  }

  isBlocked(id: number): boolean {
    return this.#rows.get(id)?.from_blocked === 1;
  }
}
