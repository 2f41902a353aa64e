import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from "jose";
import { ApiError, type ErrorCode } from "#domain/errors.ts";
import { isCallKey } from "#domain/hosts/rules.ts";
import type { Env } from "../env.ts";
import { type KeyRow, keyPair, validKeys } from "./keys.ts";

/** How long a join token is good for, in seconds (DECISIONS, "Play"). */
export const TOKEN_SECONDS = 60;
/** A host's or our own clock may be ahead by so much, in seconds. */
const AHEAD_SECONDS = 5;

const ALGORITHM = "EdDSA";

/** What a join token says: that `user` may come to `level` on `host` until `exp` (seconds since 1970), once. */
export interface JoinToken {
  host: number;
  user: number;
  level: number;
  jti: string;
  exp: number;
}

/** Signs a token with the newest of the keys; `now` in milliseconds. */
export async function signToken(
  env: Env,
  keys: readonly KeyRow[],
  issuer: string,
  { host, user, level, jti }: Omit<JoinToken, "exp">,
  now: number,
): Promise<string> {
  const [newest] = keys;
  if (!newest) throw new Error("there is no key to sign with");
  const key = await keyPair(env, newest.id);
  const issued = Math.floor(now / 1000);
  return new SignJWT({ level_id: level })
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
/** The 64 bytes of an Ed25519 signature in their only spelling, or none at all. */
const SIGNATURE = /^(?:[\w-]{85}[AQgw])?$/;

/** Whether a text is one token and nothing else: what stands behind it must not be ignored. */
function isToken(token: string): boolean {
  if (!COMPACT.test(token)) return false;
  const { alg } = decoded(token, decodeProtectedHeader);
  return alg !== ALGORITHM || SIGNATURE.test(token.slice(token.lastIndexOf(".") + 1));
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/**
 * The player and level a token names. Nothing is verified yet, so use them only to decide which rows to read. 422 if it isn't a
 * token. The sender chose the JSON, so headers and claims may have other types than jose declares.
 */
export function readClaims(token: string): { user: number; level: number } {
  if (!isToken(token)) throw new ApiError("token_malformed");
  const { sub, level_id: level } = decoded(token, decodeJwt);
  const user = typeof sub === "string" && /^[1-9]\d*$/.test(sub) ? Number(sub) : 0;
  if (!isId(user) || !isId(level)) throw new ApiError("token_malformed");
  return { user, level };
}

function decoded<T>(token: string, decode: (token: string) => T): T {
  try {
    return decode(token);
  } catch {
    throw new ApiError("token_malformed");
  }
}

const EXPIRED = "This join token has expired: they are good for a minute. Ask for another one.";

/** What a token says, or a refusal with the reason why it can't be believed. `now` in milliseconds. */
export async function verifyToken(
  env: Env,
  keys: readonly KeyRow[],
  token: string,
  { issuer, host }: { issuer: string; host: number },
  now: number,
): Promise<JoinToken> {
  const { user, level } = readClaims(token);
  const key = await signerOf(env, keys, token, now);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: "JWT",
      issuer,
      audience: String(host),
      requiredClaims: ["sub", "jti", "iat", "exp", "level_id"],
      currentDate: new Date(now),
    });
    const { jti, iat = 0, exp = 0 } = payload;
    if (iat > now / 1000 + AHEAD_SECONDS) throw new ApiError("token_not_yet");
    if (typeof jti !== "string" || !isCallKey(jti) || exp - iat > TOKEN_SECONDS)
      throw new ApiError("token_malformed");
    return { host, user, level, jti, exp };
  } catch (error) {
    throw reasonOf(error);
  }
}

/** The key that a token says it was signed with, if it is one of ours and valid. */
async function signerOf(env: Env, keys: readonly KeyRow[], token: string, now: number): Promise<CryptoKey> {
  const { alg = "none", kid } = decoded(token, decodeProtectedHeader);
  if (typeof alg !== "string") throw new ApiError("token_malformed");
  if (/^(none)?$/i.test(alg)) throw new ApiError("token_unsigned");
  for (const { id } of validKeys(keys, now)) {
    const pair = await keyPair(env, id);
    if (pair.kid === kid) return pair.public;
  }
  throw new ApiError("token_signature");
}

const CLAIMS: Record<string, ErrorCode> = {
  aud: "token_audience",
  iss: "token_issuer",
  nbf: "token_not_yet",
};

function reasonOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof errors.JWTExpired) return new ApiError("token_expired", { message: EXPIRED });
  if (error instanceof errors.JWTClaimValidationFailed)
    return new ApiError((error.reason === "check_failed" && CLAIMS[error.claim]) || "token_malformed");
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
    return new ApiError("token_signature");
  return new ApiError("token_malformed");
}
