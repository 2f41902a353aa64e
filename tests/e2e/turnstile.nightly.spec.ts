import { startTurnstile } from "#tests/stand-ins/turnstile/server.ts";
import { expect, newPerson, test } from "./fixtures.ts";
import { onOwnState } from "./own-state.ts";

test("where the site has keys for it, whoever signs up is checked, and only there", async ({ page }) => {
  const check = await startTurnstile({ port: 0 });
  await onOwnState(async (start) => {
    const site = await start({ vars: { RATE_LIMITS: "on", ...check.vars } });
    const frame = page.frameLocator("iframe");
    await page.goto(`${site.url}/login`);
    await expect(page.locator("iframe")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await expect(frame.getByText("You are a person")).toBeVisible();
    // Whoever goes on from there gets a page of its own, with the usual policy.
    const [left] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === "/login"),
      page.waitForEvent("load"),
      page.getByRole("main").getByRole("link", { name: "Sign in" }).click(),
    ]);
    expect(left.headers()["content-security-policy"]).toContain("require-trusted-types-for 'script'");
    await page.goto(`${site.url}/register`);
    const { username, email, password } = newPerson();
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel(/Password again|Repeat|confirm/i).fill(password);
    await expect(frame.getByText("You are a person")).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByRole("button", { name: `Account menu of ${username}` })).toBeVisible();
    // The page's socket goes before the site does.
    await page.goto("about:blank");
  });
  await check.stop();
});
