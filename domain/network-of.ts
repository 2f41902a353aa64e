const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** The eight groups of an IPv6 address as numbers; null if it isn't one. */
function groupsOf(text: string): number[] | null {
  const url = `http://[${text}]`;
  if (!text.includes(":") || !URL.canParse(url)) return null;
  // In lower case, in hexadecimal, and without leading zeros by now.
  const [head = "", tail] = new URL(url).hostname.slice(1, -1).split("::");
  const read = (part: string) =>
    part.split(":").flatMap((group) => (group ? [Number.parseInt(group, 16)] : []));
  const [first, last] = [read(head), read(tail ?? "")];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** The IPv4 address within an IPv6 address that stands for one (`::ffff:10.0.0.1`); null for any other. */
function mappedIpv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join(".") : null;
}

/** The network that limits count by: an IPv4 address, the first 64 bits of IPv6, or any other text itself. */
export function networkOf(ip: string): string {
  const text = ip.trim().replace(/%.*$/, "");
  if (IPV4.test(text)) return text;
  const groups = groupsOf(text);
  if (!groups) return ip;
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return mappedIpv4(groups) ?? `${prefix.join(":")}::/64`;
}
