import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import { type UserColumns, userColumns } from "./present.ts";

/** A subquery for a user's id by name, for queries that need nothing else about them. */
export const userIdByName = (username: string): SQL =>
  sql`(select id from users where username = ${username})`;

/** Selects a user to present, by id or a subquery for it. */
export const userQuery = (id: SQL | number): Statement<UserColumns> =>
  statement(sql`select ${userColumns} from users u where u.id = ${id}`);

/** Selects users to present by id, in no particular order; deleted users are left out. */
export const usersQuery = (ids: readonly number[]): Statement<UserColumns> =>
  statement(
    sql`select ${userColumns} from json_each(${JSON.stringify(ids)}) n cross join users u on u.id = n.value`,
  );
