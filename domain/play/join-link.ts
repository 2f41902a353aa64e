import { SITE } from "../site.ts";

/** The link that starts the client: `bopolis://join?host={ip_address}&token={token}`. */
export const joinLink = (ipAddress: string, token: string): string =>
  `${SITE.protocol}://join?host=${encodeURIComponent(ipAddress)}&token=${encodeURIComponent(token)}`;
