import { browserHash } from "../http/csrf.ts";
import { sign } from "../http/tokens.ts";
import type { SessionDevice } from "./commands.ts";

const MAX_AGENT_LENGTH = 300;

/** Country names by code, created on first use; the network's pseudo codes have none. */
let countries: Intl.DisplayNames | undefined;
function countryName(code: unknown): string {
  if (typeof code !== "string" || !/^[A-Z]{2}$/.test(code) || code === "XX") return "";
  countries ??= new Intl.DisplayNames(["en"], { type: "region" });
  return countries.of(code) ?? "";
}

/** Returns the browser of a request. */
export function deviceOf({
  request,
  env,
  clientNetwork,
}: {
  request: Request;
  env: Env;
  clientNetwork: string;
}): SessionDevice {
  const { city, country } = (request.cf ?? {}) as { city?: string; country?: string };
  return {
    device: (request.headers.get("User-Agent") ?? "").slice(0, MAX_AGENT_LENGTH),
    place: [city, countryName(country)].filter(Boolean).join(", "),
    ip_hash: sign(env.SESSION_SECRET, `address:${clientNetwork}`),
    browser: browserHash(request),
  };
}
