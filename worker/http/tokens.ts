import { createHash, createHmac, randomBytes } from "node:crypto";

/** Returns a bearer secret: 32 random bytes in base64url. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** A browser sends the same cookies with every request, so recent results are cached. */
const MAX_MEMOIZED = 2_000;

/** Caches the newest results of a function of texts. */
function memoize(work: (text: string, secret: string) => string): (text: string, secret?: string) => string {
  const results = new Map<string, string>();
  return (text, secret = "") => {
    const key = `${secret} ${text}`;
    const known = results.get(key);
    if (known !== undefined) return known;
    if (results.size >= MAX_MEMOIZED) results.clear();
    const result = work(text, secret);
    results.set(key, result);
    return result;
  };
}

/** Hashes a bearer secret for the database. The hash doesn't grant access. */
export const hashToken = memoize((token) => createHash("sha256").update(token).digest("base64url"));

const hmac = memoize((text, secret) => createHmac("sha256", secret).update(text).digest("base64url"));

/** Returns an HMAC-SHA256 in base64url. */
export const sign = (secret: string, text: string): string => hmac(text, secret);

/**
 * Compares in constant time, so the duration doesn't reveal where two texts differ. Their length is no
 * secret.
 */
export function constantTimeEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length && i < b.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
