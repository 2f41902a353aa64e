import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { RemovalType } from "#domain/moderation/types.ts";
import { storeEffectsOf } from "../outbox/effects.ts";

/** How a kind of thing is remembered when it is removed, and how it comes back exactly as it was. */
interface Removable {
  /** The owner, name and JSON state to remove; `to` is the state after, for kinds with several. */
  snapshot(id: number, to: string): SQL;
  /** Condition on the removal `r`: the thing is still as the removal left it. */
  isRemoved(id: number): SQL;
  /** Statements that bring it back, each joined with the removal `r`, which `undone` selects. */
  restore(id: number, undone: SQL, now: number): Statement[];
}

const NOTHING = sql`select null as user_id, null as name, null as state where false`;
const DAY_TODAY = sql`strftime('%Y-%m-%d', 'now')`;

/** A comment is hidden by `deleted_at`. Its row stays in place, so its order does, too. */
const comment: Removable = {
  snapshot: (id) =>
    sql`select user_id, substr(body, 1, 60) as name, '{}' as state from comments where id = ${id} and deleted_at is null`,
  isRemoved: (id) => sql`exists (select 1 from comments where id = ${id} and deleted_at = r.removed_at)`,
  restore: (id, undone) => [
    statement`update comments set deleted_at = null, deleted_by = null from (${undone}) r
      where comments.id = ${id} and comments.deleted_at = r.removed_at`,
  ],
};

const level: Removable = {
  snapshot: (id, to) => sql`select user_id, title as name, json_object('to', ${to}, 'visibility', visibility,
      'taken_down', taken_down, 'featured_at', featured_at, 'updated_at', updated_at) as state
    from levels where id = ${id} and visibility not in ('deleted', ${to})`,
  isRemoved: (id) => sql`exists (select 1 from levels l where l.id = ${id} and l.visibility = r.state ->> 'to'
    and (l.visibility = 'deleted' or l.taken_down = 1))`,
  restore: (id, undone) => {
    const isThis = sql`id = ${id} and exists (${undone})`;
    return [
      // Followers already know the level. With a row for today, the trigger on levels adds none.
      statement`insert into follower_notices (creator_id, day, level_id)
        select user_id, ${DAY_TODAY}, 0 from levels where ${isThis} on conflict do nothing`,
      statement`update levels set visibility = r.state ->> 'visibility', taken_down = r.state ->> 'taken_down',
          featured_at = r.state ->> 'featured_at',
          updated_at = case r.state ->> 'to' when 'deleted' then r.state ->> 'updated_at' else updated_at end
        from (${undone}) r where levels.id = ${id} and levels.visibility = r.state ->> 'to'`,
      statement`delete from follower_notices where level_id = 0 and creator_id = (select user_id from levels where ${isThis})`,
    ];
  },
};

/** Its own picture of a level; without it, the site draws one. The files stay for weeks: their names are never used again. */
const picture: Removable = {
  snapshot: (id) => sql`select user_id, title as name,
      json_object('thumbnail', thumbnail, 'picture', picture, 'thumbnail_small', thumbnail_small) as state
    from levels where id = ${id} and visibility <> 'deleted' and thumbnail_own = 1`,
  isRemoved: (id) =>
    sql`exists (select 1 from levels where id = ${id} and visibility <> 'deleted' and thumbnail_own = 0)`,
  restore: (id, undone) => [
    statement`update levels set thumbnail = r.state ->> 'thumbnail', picture = r.state ->> 'picture',
        thumbnail_small = r.state ->> 'thumbnail_small', thumbnail_own = 1, picture_view = null, picture_shot = null
      from (${undone}) r where levels.id = ${id} and thumbnail_own = 0`,
  ],
};

/** Threads and replies are in the forums' database: undos look there, and restoring is an effect. */
const forumPost = (kind: "thread" | "reply"): Removable => ({
  snapshot: () => NOTHING,
  isRemoved: () => sql`true`,
  restore: (id, undone, now) => [
    storeEffectsOf(
      "forum",
      sql`select json_array(json_object('type', 'restore', 'kind', ${kind}, 'id', ${id}, 'removed_at', r.removed_at)) as effects
        from (${undone}) r`,
      now,
    ),
  ],
});

/** Ratings are deleted for good, so the removal has the row. A new rating of the same user replaces it. */
const rating: Removable = {
  snapshot: (
    id,
  ) => sql`select user_id, (select title from levels where id = level_id) as name, json_object('id', id,
      'user_id', user_id, 'level_id', level_id, 'rating', rating, 'difficulty', difficulty, 'created_at', created_at) as state
    from ratings where id = ${id}`,
  isRemoved: () => sql`not exists (select 1 from ratings
    where user_id = r.state ->> 'user_id' and level_id = r.state ->> 'level_id')`,
  restore: (_, undone) => [
    statement`insert into ratings (id, user_id, level_id, rating, difficulty, created_at)
      select r.state ->> 'id', r.state ->> 'user_id', r.state ->> 'level_id', r.state ->> 'rating', r.state ->> 'difficulty',
        r.state ->> 'created_at' from (${undone}) r where true on conflict do nothing`,
  ],
};

const bio: Removable = {
  snapshot: (id) => sql`select id as user_id, username as name, json_object('bio', bio) as state from users
    where id = ${id} and bio <> '' and deleted_at is null`,
  isRemoved: (id) => sql`exists (select 1 from users where id = ${id} and bio = '' and deleted_at is null)`,
  restore: (id, undone) => [
    statement`update users set bio = r.state ->> 'bio' from (${undone}) r where users.id = ${id} and users.bio = ''`,
  ],
};

/** A hidden or rejected item, with what was decided about it before. Coins that a rejection paid back stay. */
const item: Removable = {
  snapshot: (
    id,
    to,
  ) => sql`select user_id, name, json_object('to', ${to}, 'state', state, 'featured_at', featured_at,
      'review', json((select json_object('reason', reason, 'decided_by', decided_by, 'decided_at', decided_at,
        'rejected_at', rejected_at) from item_reviews where item_id = ${id}))) as state
    from items where id = ${id} and state not in ('rejected', ${to})`,
  isRemoved: (id) => sql`exists (select 1 from items i where i.id = ${id} and i.state = r.state ->> 'to')`,
  restore: (id, undone) => [
    statement`update item_reviews set reason = r.state ->> '$.review.reason', decided_by = r.state ->> '$.review.decided_by',
        decided_at = r.state ->> '$.review.decided_at', rejected_at = r.state ->> '$.review.rejected_at'
      from (${undone}) r where item_reviews.item_id = ${id} and r.state ->> '$.review' is not null`,
    statement`delete from item_reviews where item_id = ${id}
      and exists (select 1 from (${undone}) r where r.state ->> '$.review' is null)`,
    statement`delete from item_takedowns where item_id = ${id} and exists (${undone})`,
    statement`update items set state = r.state ->> 'state', featured_at = r.state ->> 'featured_at'
      from (${undone}) r where items.id = ${id} and items.state = r.state ->> 'to'`,
  ],
};

/** Messages are in the conversation's object, which removes and restores them. */
const message: Removable = {
  snapshot: () => NOTHING,
  isRemoved: () => sql`true`,
  restore: () => [],
};

export const REMOVABLE: Record<RemovalType, Removable> = {
  level,
  picture,
  comment,
  thread: forumPost("thread"),
  reply: forumPost("reply"),
  rating,
  user: bio,
  item,
  message,
};
