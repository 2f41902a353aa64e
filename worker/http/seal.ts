type SealEnv = Pick<Env, "SEAL_SECRET">;

/** AES-GCM's nonce, stored in front of the ciphertext. */
const NONCE_BYTES = 12;

const encode = (text: string) => new TextEncoder().encode(text);

let cachedKey: { secret: string; key: Promise<CryptoKey> } | undefined;

/** Returns the site's key, derived once per process. */
function sealingKey({ SEAL_SECRET: secret }: SealEnv): Promise<CryptoKey> {
  if (cachedKey?.secret !== secret) cachedKey = { secret, key: deriveKey(secret) };
  return cachedKey.key;
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encode("seal") },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/** Encrypts text: AES-256-GCM, base64url. `purpose` ("two-factor:12") is authenticated too. */
export async function seal(env: SealEnv, purpose: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const params = { name: "AES-GCM", iv, additionalData: encode(purpose) };
  const sealed = await crypto.subtle.encrypt(params, await sealingKey(env), encode(text));
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64url");
}

/** Decrypts what `seal` returned; null with another secret or purpose, or if it was modified. */
export async function unseal(env: SealEnv, purpose: string, sealed: string): Promise<string | null> {
  const bytes = Buffer.from(sealed, "base64url");
  const iv = bytes.subarray(0, NONCE_BYTES);
  const params = { name: "AES-GCM", iv, additionalData: encode(purpose) };
  try {
    const text = await crypto.subtle.decrypt(params, await sealingKey(env), bytes.subarray(NONCE_BYTES));
    return new TextDecoder().decode(text);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
