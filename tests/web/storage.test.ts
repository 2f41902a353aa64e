import { glob, readFile } from "node:fs/promises";
import { FakeStorage } from "#tests/support/fake-storage.ts";
import { IndexedStore } from "#web/lib/indexed-store.ts";
import { deviceStorage, parseStored, safeStorage, tabStorage } from "#web/lib/storage.ts";

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
