import { type Columns, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { type FollowTab, followListRoute, followRoute, unfollowRoute } from "#domain/follows/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import { findOtherUser } from "../buddies/queries.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { paginationLinks } from "../http/pagination.ts";
import { notifyUser } from "../live/notify.ts";
import { limitNewcomer } from "../spam/screen.ts";
import { readOwnList } from "../users/own-lists.ts";
import { presentUserWithPresence, userIdByName } from "../users/present.ts";

/** Whether the user `me` follows the user with the id `them`, as a column. */
export const isFollowing = (me: SQL, them: SQL): SQL =>
  sql`exists (select 1 from follows where follower_id = ${me} and creator_id = ${them})`;

/** A creator from a follower's side. */
interface FollowRow
  extends RelationshipColumns,
    Columns<"users", "username" | "followers_count" | "following_count"> {
  following: 0 | 1;
}

/** The creator as the follower sees them. */
const followQuery = (me: number, creator: number): Statement<FollowRow> =>
  statement`select u.username, u.followers_count, ${relationshipColumns(sql`${me}`, sql`u.id`)},
      ${isFollowing(sql`${me}`, sql`u.id`)} as following,
      (select following_count from users where id = ${me}) as following_count
    from users u where u.id = ${creator}`;

interface Person {
  id: number;
}

/** Follows a creator. Changes nothing across a block, about a banned or deleted account, or at the limit. */
const followStatement = (me: Person, creator: Person, now: number): Statement =>
  statement`insert into follows (follower_id, creator_id, created_at)
    select ${me.id}, u.id, ${now} from users u where u.id = ${creator.id} and u.deleted_at is null
      and (u.banned_at is null or u.banned_until <= ${now})
      and not exists (select 1 from blocks where user_id = ${me.id} and blocked_id = u.id)
      and not exists (select 1 from blocks where user_id = u.id and blocked_id = ${me.id})
      and (select following_count from users where id = ${me.id}) < ${LIMITS.follows}
    on conflict do nothing`;

/** Why a creator wasn't followed: a block, which applies to staff, too, the limit, or a banned creator. */
function followError(me: { id: number }, row: FollowRow): ApiError {
  const code = contactProblem({ id: me.id, role: "member" }, relationshipOf(row, PRIVACY.everyone));
  if (code === "blocked_by_you") return new ApiError(code);
  if (!code && row.following_count >= LIMITS.follows) return new ApiError("follow_limit");
  return new ApiError("contact_refused", { message: "You can't follow this person." });
}

function outcome(row: FollowRow, message: string) {
  return { message, following: row.following === 1, followers_count: row.followers_count };
}

/** The event for the follower's other tabs. */
const followChange = ({ id }: { id: number }, { following, followers_count }: FollowRow) =>
  ({ event: "FollowChanged", user_id: id, following: following === 1, followers_count }) as const;

export function followRoutes(app: HonoApp): void {
  handle(app, followRoute, async ({ gate, viewer, params, env, now, defer }) => {
    const creator = await findOtherUser(gate, viewer, params.username);
    await limitNewcomer(env, await gate.account(), "follows", now);
    const { row } = await gate.write({
      follow: followStatement(viewer, creator, now),
      row: first(followQuery(viewer.id, creator.id)),
    });
    if (!row) throw new ApiError("not_found");
    if (!row.following) throw followError(viewer, row);
    defer(notifyUser(env, viewer.id, followChange(creator, row)));
    return outcome(row, `You follow ${row.username}.`);
  });

  handle(app, unfollowRoute, async ({ gate, viewer, params, env, defer }) => {
    const creator = await findOtherUser(gate, viewer, params.username);
    const { row } = await gate.write({
      unfollow: statement`delete from follows where follower_id = ${viewer.id} and creator_id = ${creator.id}`,
      row: first(followQuery(viewer.id, creator.id)),
    });
    if (!row) throw new ApiError("not_found");
    defer(notifyUser(env, viewer.id, followChange(creator, row)));
    return outcome(row, `You no longer follow ${row.username}.`);
  });

  handle(app, followListRoute, async ({ params, input, gate, request, now }) => {
    const size = LIMITS.pageSize.buddies;
    const tab = params.followTab as FollowTab;
    const { owner, rows, total } = await readOwnList(gate, tab, userIdByName(params.username), {
      search: "",
      page: input.page,
      size,
    });
    if (!owner) throw new ApiError("not_found", { message: "No one has this name." });
    const { id, username, followers_count, following_count } = owner;
    return {
      data: rows.map((row) => presentUserWithPresence(row, now)),
      ...paginationLinks(request, input.page, size, total),
      user: { id, username },
      counts: { followers: followers_count, following: following_count },
    };
  });
}
