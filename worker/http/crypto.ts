import { createHash, createHmac, randomBytes } from "node:crypto";

/** 32 random bytes in base64url: a bearer secret. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** A browser's cookies are the same from request to request: what was worked out for this many of late is kept. */
const KEPT = 2_000;

/** A function of texts that keeps its newest answers. */
function keeping(work: (text: string, secret: string) => string): (text: string, secret?: string) => string {
  const kept = new Map<string, string>();
  return (text, secret = "") => {
    const key = `${secret} ${text}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= KEPT) kept.clear();
    const made = work(text, secret);
    kept.set(key, made);
    return made;
  };
}

/** What the database keeps of a bearer secret: knowing it does not let one in. */
export const hashToken = keeping((token) => createHash("sha256").update(token).digest("base64url"));

const hmac = keeping((text, secret) => createHmac("sha256", secret).update(text).digest("base64url"));

/** HMAC-SHA256 in base64url. */
export const sign = (secret: string, text: string): string => hmac(text, secret);

/** Compares without telling by its duration where two texts differ; how long they are is no secret. */
export function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length && i < b.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
