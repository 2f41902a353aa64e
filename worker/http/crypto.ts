import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 32 random bytes in base64url: a bearer secret. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of a bearer secret: knowing it does not let one in. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** HMAC-SHA256 in base64url. */
export const sign = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url");

/** Compares without telling by its duration where two texts differ. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
