import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient, invalidateUrls } from "#web/lib/query.ts";

test("a refetch never gets the response of an earlier request, not even the first time", async () => {
  const client = createQueryClient({});
  const responders: ((text: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["/api/items/1/listings"],
    queryFn: ({ signal }) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        responders.push(resolve);
      }),
  });
  const stop = observer.subscribe(() => {});
  const done = invalidateUrls(client, /^\/api\/items\//);
  await expect.poll(() => responders.length).toBe(2);
  responders[0]?.("before");
  responders[1]?.("after");
  await done;
  expect(observer.getCurrentResult().data).toBe("after");
  stop();
});
