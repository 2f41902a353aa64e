import { levelListRoute } from "#domain/levels/api.ts";
import { readServed } from "#tests/lagging-copy/connect-lagging-copy.ts";
import { addUser, Browser, testEnv } from "#tests/support/browser.ts";

const isLagging = "LAGGING_COPY" in testEnv;

test.runIf(isLagging)("the copy serves members' reads, and the primary their writes", async () => {
  const browser = await Browser.signedIn(await addUser());
  browser.isForgetful = true;
  const before = await readServed(testEnv);
  await expect
    .poll(async () => {
      await browser.call(levelListRoute);
      return (await readServed(testEnv)).copy;
    })
    .toBeGreaterThan(before.copy);
  expect((await readServed(testEnv)).primary).toBeGreaterThanOrEqual(before.primary);
});
