import { unaffectedOwnSites } from "#scripts/test/own-sites.ts";

test("a test with a site of its own runs when what it is about, itself or a helper has changed", () => {
  expect(unaffectedOwnSites(["worker/hosts/list.ts"])).not.toContain("host-tokens");
  expect(unaffectedOwnSites(["tests/e2e/restart.spec.ts"])).not.toContain("restart");
  expect(unaffectedOwnSites(["tests/e2e/own-site.ts"])).toEqual([]);
});

test("the others are left out, and none without git", () => {
  expect(unaffectedOwnSites(["web/features/shop/card.tsx"])).toContain("self-hosting");
  expect(unaffectedOwnSites(["worker/hosts/list.ts"])).toContain("self-hosting");
  expect(unaffectedOwnSites(null)).toEqual([]);
});
