import type { Env } from "../env.ts";
import { sign } from "../http/crypto.ts";
import { browserHash } from "../http/csrf.ts";
import type { Device } from "./commands.ts";

const MOST_OF_AGENT = 300;

/** The names of countries by their codes, made when first wanted; the network's own codes for nowhere have none. */
let countries: Intl.DisplayNames | undefined;
function countryName(code: unknown): string {
  if (typeof code !== "string" || !/^[A-Z]{2}$/.test(code) || code === "XX") return "";
  countries ??= new Intl.DisplayNames(["en"], { type: "region" });
  return countries.of(code) ?? "";
}

/** The browser that signs in. */
export function deviceOf({
  request,
  env,
  clientIp,
}: {
  request: Request;
  env: Env;
  clientIp: string;
}): Device {
  const { city, country } = (request.cf ?? {}) as { city?: string; country?: string };
  return {
    device: (request.headers.get("User-Agent") ?? "").slice(0, MOST_OF_AGENT),
    place: [city, countryName(country)].filter(Boolean).join(", "),
    address_hash: sign(env.SESSION_SECRET, `address:${clientIp}`),
    browser: browserHash(request),
  };
}
