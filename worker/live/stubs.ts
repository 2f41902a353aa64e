import { pairKey } from "#domain/conversations/ids.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";

/** Where an object is created by its first call, for good; without a region, near the caller. */
const near = (region: DurableObjectLocationHint | null | undefined) =>
  region ? { locationHint: region } : undefined;

/** Returns the object that holds a user's sockets and inbox, created near their home. */
export const hubStub = (env: Env, userId: number, home?: HostRegion | null) =>
  env.USER_HUB.getByName(String(userId), near(home));

/** Returns the object that holds a conversation of two users, created near the one who opens it. */
export const conversationStub = (env: Env, a: number, b: number, region?: HostRegion | null) =>
  env.CONVERSATION.getByName(pairKey(a, b), near(region));

/** Objects that work for everyone are created near the database. */
const nearDatabase = ({ DATABASE_LOCATION }: Env) => near(DATABASE_LOCATION);

/** Returns the object that holds the presence of a share of all users. */
export const presenceStub = (env: Env, userId: number) =>
  env.PRESENCE.getByName(`${userId % presenceShards(env)}`, nearDatabase(env));

/** Returns the single object that adds up who is online and who plays where. */
export const boardStub = (env: Env) => env.BOARD.getByName("board", nearDatabase(env));

export const presenceShards = (env: Env): number => Number(env.PRESENCE_SHARDS ?? 8);

/** Returns a game host's object, created near its region by location hint. */
export const gameHostStub = (env: Env, id: number, region?: HostRegion) =>
  env.GAME_HOST.getByName(String(id), near(region));

/** Returns the object of an instance of a level, created near a region by location hint. */
export const roomStub = (env: Env, level: number, instance: number, region?: HostRegion) =>
  env.LEVEL_ROOM.getByName(`${level}:${instance}`, near(region));

/** Returns the object of a level that is being built, created near its builder. */
export const buildStub = (env: Env, level: number, region?: HostRegion | null) =>
  env.LEVEL_BUILD.getByName(String(level), near(region));

/** Returns the single object that issues the ids after which other objects are named, created near the database. */
export const idsStub = (env: Env) => env.IDS.getByName("ids", near(env.DATABASE_LOCATION));

/** Returns the single object that backs up the site, created near the database. */
export const backupStub = (env: Env) => env.BACKUP.getByName("backup", near(env.DATABASE_LOCATION));

/** Returns all objects that hold presence. */
export const allPresenceStubs = (env: Env) =>
  Array.from({ length: presenceShards(env) }, (_, shard) => presenceStub(env, shard));
