import { pairName } from "#domain/conversations/ids.ts";
import type { HostRegion } from "#domain/hosts/regions.ts";
import type { Env } from "../env.ts";

/** The object that holds a user's sockets and inbox. */
export const hubOf = (env: Env, userId: number) => env.USER_HUB.getByName(String(userId));

/** The object that holds what two people said to each other. */
export const conversationOf = (env: Env, a: number, b: number) => env.CONVERSATION.getByName(pairName(a, b));

/** The object that knows where a share of all users is. */
export const presenceOf = (env: Env, userId: number) =>
  env.PRESENCE.getByName(`${userId % presenceShards(env)}`);

export const presenceShards = (env: Env): number => Number(env.PRESENCE_SHARDS ?? 8);

/** The object that knows a game host. It is made near it, by the region's location hint. */
export const gameHostOf = (env: Env, id: number, region?: HostRegion) =>
  env.GAME_HOST.getByName(String(id), region && { locationHint: region });

/** The one object that hands out the ids other objects are named by. */
export const idsOf = (env: Env) => env.IDS.getByName("ids");

/** All objects that know where users are. */
export const allPresence = (env: Env) =>
  Array.from({ length: presenceShards(env) }, (_, shard) => presenceOf(env, shard));
