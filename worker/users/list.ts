import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  type UserColumns,
  userColumns,
} from "./present.ts";

/** Somebody in a list of people. */
export interface PersonRow extends UserColumns, PresenceColumns {
  u_bio: string;
  /** What the list is sorted by; the largest comes first. */
  place: number;
}

/** Selects the people whose `id` and `place` a select finds; whoever is not there any more is passed over. */
export const people = (
  found: SQL,
): SQL => sql`select ${userColumns}, u.bio as u_bio, ${presenceColumns}, f.place
  from (${found}) f cross join users u on u.id = f.id ${presenceJoins}`;

/** Rows in the list's order: sorted here, as SQLite's sorter counts as reading them again. */
export const inPlace = (rows: PersonRow[]): PersonRow[] =>
  rows.sort((a, b) => b.place - a.place || b.u_id - a.u_id);

/** The people of these ids, in this order. */
export const peopleNamed = (ids: readonly number[]): Statement<PersonRow> =>
  statement(people(sql`select value as id, -key as place from json_each(${JSON.stringify(ids)})`));
