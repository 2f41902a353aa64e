import { type Statement, statement } from "#db/database.ts";
import { type UserColumns, userColumns } from "../users/present.ts";

/** The buddies who were invited to build a level, in the order of their invitations. */
export const editorsQuery = (level: number): Statement<UserColumns> =>
  statement<UserColumns>`select ${userColumns} from level_editors e join users u on u.id = e.user_id
    where e.level_id = ${level} order by e.added_at, e.user_id`;

export const usersQuery = (ids: readonly number[]): Statement<UserColumns> =>
  statement<UserColumns>`select ${userColumns} from users u
    where u.id in (select value from json_each(${JSON.stringify(ids)}))`;
