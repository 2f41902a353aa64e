import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { type RelationshipColumns, relationshipColumns } from "../blocks/queries.ts";

/** Whether the user `me` follows the user with the id `them`, as a column. */
export const isFollowing = (me: SQL, them: SQL): SQL =>
  sql`exists (select 1 from follows where follower_id = ${me} and creator_id = ${them})`;

/** A creator from a follower's side. */
export interface FollowRow
  extends RelationshipColumns,
    Columns<"users", "username" | "followers_count" | "following_count"> {
  following: 0 | 1;
}

/** The creator as the follower sees them. */
export const followQuery = (me: number, creator: number): Statement<FollowRow> =>
  statement`select u.username, u.followers_count, ${relationshipColumns(sql`${me}`, sql`u.id`)},
      ${isFollowing(sql`${me}`, sql`u.id`)} as following,
      (select following_count from users where id = ${me}) as following_count
    from users u where u.id = ${creator}`;
