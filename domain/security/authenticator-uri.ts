import { SITE } from "../site.ts";

/** The URI that adds the secret to an authenticator app by QR code or link (Key Uri Format of Google Authenticator). */
export function authenticatorUri(username: string, secret: string): string {
  const query = new URLSearchParams({ secret, issuer: SITE.name });
  return `otpauth://totp/${encodeURIComponent(SITE.name)}:${encodeURIComponent(username)}?${query}`;
}
