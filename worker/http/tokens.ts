import { createHash, createHmac, randomBytes } from "node:crypto";

/** Returns a bearer secret: 32 random bytes in base64url. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** Hashes a bearer secret for the database. The hash doesn't grant access. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Returns an HMAC-SHA256 in base64url. Throws without a secret: anyone could sign then. */
export function sign(secret: string, text: string): string {
  if (!secret) throw new Error("a secret is missing");
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/**
 * Compares in constant time, so the duration doesn't reveal where two texts differ. Their length is no
 * secret.
 */
export function constantTimeEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length && i < b.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
