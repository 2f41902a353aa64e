import type { Env } from "../env.ts";
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
