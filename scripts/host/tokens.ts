import { setTimeout as sleep } from "node:timers/promises";
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";

/** Messages for rejected join tokens. The codes are those of POST /api/host/redeem. */
export const TOKEN_PROBLEMS = {
  token_malformed: "This isn't a join token.",
  token_unsigned: "This join token has no signature.",
  token_signature: "This join token wasn't signed by the site.",
  token_expired: "This join token is too old. Press Play again.",
  token_not_yet: "This join token isn't valid yet. The clocks of the site and this host differ.",
  token_audience: "This join token is for another host.",
  token_issuer: "This join token is from another site.",
  token_used: "This join token was already used. Press Play again.",
} as const;
export type TokenProblem = keyof typeof TOKEN_PROBLEMS;

export class TokenError extends Error {
  readonly code: TokenProblem;

  constructor(code: TokenProblem, cause?: unknown) {
    super(TOKEN_PROBLEMS[code], { cause });
    this.name = "TokenError";
    this.code = code;
  }
}

/** The claims of a valid token. */
export interface JoinClaims {
  userId: number;
  levelId: number;
  jti: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Finds a token's key. A site's keys are fetched when a token names an unknown one, but not again during the cooldown. */
export type JoinTokenKeys = JWTVerifyGetKey & { readonly coolingDown?: boolean };

export interface TokenCheckOptions {
  keys: JoinTokenKeys;
  /** The site's and the host's names in tokens. */
  issuer: string;
  audience: string;
  /** Milliseconds since 1970; the system clock by default. */
  now?: (() => number) | undefined;
}

/** A token is valid for a minute; clocks can differ by two seconds. */
const LIFE_SECONDS = 60;
export const CLOCK_SECONDS = 2;
/** Minimum time between two fetches of a site's keys. */
export const KEYS_COOLDOWN_MS = 1_000;

/**
 * Verifies a token's signature and claims (docs/HOSTS.md, rule 17), but not whether it was used before (`UsedTokens`).
 * Throws a `TokenError`, or any error from fetching the keys.
 */
export async function checkJoinToken(token: string, expected: TokenCheckOptions): Promise<JoinClaims> {
  if (isUnsigned(token)) throw new TokenError("token_unsigned");
  // Another token may have triggered a fetch right before this token's key was published.
  const wasCoolingDown = expected.keys.coolingDown ?? false;
  try {
    return claimsOf(await verify(token, expected));
  } catch (error) {
    if (!(wasCoolingDown && error instanceof errors.JWKSNoMatchingKey)) throw toTokenError(error);
    await sleep(KEYS_COOLDOWN_MS);
    return verify(token, expected).then(claimsOf, (again) => Promise.reject(toTokenError(again)));
  }
}

/** Whether the token's header declares no signature. */
function isUnsigned(token: string): boolean {
  const alg: unknown = headerOf(token).alg ?? "";
  if (typeof alg !== "string") throw new TokenError("token_malformed");
  return /^(?:none)?$/i.test(alg);
}

function headerOf(token: string) {
  try {
    return decodeProtectedHeader(token);
  } catch (cause) {
    throw new TokenError("token_malformed", cause);
  }
}

async function verify(
  token: string,
  { keys, issuer, audience, now }: TokenCheckOptions,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ["EdDSA"],
    typ: "JWT",
    issuer,
    audience,
    requiredClaims: ["sub", "level_id", "jti", "exp"],
    maxTokenAge: LIFE_SECONDS,
    clockTolerance: CLOCK_SECONDS,
    ...(now && { currentDate: new Date(now()) }),
  });
  return payload;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function claimsOf({ sub, level_id, jti, exp }: JWTPayload): JoinClaims {
  const userId = /^[1-9]\d{0,15}$/.test(String(sub)) ? Number(sub) : 0;
  if (!isId(userId) || !isId(level_id) || typeof jti !== "string" || !/^[\w-]{8,64}$/.test(jti) || !exp)
    throw new TokenError("token_malformed");
  return { userId, levelId: level_id, jti, exp };
}

/** Converts jose's errors. Others, like failed fetches of keys, stay as they are. */
function toTokenError(error: unknown): unknown {
  const code = tokenProblem(error);
  return code ? new TokenError(code, error) : error;
}

function tokenProblem(error: unknown): TokenProblem | null {
  if (error instanceof errors.JWTExpired) return "token_expired";
  if (error instanceof errors.JWTClaimValidationFailed) return claimProblem(error);
  const isForeign =
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JOSEAlgNotAllowed;
  if (isForeign) return "token_signature";
  const isBroken =
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JOSENotSupported;
  return isBroken ? "token_malformed" : null;
}

function claimProblem({ claim, reason }: errors.JWTClaimValidationFailed): TokenProblem {
  if (reason !== "check_failed") return "token_malformed";
  if (claim === "aud") return "token_audience";
  if (claim === "iss") return "token_issuer";
  return claim === "nbf" || claim === "iat" ? "token_not_yet" : "token_malformed";
}
