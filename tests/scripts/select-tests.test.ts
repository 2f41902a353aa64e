import { selectTests } from "#scripts/test/select.ts";

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
