import type { Env } from "../env.ts";

/** Comes with the response of the deployment next to the database: users whose permits the caller clears. */
const CLEARS_HEADER = "X-Bopolis-Clear-Permits";
const CLEARS = Symbol("permit clears");

/**
 * The users whose permits a passed on write makes invalid. Their hubs are near them rather than the database, so the deployment
 * that passed the write on calls them, before its response as well.
 */
export class PermitClears {
  #users: Set<number> | null = new Set();

  /** Returns false once the response has been sent: then it's too late to leave them to the caller. */
  add(users: readonly number[]): boolean {
    for (const user of users) this.#users?.add(user);
    return this.#users !== null;
  }

  /** Adds the users to the response. */
  send(headers: Headers): void {
    if (this.#users?.size) headers.set(CLEARS_HEADER, [...this.#users].join());
    this.#users = null;
  }
}

/** Returns the bindings of a request that was passed on. */
export const withPermitClears = (env: Env, clears: PermitClears): Env =>
  Object.assign({ ...env }, { [CLEARS]: clears });

/** Leaves the permits of these users to the caller of a passed on request. Returns false for any other request. */
export const leaveToCaller = (env: Env, users: readonly number[]): boolean =>
  (env as { [CLEARS]?: PermitClears })[CLEARS]?.add(users) ?? false;

/** Takes the users out of a response that was passed on. */
export function takeClears(headers: Headers): number[] {
  const users = headers.get(CLEARS_HEADER)?.split(",").map(Number) ?? [];
  headers.delete(CLEARS_HEADER);
  return users;
}
