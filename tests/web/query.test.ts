import { glob, readFile } from "node:fs/promises";
import { type DataTag, InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { visiblePages } from "#domain/api/visible-pages.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import {
  at,
  cachedAt,
  cacheResponse,
  invalidate,
  invalidateIf,
  isAt,
  patch,
  type Target,
} from "#web/lib/cache.ts";
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

test("a page that is being added to a list is kept by a refetch that comes before its response", async () => {
  const client = createQueryClient({});
  const responders: (() => void)[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["/api/closet/hat", "pages"],
    queryFn: ({ pageParam, signal }) =>
      new Promise<number>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        responders.push(() => resolve(pageParam));
      }),
    initialPageParam: 1,
    getNextPageParam: (last) => last + 1,
  });
  const stop = observer.subscribe(() => {});
  responders.shift()?.();
  await expect.poll(() => observer.getCurrentResult().hasNextPage).toBe(true);
  void observer.fetchNextPage();
  const done = invalidate(client, ["/**"]);
  for (let request = 0; request < 3; request++) {
    await expect.poll(() => responders.length).toBe(1);
    responders.shift()?.();
  }
  await done;
  expect(observer.getCurrentResult().data?.pages).toEqual([1, 2]);
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

describe("a target", () => {
  test("is an endpoint with any query or with some of its parameters, or a path with everything below it", () => {
    expect(isAt("/api/levels", "/api/levels")).toBe(true);
    expect(isAt("/api/levels", "/api/levels?page=2")).toBe(true);
    expect(isAt("/api/levels", "/api/levels/7")).toBe(false);
    expect(isAt("/api/levels/{id}", "/api/levels/7")).toBe(true);
    expect(isAt("/api/levels/{id}", "/api/levels/7/clears?page=1")).toBe(false);
    expect(isAt("/api/outfits/{page}/{search?}", "/api/outfits/1/?pretty=1")).toBe(true);
    for (const url of ["/api/levels", "/api/levels?page=2", "/api/levels/7", "/api/levels/7/clears"])
      expect(isAt("/api/levels/**", url), url).toBe(true);
    expect(isAt("/api/levels/**", "/api/level")).toBe(false);
    expect(isAt("/api/user/**", "/api/users/ann")).toBe(false);
    expect(isAt("/**", "/api/home")).toBe(true);
    expect(at("/api/levels/{id}/**", { id: 7 })).toBe("/api/levels/7/**");
    const incoming = at("/api/buddies/{username}/{tab}", { tab: "incoming" });
    expect(isAt(incoming, "/api/buddies/ann/incoming?page=1")).toBe(true);
    expect(isAt(incoming, "/api/buddies/ann/outgoing?page=1")).toBe(false);
  });

  test("is one endpoint: no other one has such URLs, but for the forums, whose lists name their subforums", () => {
    const paths = API_ROUTES.filter(({ method }) => method === "GET").map(({ path }) => path);
    const shared = paths.flatMap((path) =>
      paths
        .filter((other) => other !== path && isAt(path as Target, other.replace(/\{.*?\}/g, "1")))
        .map((other) => `${path} ${other}`),
    );
    expect(shared).toEqual([
      "/api/forums/{subforum} /api/forums/search",
      "/api/forums/{subforum} /api/forums/bookmarks",
    ]);
  });
});

describe("cached responses", () => {
  const event = (id: number) => ({ id }) as never;

  /** A cache with a list as one page, the same list page by page, and another endpoint. */
  function filled() {
    const client = new QueryClient();
    const page = (current_page: number) => ({ data: [event(current_page)], links: { next: null }, meta: {} });
    client.setQueryData(["/api/staff/events?page=1"], page(1));
    client.setQueryData(["/api/staff/events?page=1", "pages"], {
      pages: [page(1), page(2)],
      pageParams: [1, 2],
    });
    client.setQueryData(["/api/staff/challenges?page=1"], page(1));
    return client;
  }

  test("change one by one and page by page; others keep their identity", () => {
    const client = filled();
    const other = client.getQueryData(["/api/staff/challenges?page=1"]);
    patch(client, "/api/staff/events", (page) => ({ ...page, data: [] }));
    expect(cachedAt(client, "/api/staff/events").map(({ data }) => data)).toEqual([[], [], []]);
    expect(client.getQueryData(["/api/staff/events?page=1", "pages"])).toMatchObject({ pageParams: [1, 2] });
    expect(client.getQueryData(["/api/staff/challenges?page=1"])).toBe(other);
  });

  test("that a change leaves as they are count as old as before", () => {
    const client = filled();
    const updatedAt = () => client.getQueryState(["/api/staff/events?page=1"])?.dataUpdateCount;
    const before = updatedAt();
    patch(client, "/api/staff/events", (page) => page);
    expect(updatedAt()).toBe(before);
  });

  test("are stale after an action that names their endpoint", async () => {
    const client = filled();
    const stale = () =>
      client
        .getQueryCache()
        .findAll()
        .map(({ state }) => state.isInvalidated);
    await invalidate(client, ["/api/staff/challenges"]);
    expect(stale()).toEqual([false, false, true]);
    await invalidate(client, ["/api/staff/**"]);
    expect(stale()).toEqual([true, true, true]);
  });

  test("are stale only where they are affected", () => {
    const client = new QueryClient();
    for (const id of [1, 2]) client.setQueryData([`/api/users/user_${id}`], { user: { id } });
    invalidateIf(client, "/api/users/{username}", ({ user }) => user.id === 2);
    const isStale = (id: number) => client.getQueryState([`/api/users/user_${id}`])?.isInvalidated;
    expect([isStale(1), isStale(2)]).toEqual([false, true]);
  });
});

const shown = (page: number, last: number) =>
  visiblePages(page, last)
    .map((one) => (one === "gap" ? "…" : one))
    .join(" ");

test("fewer than 6 pages are all shown; of more the first, the last and the neighbors, with ellipses between", () => {
  expect(shown(1, 1)).toBe("1");
  expect(shown(3, 5)).toBe("1 2 3 4 5");
  expect(shown(1, 6)).toBe("1 2 … 6");
  expect(shown(3, 11)).toBe("1 2 3 4 … 11");
  expect(shown(4, 11)).toBe("1 … 3 4 5 … 11");
  expect(shown(6, 11)).toBe("1 … 5 6 7 … 11");
  expect(shown(11, 11)).toBe("1 … 10 11");
});
