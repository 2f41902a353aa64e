import { createPrivateKey, hkdfSync } from "node:crypto";
import { importJWK, type JWK } from "jose";
import { type Columns, type Statement, statement } from "#db/database.ts";

/** How long a replaced key stays valid: longer than any token lives or any key set is cached. */
export const OVERLAP_MS = 10 * 60_000;
/** However often keys are rotated within that time. */
const MAX_KEYS = 10;

export type SigningKeyRow = Columns<"signing_keys", "id" | "created_at">;

/** The newest keys; the first one signs. */
export const signingKeysQuery: Statement<SigningKeyRow> = statement`select id, created_at from signing_keys order by id desc limit ${MAX_KEYS}`;

/** When each key expires: never for the first, others some time after their successor was created. */
export function validSigningKeys(
  rows: readonly SigningKeyRow[],
  now: number,
): (SigningKeyRow & { until: number | null })[] {
  return rows
    .map((row, i) => {
      const next = rows[i - 1];
      return { ...row, until: next ? next.created_at + OVERLAP_MS : null };
    })
    .filter(({ until }) => until === null || until > now);
}

/** An Ed25519 key pair. */
export interface KeyPair {
  kid: string;
  private: CryptoKey;
  public: CryptoKey;
  /** The public key as published (RFC 8037). */
  jwk: { kty: string; crv: string; x: string; kid: string; alg: string; use: string };
}

/** The prefix of a 32-byte Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const keyPairs = new Map<string, Promise<KeyPair>>();

/**
 * The key pair of an id, derived from the secret and the id (HKDF, RFC 5869), so the database contains no key and
 * rotation needs no new secret.
 */
export function loadKeyPair(env: Env, id: number): Promise<KeyPair> {
  const name = `${env.JOIN_SECRET} ${id}`;
  const pair = keyPairs.get(name) ?? derive(env.JOIN_SECRET, id);
  keyPairs.set(name, pair);
  return pair;
}

async function derive(secret: string, id: number): Promise<KeyPair> {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", `join token ${id}`, 32));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, bytes]), format: "der", type: "pkcs8" });
  const { kty = "", crv = "", x = "", d } = key.export({ format: "jwk" }) as JWK;
  const kid = `${id}-${x.slice(0, 8)}`;
  return {
    kid,
    private: (await importJWK({ kty, crv, x, d } as JWK, "EdDSA")) as CryptoKey,
    public: (await importJWK({ kty, crv, x }, "EdDSA")) as CryptoKey,
    jwk: { kty, crv, x, kid, alg: "EdDSA", use: "sig" },
  };
}
