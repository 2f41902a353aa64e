import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP's scrypt setting for 16 MiB of memory: N = 2^14, r = 8, p = 5. Kept in the hash, so it can be raised later. */
const COST = { N: 16_384, r: 8, p: 5 };
const KEY_BYTES = 32;

function derive(password: string, salt: Buffer, { N, r, p }: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r };
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Of no password: compared with when there is no such account, so that the answer takes as long. */
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`;

/** Whether the password is the one of the hash; always takes a derivation's time. */
export async function checkPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = "", key = ""] = (hash || NOBODY).split("$");
  const wanted = Buffer.from(key, "base64url");
  const derived = await derive(password, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return Boolean(hash) && wanted.length === derived.length && timingSafeEqual(wanted, derived);
}
