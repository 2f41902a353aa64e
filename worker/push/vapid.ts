import { importJWK, SignJWT } from "jose";

const LIFETIME_S = 12 * 60 * 60;
/** A cached token is replaced this long before it expires. */
const MARGIN_S = 60 * 60;

/** Splits the secret: the private number and the public point of a P-256 key. */
function parseKey(secret: string): { d: string; x: string; y: string } {
  const [d = "", x = "", y = ""] = secret.split(".");
  return { d, x, y };
}

/** The public key with which browsers subscribe to this site, in base64url. */
export function vapidPublicKey(env: Pick<Env, "VAPID_KEY">): string {
  const { x, y } = parseKey(env.VAPID_KEY);
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString(
    "base64url",
  );
}

const tokens = new Map<string, { token: string; expires: number }>();

/** The header that proves to a push service that this site sends (RFC 8292). */
export async function vapidHeader(env: Env, endpoint: string, now: number): Promise<string> {
  const audience = new URL(endpoint).origin;
  const key = `${env.VAPID_KEY} ${audience}`;
  const seconds = Math.floor(now / 1000);
  let cached = tokens.get(key);
  if (!cached || cached.expires < seconds + MARGIN_S) {
    const expires = seconds + LIFETIME_S;
    const jwk = { kty: "EC", crv: "P-256", ...parseKey(env.VAPID_KEY) };
    const token = await new SignJWT({})
      .setProtectedHeader({ typ: "JWT", alg: "ES256" })
      .setAudience(audience)
      .setExpirationTime(expires)
      // The site's contact for the push service.
      .setSubject(env.MAIL_FROM ? `mailto:${env.MAIL_FROM}` : (env.ORIGIN ?? "https://bopolis.invalid"))
      .sign(await importJWK(jwk, "ES256"));
    cached = { token, expires };
    tokens.set(key, cached);
  }
  return `vapid t=${cached.token}, k=${vapidPublicKey(env)}`;
}
