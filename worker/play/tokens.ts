import { createPrivateKey, hkdfSync } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, errors, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import { type Columns, type Statement, statement } from "#db/database.ts";
import { ApiError, type ErrorCode } from "#domain/errors.ts";
import { isRequestKey } from "#domain/hosts/rules.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";

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
interface KeyPair {
  kid: string;
  private: CryptoKey;
  public: CryptoKey;
  /** The public key as published (RFC 8037). */
  jwk: { kty: string; crv: string; x: string; kid: string; alg: string; use: string };
}

/** The prefix of a 32-byte Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const keyPairs = new Map<string, Promise<KeyPair>>();

/** An id's key pair, derived from the secret (HKDF, RFC 5869): none stored, rotation needs no new secret. */
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

/** Lifetime of a join token in seconds. */
export const TOKEN_SECONDS = 60;
/** Tolerated clock skew in seconds. */
const CLOCK_SKEW_SECONDS = 5;

const ALGORITHM = "EdDSA";

/** The claims of a join token: `user` can join `level` on `host` until `exp` (seconds since 1970), once. */
export interface JoinToken {
  host: number;
  user: number;
  level: number;
  /** The instance of the level, for a room. */
  room: number | null;
  jti: string;
  exp: number;
}

/** Signs a token with the newest key; `now` in milliseconds. */
export async function signJoinToken(
  env: Env,
  keys: readonly SigningKeyRow[],
  issuer: string,
  { host, user, level, room, jti }: Omit<JoinToken, "exp">,
  now: number,
): Promise<string> {
  const [newest] = keys;
  if (!newest) throw new Error("there is no key to sign with");
  const key = await loadKeyPair(env, newest.id);
  const issued = Math.floor(now / 1000);
  return new SignJWT({ level_id: level, ...(room !== null && { room }) })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(String(host))
    .setSubject(String(user))
    .setJti(jti)
    .setIssuedAt(issued)
    .setExpirationTime(issued + TOKEN_SECONDS)
    .sign(key.private);
}

/** Three parts in base64url. `jose` ignores whitespace and padding within them. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;
/** The 64 bytes of an Ed25519 signature in their only valid encoding, or none. */
const SIGNATURE = /^(?:[\w-]{85}[AQgw])?$/;

/** Whether a text is exactly one token: trailing data must not be ignored. */
function isToken(token: string): boolean {
  if (!COMPACT.test(token)) return false;
  const { alg } = decodeOrThrow(token, decodeProtectedHeader);
  return alg !== ALGORITHM || SIGNATURE.test(token.slice(token.lastIndexOf(".") + 1));
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const idFrom = (text: unknown): number =>
  typeof text === "string" && /^[1-9]\d*$/.test(text) ? Number(text) : 0;
const isInstance = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < ROOM_LIMITS.instances;

/** A token's user and level, unverified, to choose rows. Throws a 422. Headers may have any JSON type. */
export function readUnverifiedClaims(token: string): Pick<JoinToken, "user" | "level"> {
  if (!isToken(token)) throw new ApiError("token_malformed");
  const { sub, level_id: level } = decodeOrThrow(token, decodeJwt);
  const user = idFrom(sub);
  if (!isId(user) || !isId(level)) throw new ApiError("token_malformed");
  return { user, level };
}

/** A room token's claims, unverified, to choose the host that checks it; else null. */
export function readUnverifiedRoomClaims(
  token: string,
): (Pick<JoinToken, "host" | "user" | "level"> & { room: number }) | null {
  try {
    const claims = readUnverifiedClaims(token);
    const { aud, room } = decodeOrThrow(token, decodeJwt);
    const host = idFrom(aud);
    return isId(host) && isInstance(room) ? { ...claims, host, room } : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function decodeOrThrow<T>(token: string, decode: (token: string) => T): T {
  try {
    return decode(token);
  } catch {
    throw new ApiError("token_malformed");
  }
}

const EXPIRED = "This join token has expired. Tokens are valid for a minute. Request a new one.";

/** Returns a token's claims, or throws why it's invalid. `now` in milliseconds. */
export async function verifyJoinToken(
  env: Env,
  keys: readonly SigningKeyRow[],
  token: string,
  { issuer, host }: { issuer: string; host: number },
  now: number,
): Promise<JoinToken> {
  const { user, level } = readUnverifiedClaims(token);
  const key = await findPublicKey(env, keys, token, now);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: "JWT",
      issuer,
      audience: String(host),
      requiredClaims: ["sub", "jti", "iat", "exp", "level_id"],
      currentDate: new Date(now),
    });
    const { jti, room, iat = 0, exp = 0 } = payload;
    if (iat > now / 1000 + CLOCK_SKEW_SECONDS) throw new ApiError("token_not_yet");
    if (typeof jti !== "string" || !isRequestKey(jti) || exp - iat > TOKEN_SECONDS)
      throw new ApiError("token_malformed");
    return { host, user, level, room: isInstance(room) ? room : null, jti, exp };
  } catch (error) {
    throw toApiError(error);
  }
}

/** The public key that a token names, if it's one of ours and valid. */
async function findPublicKey(env: Env, keys: readonly SigningKeyRow[], token: string, now: number) {
  const { alg = "none", kid } = decodeOrThrow(token, decodeProtectedHeader);
  if (typeof alg !== "string") throw new ApiError("token_malformed");
  if (/^(none)?$/i.test(alg)) throw new ApiError("token_unsigned");
  for (const { id } of validSigningKeys(keys, now)) {
    const pair = await loadKeyPair(env, id);
    if (pair.kid === kid) return pair.public;
  }
  throw new ApiError("token_signature");
}

const CLAIMS: Record<string, ErrorCode> = {
  aud: "token_audience",
  iss: "token_issuer",
  nbf: "token_not_yet",
};

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof errors.JWTExpired) return new ApiError("token_expired", { message: EXPIRED });
  if (error instanceof errors.JWTClaimValidationFailed)
    return new ApiError((error.reason === "check_failed" && CLAIMS[error.claim]) || "token_malformed");
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
    return new ApiError("token_signature");
  return new ApiError("token_malformed");
}
