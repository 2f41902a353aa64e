import { glob, readFile } from "node:fs/promises";
import { DEFAULT_LOOK, encodeLook } from "#domain/avatar/bopi-look.ts";
import { FakeStorage } from "#tests/support/fake-storage.ts";
import { IndexedStore } from "#web/lib/indexed-store.ts";
import { deviceStorage, parseStored, safeStorage, tabStorage } from "#web/lib/storage.ts";
import { clearUnsentTexts, readUnsentText, unsentTextKey, writeUnsentText } from "#web/lib/unsent-text.ts";
import { clearVisitorLook, readVisitorLook, saveVisitorLook } from "#web/lib/visitor-look.ts";

afterEach(() => void vi.unstubAllGlobals());
test("storage that is blocked never throws, and keeps values until the page is closed", () => {
  const blocked = () => {
    throw new DOMException("Access is denied", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { configurable: true, get: blocked });
  try {
    for (const storage of [deviceStorage, tabStorage]) {
      // Other tests of the same process have stored values, too.
      const before = storage.keys();
      expect(storage.get("color")).toBeNull();
      expect(storage.set("color", "red")).toBe(false);
      expect(storage.get("color")).toBe("red");
      expect(storage.keys()).toEqual([...before, "color"]);
      expect(storage.set("color", null)).toBe(false);
      expect(storage.get("color")).toBeNull();
    }
  } finally {
    for (const name of ["localStorage", "sessionStorage"]) Reflect.deleteProperty(globalThis, name);
  }
});

test("a value that doesn't fit lasts as long as the page, and is stored once it fits", () => {
  const fake = new FakeStorage();
  const storage = safeStorage(() => fake);
  expect(storage.set("draft", "short")).toBe(true);
  fake.most = 3;
  expect(storage.set("draft", "long")).toBe(false);
  expect(storage.get("draft")).toBe("long");
  fake.most = 9;
  expect(storage.set("draft", "longer")).toBe(true);
  expect(fake.entries.get("draft")).toBe("longer");
  expect(storage.set("draft", null)).toBe(true);
  expect(storage.keys()).toEqual([]);
});

test("a stored value that isn't JSON counts as none", () => {
  expect(parseStored(null)).toBeUndefined();
  expect(parseStored("{not json")).toBeUndefined();
  expect(parseStored("[1]")).toEqual([1]);
});

test("a blocked database rejects each operation and is tried again", async () => {
  const open = vi.fn(() => {
    throw new DOMException("Access is denied", "SecurityError");
  });
  vi.stubGlobal("indexedDB", { open });
  const store = new IndexedStore("files", "files");
  for (let tries = 1; tries <= 2; tries++) {
    await expect(store.run("readonly", (files) => files.get("key"))).rejects.toThrow("denied");
    expect(open).toHaveBeenCalledTimes(tries);
  }
});

test("only the safe helpers touch the browser's storage", async () => {
  const found: string[] = [];
  for await (const file of glob("web/**/*.{ts,tsx}"))
    if (/\b(?:localStorage|sessionStorage|indexedDB|caches)\b/.test(await readFile(file, "utf8")))
      found.push(file);
  expect(found.sort()).toEqual(["web/lib/indexed-store.ts", "web/lib/storage.ts"]);
});

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});
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

const LOOK = encodeLook({ ...DEFAULT_LOOK, items: { ...DEFAULT_LOOK.items, hat1: 35 } });
test("a visitor's look is read as it was saved, until it is cleared", () => {
  expect(readVisitorLook()).toBeNull();
  saveVisitorLook(LOOK);
  expect(readVisitorLook()).toBe(LOOK);
  clearVisitorLook();
  expect(readVisitorLook()).toBeNull();
  expect(storage.length).toBe(0);
});

test.each([
  ["an empty text", ""],
  ["another origin's URL", "//example.com/x"],
  ["a path out of the folder of looks", "../../api/user"],
  ["markup", '"><script>'],
  ["a text longer than any token", "d".repeat(137)],
])("%s in the storage counts as no look", (_, stored) => {
  saveVisitorLook(LOOK);
  for (const key of storage.entries.keys()) storage.setItem(key, stored);
  expect(readVisitorLook()).toBeNull();
});

test.each([
  ["missing", () => vi.stubGlobal("localStorage", undefined)],
  ["blocked", () => void Object.assign(storage, { isBlocked: true })],
])("with a %s storage, a look lasts until the page is closed or it is cleared", (_, stub) => {
  stub();
  expect(readVisitorLook()).toBeNull();
  saveVisitorLook(LOOK);
  expect(readVisitorLook()).toBe(LOOK);
  clearVisitorLook();
  expect(readVisitorLook()).toBeNull();
});
