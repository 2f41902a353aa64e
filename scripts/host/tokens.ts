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
const CLOCK_SECONDS = 2;
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

async function verify(token: string, { keys, issuer, audience, now }: TokenCheckOptions) {
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
  const is = (...types: (new (...args: never[]) => Error)[]) => types.some((type) => error instanceof type);
  const problem: TokenProblem | null = is(errors.JWTExpired)
    ? "token_expired"
    : error instanceof errors.JWTClaimValidationFailed
      ? claimProblem(error)
      : is(errors.JWSSignatureVerificationFailed, errors.JWKSNoMatchingKey, errors.JOSEAlgNotAllowed)
        ? "token_signature"
        : is(errors.JWSInvalid, errors.JWTInvalid, errors.JOSENotSupported)
          ? "token_malformed"
          : null;
  return problem ? new TokenError(problem, error) : error;
}

/** The problems of claims that don't hold. */
const CLAIMS: Partial<Record<string, TokenProblem>> = {
  aud: "token_audience",
  iss: "token_issuer",
  nbf: "token_not_yet",
  iat: "token_not_yet",
};

const claimProblem = ({ claim, reason }: errors.JWTClaimValidationFailed): TokenProblem =>
  (reason === "check_failed" && CLAIMS[claim]) || "token_malformed";

/** Tokens that were used, remembered until they expire. */
export class UsedTokens {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get size(): number {
    return this.#until.size;
  }

  /** Marks a token as used. Throws a `TokenError` if it already was. */
  markUsed({ jti, exp }: JoinClaims): void {
    const now = this.#now();
    for (const [each, until] of this.#until) if (until <= now) this.#until.delete(each);
    if (this.#until.has(jti)) throw new TokenError("token_used");
    this.#until.set(jti, (exp + CLOCK_SECONDS) * 1000);
  }

  /** Makes a token usable again, after the site couldn't be reached. */
  release({ jti }: JoinClaims): void {
    this.#until.delete(jti);
  }
}
