import { createPrivateKey, hkdfSync } from "node:crypto";
import { sql } from "drizzle-orm";
import { importJWK, type JWK } from "jose";
import { type Statement, statement } from "#db/client.ts";
import type { Env } from "../env.ts";

/** How long a key that was followed by another stays valid: longer than any token lives or key set is kept. */
export const OVERLAP_MS = 10 * 60_000;
/** However often keys are changed within that time. */
const MOST_KEYS = 10;

export interface KeyRow {
  id: number;
  created_at: number;
}

/** The newest keys, the one that signs first. */
export const keysQuery: Statement<KeyRow> = statement(
  sql`select id, created_at from signing_keys order by id desc limit ${MOST_KEYS}`,
);

/** Until when each of those keys is valid: the first for ever, any other for a while after the one that followed it. */
export function validKeys(rows: readonly KeyRow[], now: number): (KeyRow & { until: number | null })[] {
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
  /** The public part as it is told (RFC 8037). */
  jwk: { kty: string; crv: string; x: string; kid: string; alg: string; use: string };
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const pairs = new Map<string, Promise<KeyPair>>();

/**
 * The key of a number: its bytes follow from the secret and the number (HKDF, RFC 5869), so that the database holds nothing
 * worth stealing and a change of keys needs no new secret.
 */
export function keyPair(env: Env, id: number): Promise<KeyPair> {
  const name = `${env.JOIN_SECRET} ${id}`;
  const known = pairs.get(name) ?? derive(env.JOIN_SECRET, id);
  pairs.set(name, known);
  return known;
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
