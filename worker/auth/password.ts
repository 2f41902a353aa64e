import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { isProduction } from "../env.ts";

export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's scrypt setting for 16 MiB of memory. Stored in the hash, so it can be raised later. */
export const FULL_COST: PasswordCost = { N: 16_384, r: 8, p: 5 };
/** A hundredth of the cost, for tests, which create accounts and sign in constantly. */
export const LOW_COST: PasswordCost = { N: 1_024, r: 8, p: 1 };
const KEY_BYTES = 32;

/** Returns the cost of a new password hash. Production always uses the full cost. */
export const passwordCost = (env: Pick<Env, "PASSWORD_COST" | "ENVIRONMENT">): PasswordCost =>
  env.PASSWORD_COST === "low" && !isProduction(env) ? LOW_COST : FULL_COST;

/** The slow step of hashing and checking. An object, so tests can count it. */
export const keyDerivation = {
  derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const options = { N, r, p, maxmem: 256 * N * r };
      scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  },
};

/** Returns `scrypt$N$r$p$salt$key`, with salt and key in base64url. */
export async function hashPassword(password: string, cost = FULL_COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyDerivation.derive(password, salt, cost);
  return formatHash(cost, salt.toString("base64url"), key.toString("base64url"));
}

const formatHash = ({ N, r, p }: PasswordCost, salt: string, key: string) =>
  ["scrypt", N, r, p, salt, key].join("$");

/** Without a hash it derives once at `cost`, so timing doesn't reveal whether the account exists. */
export async function checkPassword(
  password: string,
  hash: string | undefined,
  cost = FULL_COST,
): Promise<boolean> {
  const compared = hash || formatHash(cost, "A".repeat(22), "A".repeat(43));
  const [, N, r, p, salt = "", key = ""] = compared.split("$");
  const expected = Buffer.from(key, "base64url");
  const derived = await keyDerivation.derive(password, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return Boolean(hash) && expected.length === derived.length && timingSafeEqual(expected, derived);
}
