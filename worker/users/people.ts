import { type ColumnsAs, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { users } from "#db/schema/index.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  type UserColumns,
  userColumns,
} from "./present.ts";

/** A user in a list. */
export interface PersonRow extends UserColumns, PresenceColumns, ColumnsAs<"users", { u_bio: "bio" }> {
  /** The sort key, largest first. */
  place: number;
}

/** Selects the users whose `id` and `place` the subquery finds; skips deleted users. */
export const selectPeople = (
  found: SQL,
): SQL => sql`select ${userColumns}, u.bio as u_bio, ${presenceColumns}, f.place
  from (${found}) f cross join users u on u.id = f.id ${presenceJoins}`;

/** Sorts rows here, because SQLite's sorter counts as reading them again. */
export const sortByRank = (rows: PersonRow[]): PersonRow[] =>
  rows.sort((a, b) => b.place - a.place || b.u_id - a.u_id);

/** Selects users by id, in this order. */
export const peopleById = (ids: readonly number[]): Statement<PersonRow> =>
  statement(selectPeople(sql`select value as id, -key as place from json_each(${JSON.stringify(ids)})`));
