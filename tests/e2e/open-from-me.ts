import type { Page } from "@playwright/test";
import { type Account, expect } from "./test.ts";

/** Opens something of the member's from their own page, to which the account menu leads. */
export async function openFromMe(
  page: Page,
  { username }: Pick<Account, "username">,
  name: string,
): Promise<void> {
  await page.getByRole("button", { name: `Account menu of ${username}` }).click();
  await page.getByRole("menuitem", { name: `${username} ` }).click();
  await expect(page).toHaveURL("/me");
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
}
