/** A browser's keys for a subscription, in base64url. */
interface PushKeys {
  p256dh: string;
  auth: string;
}

/** The random part of an encryption; tests fix it. */
interface PushRandomness {
  pair: CryptoKeyPair;
  salt: Uint8Array;
}

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const RECORD_SIZE = 4096;
/** Marks the last record. */
const LAST_RECORD = 2;

const utf8 = (text: string) => new TextEncoder().encode(text);
const fromBase64Url = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

async function derive(salt: Uint8Array, secret: Uint8Array, info: Uint8Array, length: number) {
  const key = await crypto.subtle.importKey("raw", concat(secret), "HKDF", false, ["deriveBits"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt: concat(salt), info: concat(info) };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, length * 8));
}

const newRandomness = async (): Promise<PushRandomness> => ({
  pair: (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair,
  salt: crypto.getRandomValues(new Uint8Array(16)),
});

/** Encrypts a push message for one browser (RFC 8291, content coding aes128gcm). Its push service can't read it. */
export async function encryptPush(
  message: string,
  keys: PushKeys,
  randomness?: PushRandomness,
): Promise<Uint8Array<ArrayBuffer>> {
  const { pair, salt } = randomness ?? (await newRandomness());
  const theirs = fromBase64Url(keys.p256dh);
  const ours = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const publicKey = await crypto.subtle.importKey("raw", theirs, CURVE, false, []);
  const shared = new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: "ECDH", public: publicKey } as unknown as SubtleCryptoDeriveKeyAlgorithm,
      pair.privateKey,
      256,
    ),
  );
  const info = concat(utf8("WebPush: info\0"), theirs, ours);
  const secret = await derive(fromBase64Url(keys.auth), shared, info, 32);
  const contentKey = await derive(salt, secret, utf8("Content-Encoding: aes128gcm\0"), 16);
  const nonce = await derive(salt, secret, utf8("Content-Encoding: nonce\0"), 12);
  const key = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", false, ["encrypt"]);
  const text = concat(utf8(message), new Uint8Array([LAST_RECORD]));
  const encrypted = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, text);
  const header = new Uint8Array(5);
  new DataView(header.buffer).setUint32(0, RECORD_SIZE);
  header[4] = ours.length;
  return concat(salt, header, ours, new Uint8Array(encrypted));
}
