import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "#scripts/run-script.mjs";
import { selectTests } from "#scripts/test/select.ts";
import { changedFeatures, isAffected, unaffectedTests } from "#scripts/test/unaffected.ts";

describe("a word after npm test", () => {
  test("selects the files with it in their names, in every project", () => {
    const selection = selectTests("Billing");
    expect(selection).toEqual({
      files: {
        unit: ["tests/domain/billing-rules.test.ts", "tests/web/billing.test.ts", "tests/ui/billing.test.ts"],
        worker: ["tests/worker/billing.test.ts"],
        browser: ["tests/e2e/billing.spec.ts"],
      },
      titles: null,
    });
  });

  test("selects the tests with it in their titles if no file name contains it", () => {
    const selection = selectTests("word after npm test");
    expect(selection?.files).toEqual({
      unit: ["tests/scripts/select-tests.test.ts"],
      worker: [],
      browser: [],
    });
    expect("A Word after npm test selects").toMatch(new RegExp(selection?.titles ?? "none"));
    expect("a word after npm").not.toMatch(new RegExp(selection?.titles ?? ""));
  });

  test("selects no nightly tests", () => expect(selectTests("demo-assets.nightly")).toBeNull());

  test("selects nothing if it appears nowhere", () => {
    expect(selectTests(["zz", "yy"].join("q"))).toBeNull();
  });
});

test("a browser test that can be left out exists, and so does what it is about", () => {
  const all = unaffectedTests([]);
  expect(all.length).toBeGreaterThan(30);
  for (const name of all) expect(existsSync(join(root, `tests/e2e/${name}.spec.ts`)), name).toBe(true);
});

test.each([
  ["what it is about", "worker/hosts/list.ts", ["host-tokens", "staff-hosts", "play"]],
  ["the test itself", "tests/e2e/restart.spec.ts", ["restart"]],
  ["a helper of sites of their own", "tests/e2e/with-own-state.ts", ["self-hosting", "restart"]],
  ["the game", "web/game/game.ts", ["player-touch", "level-picture"]],
])("a browser test runs when %s has changed", (_, file, names) => {
  for (const name of names) expect(unaffectedTests([file])).not.toContain(name);
});

test.each([
  "web/ui/button.tsx",
  "worker/http/handle.ts",
  "db/schema/users.ts",
  "tests/e2e/test.ts",
  "tests/support/obj.ts",
  "scripts/bench/worlds.ts",
  "domain/limits.ts",
])("tests of all features and of what pages share run when %s has changed", (file) => {
  for (const name of ["shop", "toasts"]) expect(unaffectedTests([file])).not.toContain(name);
});

test("the walk over all pages visits those of changed features, and all after any other change", () => {
  expect(changedFeatures(["web/features/shop/card.tsx", "docs/testing.md"])).toEqual(["shop"]);
  expect(changedFeatures(["docs/testing.md", "tests/e2e/shop.spec.ts"])).toEqual([]);
  expect(changedFeatures(["tests/e2e/accessibility.spec.ts"])).toBeNull();
  expect(changedFeatures(["web/features/shop/card.tsx", "web/ui/button.tsx"])).toBeNull();
  expect(changedFeatures(null)).toBeNull();
});

test("the others are left out, and none without git", () => {
  expect(unaffectedTests(["web/features/shop/card.tsx"])).toContain("self-hosting");
  for (const name of ["discord", "toasts"])
    expect(unaffectedTests(["web/features/shop/card.tsx"])).toContain(name);
  expect(unaffectedTests(["docs/testing.md"])).toContain("shop");
  expect(unaffectedTests(null)).toEqual([]);
});

test.each([
  ["docs/testing.md", []],
  ["web/features/shop/card.tsx", ["ui"]],
  ["web/features/build/model/build-replica.ts", ["ui", "worker"]],
  ["worker/shop/list.ts", ["worker"]],
  ["domain/shop/rules.ts", ["ui", "worker"]],
  ["tests/support/world.ts", ["ui", "worker"]],
])("a change of %s needs the tests of %j", (file, projects) => {
  const all = ["ui", "worker"] as const;
  expect(all.filter((project) => isAffected(project, [file]))).toEqual(projects);
  expect(all.filter((project) => isAffected(project, null))).toEqual(all);
});
