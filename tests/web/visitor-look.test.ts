import { DEFAULT_LOOK, encodeLook } from "#domain/avatar/bopi-look.ts";
import { FakeStorage } from "#tests/support/fake-storage.ts";
import { clearVisitorLook, readVisitorLook, saveVisitorLook } from "#web/lib/visitor-look.ts";

const LOOK = encodeLook({ ...DEFAULT_LOOK, items: { ...DEFAULT_LOOK.items, hat1: 35 } });
let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});
afterEach(() => vi.unstubAllGlobals());

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
