import type { Env } from "../env.ts";

/** What AES-GCM puts before and after the text. */
const NONCE_BYTES = 12;

const encode = (text: string) => new TextEncoder().encode(text);
const keys = new Map<string, Promise<CryptoKey>>();

/** A key for one purpose, derived from the site's secret, so that what is sealed for one can't stand for another. */
function keyFor(secret: string, purpose: string): Promise<CryptoKey> {
  const name = `${purpose} ${secret}`;
  const known = keys.get(name);
  if (known) return known;
  const made = derive(secret, purpose);
  keys.set(name, made);
  return made;
}

async function derive(secret: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encode(purpose) },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/**
 * Text as the database may keep it: AES-256-GCM, base64url. `purpose` names what it is and whose ("two-factor:12"): it opens
 * for the same purpose alone.
 */
export async function seal(env: Pick<Env, "SEAL_SECRET">, purpose: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv },
    await keyFor(env.SEAL_SECRET, purpose),
    encode(text),
  );
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64url");
}

/** What `seal` has closed; null where it was sealed by another secret, for another purpose, or altered. */
export async function unseal(
  env: Pick<Env, "SEAL_SECRET">,
  purpose: string,
  sealed: string,
): Promise<string | null> {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const text = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytes.subarray(0, NONCE_BYTES) },
      await keyFor(env.SEAL_SECRET, purpose),
      bytes.subarray(NONCE_BYTES),
    );
    return new TextDecoder().decode(text);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
