import { PERMIT_MS, Permits } from "#worker/conversations/permit.ts";
import type { Denial } from "#worker/objects/conversation-api.ts";

const DENIED: Denial = { code: "banned" };
const NO_FAILURE = (error: unknown) => {
  throw error;
};
let permits: Permits;
/** The queries that wait for their result, oldest first. */
let queries: PromiseWithResolvers<Denial | null>[];
const query = () => {
  const pending = Promise.withResolvers<Denial | null>();
  queries.push(pending);
  return pending.promise;
};
const admit = (onFailure: (error: unknown) => void = NO_FAILURE) => permits.admit("1:a", query, onFailure);

beforeEach(() => {
  vi.useFakeTimers();
  permits = new Permits();
  queries = [];
});
afterEach(() => void vi.useRealTimers());

async function grant(): Promise<void> {
  const admitted = admit();
  queries.shift()?.resolve(null);
  expect(await admitted).toBeNull();
}

test("a permit is granted once; one that will expire soon is queried again once, and no one waits for it", async () => {
  await grant();
  expect(await admit()).toBeNull();
  expect(queries).toHaveLength(0);
  vi.advanceTimersByTime(PERMIT_MS - 10_000);
  expect(await Promise.all([admit(), admit()])).toEqual([null, null]);
  expect(queries).toHaveLength(1);
  queries.shift()?.resolve(null);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await admit()).toBeNull();
  expect(queries).toHaveLength(0);
});

test("a permit ends as soon as a query denies it", async () => {
  await grant();
  vi.advanceTimersByTime(PERMIT_MS - 10_000);
  await admit();
  queries.shift()?.resolve(DENIED);
  await vi.advanceTimersByTimeAsync(0);
  const denied = admit();
  queries.shift()?.resolve(DENIED);
  expect(await denied).toEqual(DENIED);
});

test("a permit that is cleared while it's queried again isn't granted by that query", async () => {
  await grant();
  vi.advanceTimersByTime(PERMIT_MS - 10_000);
  await admit();
  permits.clear();
  queries.shift()?.resolve(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(permits.has("1:a")).toBe(false);
});

test("a query in the background that fails is reported, and the permit lasts until it expires", async () => {
  await grant();
  vi.advanceTimersByTime(PERMIT_MS - 10_000);
  const onFailure = vi.fn();
  await admit(onFailure);
  queries.shift()?.reject(new Error("D1 is away"));
  await vi.advanceTimersByTimeAsync(0);
  expect(onFailure).toHaveBeenCalledOnce();
  expect(permits.has("1:a")).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(permits.has("1:a")).toBe(false);
});
