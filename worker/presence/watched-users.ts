import { OFFLINE } from "#domain/presence/presence.ts";
import { presenceShards, presenceStub } from "../live/stubs.ts";

/** How long a `Presence` object keeps notifying a hub without a renewed request (rule 11). */
export const LEASE_MS = 20 * 60_000;

/** Stored watchers, restored after hibernation. An object with more never hibernates. */
export const MAX_SAVED_WATCHERS = 200;

/** The users that a hub's pages watch, registered with the `Presence` objects that hold them. */
export class WatchedUsers {
  readonly #env: Env;
  readonly #me: number;
  /** The last registration with each object; repeated after the hub hibernates. */
  readonly #sent = new Map<number, { ids: string; at: number }>();

  constructor(env: Env, me: number) {
    this.#env = env;
    this.#me = me;
  }

  /** Returns those of `all` that belong to a shard. */
  inShard(shard: number, all: Iterable<number>): number[] {
    const shards = presenceShards(this.#env);
    return [...all].filter((id) => id % shards === shard).sort((a, b) => a - b);
  }

  /** Presence of a page's users, with updates from now on. `all` has those of every page. */
  async watch(ids: readonly number[], all: ReadonlySet<number>) {
    const shards = new Set(ids.map((id) => id % presenceShards(this.#env)));
    const responses = await Promise.all([...shards].map((shard) => this.#watchShard(shard, ids, all)));
    const present = new Map(responses.flat().map((user) => [user.user_id, user]));
    return ids.map((user_id) => present.get(user_id) ?? { user_id, ...OFFLINE });
  }

  #watchShard(shard: number, ids: readonly number[], all: ReadonlySet<number>) {
    const watched = this.inShard(shard, all);
    const text = watched.join();
    const before = this.#sent.get(shard);
    const now = Date.now();
    const isKnown = before?.ids === text && before.at > now - LEASE_MS / 2;
    if (!isKnown) this.#sent.set(shard, { ids: text, at: now });
    return presenceStub(this.#env, shard).watch(this.#me, this.inShard(shard, ids), isKnown ? null : watched);
  }
}
