import { setTimeout as sleep } from "node:timers/promises";
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";

/** Why a join token is not taken, and what its bearer is told; the codes are those of POST /api/host/redeem. */
export const TOKEN_PROBLEMS = {
  token_malformed: "This is not a join token.",
  token_unsigned: "This join token has no signature.",
  token_signature: "This join token was not signed by the site.",
  token_expired: "This join token is too old. Press Play again.",
  token_not_yet: "This join token is not valid yet. The clocks of the site and of this host differ.",
  token_audience: "This join token is for another host.",
  token_issuer: "This join token is from another site.",
  token_used: "This join token has been used. Press Play again.",
} as const;
export type TokenProblem = keyof typeof TOKEN_PROBLEMS;

export class TokenRefusal extends Error {
  readonly code: TokenProblem;

  constructor(code: TokenProblem, cause?: unknown) {
    super(TOKEN_PROBLEMS[code], { cause });
    this.name = "TokenRefusal";
    this.code = code;
  }
}

/** What a good token says. */
export interface JoinClaims {
  userId: number;
  levelId: number;
  jti: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Finds the key of a token. Those of a site are fetched when a token names one that is not known, but not at once again. */
export type Keys = JWTVerifyGetKey & { readonly coolingDown?: boolean };

export interface Expected {
  keys: Keys;
  /** The site, and the host itself, as the site names them. */
  issuer: string;
  audience: string;
  /** Milliseconds since 1970; the clock unless told. */
  now?: (() => number) | undefined;
}

/** A token lives for a minute; clocks may differ by two seconds. */
const LIFE_SECONDS = 60;
export const CLOCK_SECONDS = 2;
/** Least time between two looks at a site's keys. */
export const KEYS_COOLDOWN_MS = 1_000;

/** Checks a token by itself (docs/HOSTS.md, rule 17); whether it was used before is for `Used` to say. Throws a `TokenRefusal`, or what kept the keys away. */
export async function checkToken(token: string, expected: Expected): Promise<JoinClaims> {
  if (isUnsigned(token)) throw new TokenRefusal("token_unsigned");
  // Somebody else's token may have had the keys looked at just before this one's key was published.
  const cooling = expected.keys.coolingDown ?? false;
  try {
    return claimsOf(await verify(token, expected));
  } catch (error) {
    if (!(cooling && error instanceof errors.JWKSNoMatchingKey)) throw refusalOf(error);
    await sleep(KEYS_COOLDOWN_MS);
    return verify(token, expected).then(claimsOf, (again) => Promise.reject(refusalOf(again)));
  }
}

/** Whether the token itself says that it has no signature. */
function isUnsigned(token: string): boolean {
  const alg: unknown = headerOf(token).alg ?? "";
  if (typeof alg !== "string") throw new TokenRefusal("token_malformed");
  return /^(?:none)?$/i.test(alg);
}

function headerOf(token: string) {
  try {
    return decodeProtectedHeader(token);
  } catch (cause) {
    throw new TokenRefusal("token_malformed", cause);
  }
}

async function verify(token: string, { keys, issuer, audience, now }: Expected): Promise<JWTPayload> {
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
    throw new TokenRefusal("token_malformed");
  return { userId, levelId: level_id, jti, exp };
}

/** A library's error as a reason; anything else (the keys can't be had) stays as it is. */
function refusalOf(error: unknown): unknown {
  const code = problemOf(error);
  return code ? new TokenRefusal(code, error) : error;
}

function problemOf(error: unknown): TokenProblem | null {
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
