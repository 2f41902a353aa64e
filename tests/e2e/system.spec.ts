import type { Page } from "@playwright/test";
import { ERRORS_PATH } from "#worker/http/error-script.ts";
import { chunkFiles } from "./chunk-files.ts";
import { expectFitsAndAccessible } from "./expect-accessible.ts";
import { expect, test } from "./test.ts";

test.use({ as: "admin" });

/** The group of errors that has a text. */
const group = (page: Page, text: string) =>
  page.locator("#errors").getByRole("listitem").filter({ hasText: text });

/** The path of a module's script in the build. */
const scriptOf = (module: string) =>
  /build\/[^|)?]+js/.exec(chunkFiles(module, ".js").source.replaceAll("\\", ""))?.[0] ?? "";

/** Runs `work` and waits until the page has sent an error. */
async function untilReported(page: Page, work: () => Promise<unknown>): Promise<void> {
  const sent = page.waitForResponse((response) => response.url().endsWith(ERRORS_PATH));
  await work();
  expect((await sent).status()).toBe(204);
}

/** A word without digits, which would be left out of an error's message. */
const word = () =>
  `lantern${Date.now()
    .toString()
    .replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;

test("errors that only browsers see show on the system page, by their kind", async ({ page, complaints }) => {
  test.slow();
  const message = `Error: ${word()}`;
  complaints.expect(/^not caught: Error: lantern/);
  complaints.expect(/404 GET .+\/build\//);
  complaints.expect(/stopped by the policy: img-src https:\/\/lantern\.test/);
  complaints.allow(/console error|^csp GET https:\/\/lantern\.test/);
  const entry = "web/index.html";
  await page.route(chunkFiles(entry, ".js"), (route) => route.fulfill({ status: 404 }));
  await untilReported(page, () => page.goto("/levels"));
  await page.unrouteAll();
  const missing = "web/features/users/pages/directory-page.tsx";
  await page.route(chunkFiles(missing, ".js"), (route) => route.fulfill({ status: 404 }));
  await page.goto("/levels");
  await page.evaluate(() => {
    const picture = new Image();
    picture.src = "https://lantern.test/secret.png?token=secret";
    document.body.append(picture);
  });
  await untilReported(page, () =>
    page.evaluate((text) => {
      setTimeout(() => {
        throw new Error(text.replace("Error: ", ""));
      });
    }, message),
  );
  await untilReported(page, () => page.getByRole("link", { name: "Users" }).first().click());
  await expect(page.getByText("That couldn't be loaded.")).toBeVisible();
  await page.unrouteAll();

  await page.goto("/staff/system?kind=chunk");
  await expect(group(page, scriptOf(missing))).toContainText("Chunk missing");
  await expect(group(page, scriptOf(entry)), "reported by the HTML alone").toContainText("Chunk missing");
  await expect(page.getByRole("link", { name: "Browsers can't load some of the site's code" })).toBeVisible();
  await page.goto("/staff/system?kind=csp");
  const stopped = group(page, "img-src blocked lantern.test");
  // The browser sends it by itself. The page refreshes every 15 seconds.
  await expect(stopped).toBeVisible();
  await expect(stopped).toContainText("on /levels");
  await expect(stopped).not.toContainText("secret");

  await page.goto("/staff");
  await expect(page.getByText(/^System: \d+ problems?$/)).toBeVisible();
  const nav = page.getByRole("navigation", { name: "Staff pages" });
  await nav.getByRole("link", { name: "Log", exact: true }).click();
  await nav.getByRole("link", { name: "System" }).click();
  const mail = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Send mail" }) });
  await expect(mail).toContainText("Last success");
  await expect(page.getByRole("row", { name: /^Mails/ })).toBeVisible();
  for (const name of ["Database", "Database of the forums", "Database of play data"])
    await expect(page.getByRole("progressbar", { name, exact: true })).toBeVisible();
  const item = group(page, message);
  await expect(item).toContainText("Script");
  await expect(item).toContainText(/on \/levels · Chrome on \w+ · version/);
  await expectFitsAndAccessible(page);
  await item.getByRole("button", { name: "Resolve" }).click();
  await expect(item).toBeHidden();
  await page.getByRole("link", { name: "Resolved" }).click();
  await expect(page).toHaveURL(/state=resolved$/);
  await item.getByRole("button", { name: "Reopen" }).click();
  await expect(item).toBeHidden();
});
