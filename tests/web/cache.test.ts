import { QueryClient } from "@tanstack/react-query";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import { at, cachedAt, invalidate, invalidateIf, isAt, patch, type Target } from "#web/lib/cache.ts";

describe("a target", () => {
  test("is an endpoint with any query", () => {
    expect(isAt("/api/levels", "/api/levels")).toBe(true);
    expect(isAt("/api/levels", "/api/levels?page=2")).toBe(true);
    expect(isAt("/api/levels", "/api/levels/7")).toBe(false);
    expect(isAt("/api/levels/{id}", "/api/levels/7")).toBe(true);
    expect(isAt("/api/levels/{id}", "/api/levels/7/clears?page=1")).toBe(false);
    expect(isAt("/api/outfits/{page}/{search?}", "/api/outfits/1/?pretty=1")).toBe(true);
  });

  test("is a path with everything below it", () => {
    for (const url of ["/api/levels", "/api/levels?page=2", "/api/levels/7", "/api/levels/7/clears"])
      expect(isAt("/api/levels/**", url), url).toBe(true);
    expect(isAt("/api/levels/**", "/api/level")).toBe(false);
    expect(isAt("/api/user/**", "/api/users/ann")).toBe(false);
    expect(isAt("/**", "/api/home")).toBe(true);
  });

  test("can have some of its parameters", () => {
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
