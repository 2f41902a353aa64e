import { BlockList, isIP } from "node:net";
import { withoutMapping } from "#domain/network-of.ts";

const FAMILY = { 4: "ipv4", 6: "ipv6" } as const;
const MAX_PREFIX = { 4: 32, 6: 128 } as const;

/** The proxies whose `X-Forwarded-For` is believed. */
export class TrustedProxies {
  readonly #list = new BlockList();

  /**
   * @param ranges IP addresses and ranges such as `10.0.0.0/8`
   * @throws RangeError with the range that is neither
   */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [ip = "", prefix, ...rest] = range.split("/");
      const version = isIP(ip) as 0 | 4 | 6;
      if (version === 0 || rest.length) throw new RangeError(range);
      const bits = prefix === undefined ? MAX_PREFIX[version] : Number(prefix);
      if (!/^\d{1,3}$/.test(prefix ?? "0") || bits > MAX_PREFIX[version]) throw new RangeError(range);
      this.#list.addSubnet(ip, bits, FAMILY[version]);
    }
  }

  #trusts(ip: string): boolean {
    const version = isIP(ip) as 0 | 4 | 6;
    return version !== 0 && this.#list.check(ip, FAMILY[version]);
  }

  /**
   * Returns the address of the client behind the trusted proxies: the last one in the chain that isn't a trusted proxy
   * itself. Entries before it may have been invented by the client. If a proxy's entry isn't an IP address, the proxy's own
   * address counts.
   */
  clientIp(peer: string, forwardedFor: string | undefined): string {
    const chain = (forwardedFor ?? "")
      .split(",")
      // A dual-stack socket shows an IPv4 address as IPv6.
      .map((entry) => withoutMapping(entry.trim()))
      .filter(Boolean);
    let ip = withoutMapping(peer);
    while (this.#trusts(ip)) {
      const next = chain.pop();
      if (next === undefined || isIP(next) === 0) break;
      ip = next;
    }
    return ip;
  }
}
