import { glob, readFile } from "node:fs/promises";
import { type DataTag, type QueryClient, QueryObserver } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import { cacheResponse, invalidate } from "#web/lib/cache.ts";
import { createQueryClient, listQueryFor } from "#web/lib/query.ts";

/** A query whose responses come from the test. */
function observeQuery(client: QueryClient) {
  const responders: ((text: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["/api/items/1/listings"],
    queryFn: ({ signal }) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        responders.push(resolve);
      }),
  });
  return { observer, responders, stop: observer.subscribe(() => {}) };
}

test("a refetch never gets the response of an earlier request, not even the first time", async () => {
  const client = createQueryClient({});
  const { observer, responders, stop } = observeQuery(client);
  const done = invalidate(client, ["/api/items/**"]);
  await expect.poll(() => responders.length).toBe(2);
  responders[0]?.("before");
  responders[1]?.("after");
  await done;
  expect(observer.getCurrentResult().data).toBe("after");
  stop();
});

test("a cached response isn't replaced by that of an earlier request, whether it is the first or a refetch", async () => {
  for (const preload of [{}, { "/api/items/1/listings": "at first" }]) {
    const client = createQueryClient(preload);
    const { observer, responders, stop } = observeQuery(client);
    if (responders.length === 0) void observer.refetch();
    expect(responders.length).toBe(1);
    cacheResponse(
      client,
      { queryKey: ["/api/items/1/listings"] as DataTag<string[], string, Error> },
      "after",
    );
    responders[0]?.("before");
    await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe("idle");
    expect(observer.getCurrentResult().data).toBe("after");
    stop();
  }
});

test("a list keeps its rows for another page or order, but not for another search, and never an empty one", () => {
  const keeps = (from: object, to: object, rows: unknown[] = [1]) => {
    const cached = { data: rows, meta: { total: rows.length } } as unknown as OutputOf<typeof levelListRoute>;
    const { placeholderData } = listQueryFor(levelListRoute, { input: to });
    return placeholderData(cached, listQueryFor(levelListRoute, { input: from })) === cached;
  };
  expect(keeps({ search: "a", page: 1 }, { search: "a", page: 2 })).toBe(true);
  expect(keeps({ search: "a" }, { search: "a", order: "newest" })).toBe(true);
  expect(keeps({ search: "a" }, { search: "b" })).toBe(false);
  expect(keeps({ search: "a" }, {})).toBe(false);
  expect(keeps({ filter: "featured" }, { filter: "rating" })).toBe(false);
  expect(keeps({ category: "free roam", page: 2 }, { page: 2 })).toBe(false);
  expect(keeps({ page: 9 }, { page: 1 }, []), "an empty page has nothing to keep").toBe(false);
  const { placeholderData } = listQueryFor(levelListRoute, { input: {} });
  expect(placeholderData(undefined, undefined)).toBeUndefined();
});

test("no other list decides what it keeps: earlier responses stay only where a part of them stays true", async () => {
  const keepers: string[] = [];
  for await (const file of glob("web/**/*.{ts,tsx}"))
    if (/keepPreviousData|placeholderData/.test(await readFile(file, "utf8"))) keepers.push(file);
  expect(keepers.sort()).toEqual(
    [
      // All but the errors are the same for every filter.
      "web/features/staff/pages/system-page.tsx",
      "web/features/statistics/statistics-card.tsx",
      // Pages of one thread.
      "web/features/forums/use-thread-page.ts",
      "web/lib/query.ts",
    ].sort(),
  );
});
