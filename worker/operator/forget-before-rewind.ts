import { CLOSE_CODES } from "#domain/live/frames.ts";
import { query } from "../backup/database-plan.ts";
import { syncSequences } from "../ids/commands.ts";
import { allPresenceStubs, boardStub, gameHostStub, hubStub } from "../live/stubs.ts";
import { openDatabases } from "../outbox/relay.ts";

/** Where the work goes on: first all hosts, then the users of each `Presence` object. */
export interface RewindCursor {
  shard: number;
  after: number;
}

const USERS_AT_ONCE = 100;

/**
 * Makes objects forget what they had read from D1 before it was rewound: sequences, presence, hosts, permits and sessions. Does
 * a part of the work at a time. Returns where it goes on, or null. Safe to repeat.
 */
export async function forgetBeforeRewind(
  env: Env,
  cursor: RewindCursor | null,
): Promise<RewindCursor | null> {
  const shards = allPresenceStubs(env);
  if (!cursor) {
    const databases = openDatabases(env);
    await syncSequences(env, databases);
    const { hosts } = await databases.main.batch({
      presence: query("delete from presence"),
      playing: query("delete from playing"),
      counters: query("update counters set value = 0 where name in ('online', 'in_game')"),
      hosts: query<{ id: number }>("select id from hosts"),
    });
    await Promise.all(hosts.map(({ id }) => gameHostStub(env, id).hostChanged()));
    await boardStub(env).forgetDatabase();
    // Each writes its people to the database again.
    await Promise.all(shards.map((shard) => shard.writeAll()));
    return { shard: 0, after: 0 };
  }
  const users = await shards[cursor.shard]?.peopleAfter(cursor.after, USERS_AT_ONCE);
  if (!users) return null;
  // Their pages return at once, with sessions and permits that D1 has now.
  await Promise.all(users.map((user) => hubStub(env, user).disconnect(CLOSE_CODES.sessionRenewed)));
  const last = users.at(-1);
  return last === undefined ? { shard: cursor.shard + 1, after: 0 } : { ...cursor, after: last };
}
