import { CLOSE } from "#domain/live/frames.ts";
import type { Env } from "../env.ts";
import { logError } from "../http/log.ts";
import { hubOf } from "./stubs.ts";

/**
 * What an object keeps of who may do what is forgotten, in every object that may keep it, before the act that changed it
 * is answered: a block, a lost buddy, a privacy setting, a role.
 */
export async function forgetPermits(env: Env, ...userIds: number[]): Promise<void> {
  await Promise.all(userIds.map((id) => hubOf(env, id).forgetPermits()));
}

/** Cuts a user's sockets: those of one session, or all. `CLOSE` says why. Their permits go with them. */
export async function cutSockets(env: Env, userId: number, code: number, session?: string): Promise<void> {
  await hubOf(env, userId).cut(code, session);
}

/**
 * Cuts the sockets of sessions that have just ended, by their ids, or all of a user's. They have ended whether or not that
 * works: what fails is noted.
 */
export const cutEnded = (env: Env, userId: number, sessions?: readonly string[]): Promise<void> =>
  cutQuietly(env, userId, CLOSE.sessionEnded, sessions);

/** The same for another reason. */
export async function cutQuietly(
  env: Env,
  userId: number,
  code: number,
  sessions?: readonly string[],
): Promise<void> {
  const cuts = (sessions ?? [undefined]).map((session) => cutSockets(env, userId, code, session));
  for (const cut of await Promise.allSettled(cuts))
    if (cut.status === "rejected") logError("sockets not cut", { user: userId }, cut.reason);
}
