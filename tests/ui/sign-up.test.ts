import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { homeRoute } from "#domain/home/api.ts";
import { starterItemsRoute } from "#domain/starter/api.ts";
import { errorResponse } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

const SAUCER = { id: 5, name: "Parked Saucer", type: { id: 1 }, starter: "sunny" } as const;

test("the sign-up page's bopi wears what a visitor put on, without starter sets", async ({ page, site }) => {
  site.respond(starterItemsRoute, { data: [SAUCER] });
  site.respond(homeRoute, { starters: [SAUCER] });
  await page.goto("/register");
  await expect(page.getByRole("radio", { name: "Sunny" })).toBeChecked();
  await page.goto("/");
  const saucer = page.getByRole("button", { name: "Parked Saucer" });
  await saucer.click();
  await expect(saucer).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("link", { name: "Keep this bopi" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Make your bopi" })).toBeVisible();
  const look = localStorage.getItem("visitor-look");
  await expect(page.locator(`img[src^="/looks/${look}/"]`)).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
});

test("the sign-up form shows errors at their fields and keeps the input", async ({ page, site }) => {
  await page.goto("/register");
  const [username, email, password] = [
    page.getByLabel("Username"),
    page.getByLabel("Email address"),
    page.getByLabel("Password", { exact: true }),
  ];
  const malformed = page.getByText("Email address must look like name@example.com.");
  const short = page.getByText("Password must be at least 8 characters.");
  const submit = page.getByRole("main").getByRole("button", { name: "Sign up" });
  await username.fill("bobby");
  await email.fill("nowhere");
  await password.fill("short");
  await submit.click();
  await expect(malformed).toBeVisible();
  await expect(short).toBeVisible();
  await expect(email).toBeFocused();
  // Correcting a field removes its message, keeps the focus and leaves the other messages.
  await password.pressSequentially("er");
  await expect(short).toHaveCount(0);
  await expect(password).toBeFocused();
  await expect(malformed).toBeVisible();
  expect(site.calls(registerRoute)).toEqual([]);

  const taken = "This username is taken. Try another one.";
  site.respond(registerRoute, errorResponse("invalid", { message: taken, errors: { username: [taken] } }));
  await email.fill("bobby@example.com");
  await password.fill("long enough");
  await submit.click();
  await expect(page.getByText(taken)).toBeVisible();
  await expect(username).toBeFocused();
  await expect(email).toHaveValue("bobby@example.com");
});
