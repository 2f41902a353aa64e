import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { type UserColumns, userColumns } from "./present.ts";

/** Somebody's id by their name, for a query that has no other use for them. */
export const userNamed = (username: string): SQL => sql`(select id from users where username = ${username})`;

/** A user to present, by their id or what tells it. */
export const userQuery = (id: SQL | number): Statement<UserColumns> =>
  statement(sql`select ${userColumns} from users u where u.id = ${id}`);

/** Users to present by their ids, in no order; those that are gone are left out. */
export const usersQuery = (ids: readonly number[]): Statement<UserColumns> =>
  statement(
    sql`select ${userColumns} from json_each(${JSON.stringify(ids)}) n cross join users u on u.id = n.value`,
  );
