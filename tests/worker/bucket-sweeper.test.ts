import { expect, test } from "vitest";
import bucketSweeper from "#scripts/deploy/bucket-sweeper.ts";
import { testEnv } from "#tests/support/browser.ts";

const SECRET = "a secret";
const sweep = (authorization: string, secret = SECRET) =>
  bucketSweeper.fetch(
    new Request("https://sweeper.example/", { headers: { Authorization: authorization } }),
    {
      BUCKET: testEnv.BUCKET,
      SECRET: secret,
    },
  );

test("the sweeper empties a bucket, for its deployment alone", async () => {
  await Promise.all(Array.from({ length: 1_050 }, (_, i) => testEnv.BUCKET.put(`swept/${i}`, "x")));
  for (const [authorization, secret] of [["Bearer other"], [`Bearer `, ""]] as const)
    expect((await sweep(authorization, secret)).status).toBe(401);
  expect((await testEnv.BUCKET.list({ prefix: "swept/" })).objects).toHaveLength(1_000);
  let response = await (await sweep(`Bearer ${SECRET}`)).json();
  expect(response).toEqual({ truncated: true });
  for (let calls = 0; calls < 20 && (response as { truncated: boolean }).truncated; calls++)
    response = await (await sweep(`Bearer ${SECRET}`)).json();
  expect((await testEnv.BUCKET.list()).objects).toEqual([]);
  expect((await sweep(`Bearer ${SECRET}`)).status).toBe(200);
});
