import { type DataTag, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { cacheResponse, invalidate } from "#web/lib/cache.ts";
import { createQueryClient } from "#web/lib/query.ts";

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
