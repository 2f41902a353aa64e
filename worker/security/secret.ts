import { seal, unseal } from "../http/seal.ts";

type SealEnv = Pick<Env, "SEAL_SECRET">;

/** Encrypts the secret of a user's authenticator app for the database. */
export const sealSecret = (env: SealEnv, userId: number, secret: string): Promise<string> =>
  seal(env, `two-factor:${userId}`, secret);

/** Decrypts the secret. Null if it was sealed with another SEAL_SECRET. */
export const openSecret = (env: SealEnv, userId: number, sealed: string): Promise<string | null> =>
  unseal(env, `two-factor:${userId}`, sealed);

/**
 * Decrypts the secret. Throws if it was sealed with another SEAL_SECRET, because the user couldn't sign in.
 */
export async function readSecret(env: SealEnv, userId: number, sealed: string | null): Promise<string> {
  const secret = await openSecret(env, userId, sealed ?? "");
  if (secret === null) throw new Error(`the second factor of user ${userId} can't be decrypted`);
  return secret;
}
