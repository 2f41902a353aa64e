import { SITE } from "../site.ts";

/** What an authenticator app is given the key with, as a QR picture or a link (Key Uri Format of Google Authenticator). */
export function authenticatorUri(username: string, secret: string): string {
  const query = new URLSearchParams({ secret, issuer: SITE.name });
  return `otpauth://totp/${encodeURIComponent(SITE.name)}:${encodeURIComponent(username)}?${query}`;
}
