import { FakeStorage } from "#tests/support/fake-storage.ts";
import { clearUnsentTexts, readUnsentText, unsentTextKey, writeUnsentText } from "#web/lib/unsent-text.ts";

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});
afterEach(() => vi.unstubAllGlobals());

test("an unsent text is stored per account and conversation until it is sent", () => {
  writeUnsentText(unsentTextKey(1, 2), "to Ben");
  writeUnsentText(unsentTextKey(1, 3), "to Cleo");
  writeUnsentText(unsentTextKey(9, 2), "of someone else");
  expect(readUnsentText(unsentTextKey(1, 2))).toBe("to Ben");
  expect(readUnsentText(unsentTextKey(1, 3))).toBe("to Cleo");
  expect(readUnsentText(unsentTextKey(1, 9))).toBe("");
  writeUnsentText(unsentTextKey(1, 2), "");
  expect([...storage.entries.values()]).toEqual(["to Cleo", "of someone else"]);
});

test("signing out removes the unsent texts of that account alone", () => {
  for (const [user, other] of [
    [1, 2],
    [1, 3],
    [11, 2],
  ] as const)
    writeUnsentText(unsentTextKey(user, other), "x");
  storage.setItem("other-key", "1");
  clearUnsentTexts(1);
  expect([...storage.entries.keys()]).toEqual([unsentTextKey(11, 2), "other-key"]);
});

test("an unsent text lasts as long as the page where storage is blocked", () => {
  vi.stubGlobal("localStorage", undefined);
  const key = unsentTextKey(1, 2);
  writeUnsentText(key, "kept");
  expect(readUnsentText(key)).toBe("kept");
  writeUnsentText(key, "");
  expect(readUnsentText(key)).toBe("");
  expect(() => clearUnsentTexts(1)).not.toThrow();
});
