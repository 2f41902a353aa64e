import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient, invalidateUrls } from "#web/lib/query.ts";

test("what is asked for anew is not answered by what was on its way before, not even the first time", async () => {
  const client = createQueryClient({});
  const answers: ((text: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["/api/items/1/listings"],
    queryFn: ({ signal }) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        answers.push(resolve);
      }),
  });
  const stop = observer.subscribe(() => {});
  const done = invalidateUrls(client, /^\/api\/items\//);
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.("before");
  answers[1]?.("after");
  await done;
  expect(observer.getCurrentResult().data).toBe("after");
  stop();
});
