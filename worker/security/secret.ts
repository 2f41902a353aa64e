import type { Env } from "../env.ts";
import { seal, unseal } from "../http/seal.ts";

type Sealing = Pick<Env, "SEAL_SECRET">;

/** The secret of a user's authenticator app as the database keeps it. */
export const sealSecret = (env: Sealing, userId: number, secret: string): Promise<string> =>
  seal(env, `two-factor:${userId}`, secret);

/** The opened secret, or null if it was sealed with another SEAL_SECRET. */
export const openSecret = (env: Sealing, userId: number, sealed: string): Promise<string | null> =>
  unseal(env, `two-factor:${userId}`, sealed);

/** The opened secret. Throws if it was sealed with another SEAL_SECRET: nobody could sign in with it. */
export async function readSecret(env: Sealing, userId: number, sealed: string | null): Promise<string> {
  const secret = await openSecret(env, userId, sealed ?? "");
  if (secret === null) throw new Error(`the second factor of user ${userId} can't be opened`);
  return secret;
}
