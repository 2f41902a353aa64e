import { DEFAULT_LOOK, encodeLook } from "#domain/avatar/bopi-look.ts";
import { clearVisitorLook, readVisitorLook, saveVisitorLook } from "#web/lib/visitor-look.ts";

const LOOK = encodeLook({ ...DEFAULT_LOOK, items: { ...DEFAULT_LOOK.items, hat1: 35 } });

function stubStorage(): Map<string, string> {
  const entries = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
  return entries;
}

let entries: Map<string, string>;
beforeEach(() => {
  entries = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

test("a visitor's look is read as it was saved, until it is cleared", () => {
  expect(readVisitorLook()).toBeNull();
  saveVisitorLook(LOOK);
  expect(readVisitorLook()).toBe(LOOK);
  clearVisitorLook();
  expect(readVisitorLook()).toBeNull();
  expect(entries.size).toBe(0);
});

test.each([
  ["an empty text", ""],
  ["another origin's URL", "//example.com/x"],
  ["a path out of the folder of looks", "../../api/user"],
  ["markup", '"><script>'],
  ["a text longer than any token", "d".repeat(137)],
])("%s in the storage counts as no look", (_, stored) => {
  saveVisitorLook(LOOK);
  for (const key of entries.keys()) entries.set(key, stored);
  expect(readVisitorLook()).toBeNull();
});

test.each([
  ["missing", () => vi.stubGlobal("localStorage", undefined)],
  [
    "blocked",
    () => {
      const fail = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
      vi.stubGlobal("localStorage", { getItem: fail, setItem: fail, removeItem: fail });
    },
  ],
])("with a %s storage, a look lasts until the page is closed or it is cleared", (_, stub) => {
  stub();
  expect(readVisitorLook()).toBeNull();
  saveVisitorLook(LOOK);
  expect(readVisitorLook()).toBe(LOOK);
  clearVisitorLook();
  expect(readVisitorLook()).toBeNull();
});
