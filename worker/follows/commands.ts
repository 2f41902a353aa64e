import { type Statement, sql, statement } from "#db/database.ts";
import { LIMITS } from "#domain/limits.ts";

interface Person {
  id: number;
}

/** Follows a creator. Changes nothing across a block, about a banned or deleted account, or at the limit. */
export const followStatement = (me: Person, creator: Person, now: number): Statement =>
  statement(sql`insert into follows (follower_id, creator_id, created_at)
    select ${me.id}, u.id, ${now} from users u where u.id = ${creator.id} and u.deleted_at is null
      and (u.banned_at is null or u.banned_until <= ${now})
      and not exists (select 1 from blocks where user_id = ${me.id} and blocked_id = u.id)
      and not exists (select 1 from blocks where user_id = u.id and blocked_id = ${me.id})
      and (select following_count from users where id = ${me.id}) < ${LIMITS.follows}
    on conflict do nothing`);

export const unfollowStatement = (me: Person, creator: Person): Statement =>
  statement(sql`delete from follows where follower_id = ${me.id} and creator_id = ${creator.id}`);
