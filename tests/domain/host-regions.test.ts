import { nearestRegion } from "#domain/hosts/host-regions.ts";

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
