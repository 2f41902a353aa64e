import type { Env } from "../env.ts";
import { seal, unseal } from "../http/seal.ts";

type Sealing = Pick<Env, "SEAL_SECRET">;

/** The secret of a user's authenticator app as the database keeps it. */
export const sealSecret = (env: Sealing, userId: number, secret: string): Promise<string> =>
  seal(env, `two-factor:${userId}`, secret);

/** The same to be used. One that does not open was sealed under another SEAL_SECRET: nobody could sign in with it. */
export async function readSecret(env: Sealing, userId: number, sealed: string | null): Promise<string> {
  const secret = await unseal(env, `two-factor:${userId}`, sealed ?? "");
  if (secret === null) throw new Error(`the second factor of user ${userId} can't be opened`);
  return secret;
}
