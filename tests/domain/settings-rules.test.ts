import fc from "fast-check";
import { exportState, maskEmail, matchesUsername } from "#domain/settings/rules.ts";
import { forAll } from "#tests/support/for-all.ts";

describe("a masked email address", () => {
  test.each([
    ["ada.lovelace@example.com", "ad**********@*******.***"],
    ["ada@example.com", "ad*@*******.***"],
    ["ad@example.com", "a*@*******.***"],
    ["a@example.com", "*@*******.***"],
    ["a@b.co.uk", "*@*.**.**"],
    ["éa😀x@example.com", "éa**@*******.***"],
  ])("hides %s as %s", (email, masked) => expect(maskEmail(email)).toBe(masked));

  const local = fc.string({
    unit: fc.constantFrom("a", "b", "Z", "7", ".", "_", "+", "é", "😀"),
    minLength: 1,
    maxLength: 64,
  });

  test("shows at most the first 2 characters of its local part, and never all of it", () => {
    forAll(local, fc.domain(), (name, domain) => {
      const [shownLocal = "", shownDomain = ""] = maskEmail(`${name}@${domain}`).split("@");
      const letters = Array.from(name);
      expect(Array.from(shownLocal)).toHaveLength(letters.length);
      const shown = Math.min(2, letters.length - 1);
      expect(Array.from(shownLocal).slice(0, shown)).toEqual(letters.slice(0, shown));
      expect(Array.from(shownLocal).slice(shown).join("")).toMatch(/^\*+$/);
      expect(shownDomain).toMatch(/^[*.]+$/);
    });
  });
});

test("a username matches in any case, and nothing else matches", () => {
  expect(matchesUsername(" Ada_1 ", "ada_1")).toBe(true);
  expect(matchesUsername("ada_2", "ada_1")).toBe(false);
  expect(matchesUsername("", "ada_1")).toBe(false);
});

test("an export that has been waiting for too long has failed", () => {
  const hour = 60 * 60 * 1000;
  expect(exportState({ state: "waiting", created_at: 0 }, hour)).toBe("waiting");
  expect(exportState({ state: "waiting", created_at: 0 }, 3 * hour)).toBe("failed");
  expect(exportState({ state: "ready", created_at: 0 }, 3 * hour)).toBe("ready");
});
