import { startTurnstile } from "#tests/stand-ins/turnstile/start-turnstile.ts";
import { expect, newAccount, test } from "./test.ts";
import { withOwnState } from "./with-own-state.ts";

test("a site with Turnstile keys checks people on the sign-up page, and only there", async ({ page }) => {
  const check = await startTurnstile({ port: 0 });
  await withOwnState(async (start) => {
    const site = await start({ vars: { RATE_LIMITS: "on", ...check.vars } });
    const frame = page.frameLocator("iframe");
    await page.goto(`${site.url}/login`);
    await expect(page.locator("iframe")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await expect(frame.getByText("You are a person")).toBeVisible();
    // A link from there loads a new document with the usual policy.
    const [left] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === "/login"),
      page.waitForEvent("load"),
      page.getByRole("main").getByRole("link", { name: "Sign in" }).click(),
    ]);
    expect(left.headers()["content-security-policy"]).toContain("require-trusted-types-for 'script'");
    await page.goto(`${site.url}/register`);
    const { username, email, password } = newAccount();
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await expect(frame.getByText("You are a person")).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByRole("button", { name: `Account menu of ${username}` })).toBeVisible();
    // Closes the page's socket before the site stops.
    await page.goto("about:blank");
  });
  await check.stop();
});
