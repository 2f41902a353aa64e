import fc from "fast-check";
import { nearestRegion } from "#domain/hosts/host-regions.ts";
import { networkOf } from "#domain/network-of.ts";
import { forAll } from "#tests/support/for-all.ts";

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });
const byte = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(byte, byte, byte, byte);

/** All ways to write eight groups: with leading zeros, upper case, `::` for any run of zeros, and a dotted end. */
function formsOf(all: readonly number[]): string[] {
  const hex = all.map((one) => one.toString(16));
  const forms = [hex.join(":"), hex.map((one) => one.padStart(4, "0")).join(":")];
  for (let from = 0; from < 8; from++)
    for (let to = from + 1; to <= 8 && all.slice(from, to).every((one) => one === 0); to++)
      forms.push(`${hex.slice(0, from).join(":")}::${hex.slice(to).join(":")}`);
  const [a = 0, b = 0] = all.slice(6);
  forms.push(`${hex.slice(0, 6).join(":")}:${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`);
  return [...forms, ...forms.map((form) => form.toUpperCase())].flatMap((form) => [
    form,
    `${form}%eth0`,
    ` ${form} `,
  ]);
}

const isMapped = (all: readonly number[]) => all.slice(0, 5).every((one) => one === 0) && all[5] === 0xffff;

describe("the network of an IP address", () => {
  test("is the same for all addresses with the same 64 bits, however they are written", () => {
    forAll(groups(4), groups(4), groups(4), (network, one, other) => {
      const [a, b] = [
        [...network, ...one],
        [...network, ...other],
      ];
      fc.pre(!isMapped(a) && !isMapped(b));
      expect(new Set([...formsOf(a), ...formsOf(b)].map(networkOf)).size).toBe(1);
    });
  });

  test("differs between addresses whose first 64 bits differ", () => {
    forAll(groups(4), groups(4), groups(4), (one, other, rest) => {
      fc.pre(one.join() !== other.join());
      fc.pre(!isMapped([...one, ...rest]) && !isMapped([...other, ...rest]));
      expect(networkOf([...one, ...rest].map((part) => part.toString(16)).join(":"))).not.toBe(
        networkOf([...other, ...rest].map((part) => part.toString(16)).join(":")),
      );
    });
  });

  test("is the IPv4 address in every form of it, and no other", () => {
    forAll(ipv4, (bytes) => {
      const [a, b, c, d] = bytes;
      const text = bytes.join(".");
      const forms = formsOf([0, 0, 0, 0, 0, 0xffff, (a << 8) | b, (c << 8) | d]);
      expect(new Set([text, ...forms].map(networkOf))).toEqual(new Set([text]));
    });
  });

  test.each([
    ["2001:DB8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:ffff::", "2001:db8:0:0::/64"],
    ["::ffff:cb00:7109", "203.0.113.9"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%en0", "fe80:0:0:0::/64"],
    ["203.0.113.9", "203.0.113.9"],
    ["local", "local"],
    ["", ""],
    ["not:an:address", "not:an:address"],
  ])("of %s is %s", (ip, network) => expect(networkOf(ip)).toBe(network));
});

describe("the nearest region", () => {
  test.each([
    ["Sydney", { latitude: "-33.87", longitude: "151.21", continent: "OC" }, "oc"],
    ["Auckland", { latitude: "-36.85", longitude: "174.76", continent: "OC" }, "oc"],
    ["Tokyo", { latitude: "35.68", longitude: "139.69", continent: "AS" }, "apac"],
    ["Mumbai", { latitude: "19.08", longitude: "72.88", continent: "AS" }, "me"],
    ["São Paulo", { latitude: "-23.55", longitude: "-46.63", continent: "SA" }, "sam"],
    ["New York", { latitude: "40.71", longitude: "-74.01", continent: "NA" }, "enam"],
    ["San Francisco", { latitude: "37.77", longitude: "-122.42", continent: "NA" }, "wnam"],
    ["London", { latitude: "51.51", longitude: "-0.13", continent: "EU" }, "weur"],
    ["Berlin", { latitude: "52.52", longitude: "13.40", continent: "EU" }, "weur"],
    ["Warsaw", { latitude: "52.23", longitude: "21.01", continent: "EU" }, "eeur"],
    ["Johannesburg", { latitude: "-26.20", longitude: "28.05", continent: "AF" }, "afr"],
    ["Dubai", { latitude: "25.20", longitude: "55.27", continent: "AS" }, "me"],
  ])("of %s comes from its coordinates", (_, origin, region) => expect(nearestRegion(origin)).toBe(region));

  test.each([
    ["AF", "afr"],
    ["AS", "apac"],
    ["EU", "weur"],
    ["NA", "wnam"],
    ["OC", "oc"],
    ["SA", "sam"],
  ])("of the continent %s comes from its center without coordinates", (continent, region) => {
    expect(nearestRegion({ continent })).toBe(region);
  });

  test.each([{}, { continent: "T1" }, { latitude: "north" }, { latitude: "", longitude: "" }])(
    "of the origin %j is unknown",
    (origin) => expect(nearestRegion(origin)).toBeNull(),
  );
});
