import type { Env } from "../env.ts";

type Sealing = Pick<Env, "SEAL_SECRET">;

/** What AES-GCM puts before the text. */
const NONCE_BYTES = 12;

const encode = (text: string) => new TextEncoder().encode(text);

let made: { secret: string; key: Promise<CryptoKey> } | undefined;

/** The site's key, derived once in a process. */
function keyOf({ SEAL_SECRET: secret }: Sealing): Promise<CryptoKey> {
  if (made?.secret !== secret) made = { secret, key: derive(secret) };
  return made.key;
}

async function derive(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encode("seal") },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/**
 * Text as the database may keep it: AES-256-GCM, base64url. `purpose` names what it is and whose ("two-factor:12"); it is
 * sealed along, so that a text opens for the same purpose alone.
 */
export async function seal(env: Sealing, purpose: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const how = { name: "AES-GCM", iv, additionalData: encode(purpose) };
  const sealed = await crypto.subtle.encrypt(how, await keyOf(env), encode(text));
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64url");
}

/** What `seal` has closed; null where it was sealed by another secret, for another purpose, or altered. */
export async function unseal(env: Sealing, purpose: string, sealed: string): Promise<string | null> {
  const bytes = Buffer.from(sealed, "base64url");
  const iv = bytes.subarray(0, NONCE_BYTES);
  const how = { name: "AES-GCM", iv, additionalData: encode(purpose) };
  try {
    const text = await crypto.subtle.decrypt(how, await keyOf(env), bytes.subarray(NONCE_BYTES));
    return new TextDecoder().decode(text);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
