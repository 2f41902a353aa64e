import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import { ApiError, type ErrorCode } from "#domain/errors.ts";
import { isRequestKey } from "#domain/hosts/rules.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { loadKeyPair, type SigningKeyRow, validSigningKeys } from "./keys.ts";

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

/**
 * The user and level in a token, unverified: use them only to decide which rows to read. Throws a 422 if it isn't a
 * token. Headers and claims may have any JSON type, whatever jose declares.
 */
export function readUnverifiedClaims(token: string): Pick<JoinToken, "user" | "level"> {
  if (!isToken(token)) throw new ApiError("token_malformed");
  const { sub, level_id: level } = decodeOrThrow(token, decodeJwt);
  const user = idFrom(sub);
  if (!isId(user) || !isId(level)) throw new ApiError("token_malformed");
  return { user, level };
}

/**
 * The user, level, host and instance in a token for a room, unverified: use them only to decide which host checks it. Null
 * if it isn't such a token.
 */
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
async function findPublicKey(
  env: Env,
  keys: readonly SigningKeyRow[],
  token: string,
  now: number,
): Promise<CryptoKey> {
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
