import { AWAY, type Presence as Whereabouts } from "#domain/presence/presence.ts";
import type { Env } from "../env.ts";
import { presenceOf, presenceShards } from "../live/stubs.ts";

/** How long a `Presence` object goes on telling a hub without being asked again (rule 11). */
export const LEASE_MS = 20 * 60_000;

/**
 * Watchers that are written down, to be asked again after a sleep. An object with more of them never sleeps; should it die
 * alone, the others are heard of again when their pages say `watch` the next time.
 */
export const MOST_WRITTEN_DOWN = 200;

/** Whom a hub's pages watch, told to the objects that know where those people are. */
export class Watching {
  readonly #env: Env;
  readonly #me: number;
  /** What each object was told last, and when; a hub that has slept tells it again. */
  readonly #told = new Map<number, { ids: string; at: number }>();

  constructor(env: Env, me: number) {
    this.#env = env;
    this.#me = me;
  }

  /** Those of `all` that the object of that number knows of. */
  of(shard: number, all: Iterable<number>): number[] {
    const shards = presenceShards(this.#env);
    return [...all].filter((id) => id % shards === shard).sort((a, b) => a - b);
  }

  /** Where the people of one page are now; from then on their moves are told. `all` is whom any page watches. */
  async watch(
    ids: readonly number[],
    all: ReadonlySet<number>,
  ): Promise<({ user_id: number } & Whereabouts)[]> {
    const shards = new Set(ids.map((id) => id % presenceShards(this.#env)));
    const answers = await Promise.all([...shards].map((shard) => this.#ask(shard, ids, all)));
    const present = new Map(answers.flat().map((user) => [user.user_id, user]));
    return ids.map((user_id) => present.get(user_id) ?? { user_id, ...AWAY });
  }

  #ask(shard: number, ids: readonly number[], all: ReadonlySet<number>) {
    const watched = this.of(shard, all);
    const text = watched.join();
    const before = this.#told.get(shard);
    const now = Date.now();
    const isKnown = before?.ids === text && before.at > now - LEASE_MS / 2;
    if (!isKnown) this.#told.set(shard, { ids: text, at: now });
    return presenceOf(this.#env, shard).watch(this.#me, this.of(shard, ids), isKnown ? null : watched);
  }
}
