import { expect, test } from "./test.ts";

test.use({ timezoneId: "Asia/Tokyo" });

test("a reader in Tokyo finds the events on the home page, and sees in their own time when they start and end, before anything about New York", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^On now/ }).click();
  const main = page.getByRole("main");
  // Midnight in New York is 1 or 2 PM in Tokyo.
  await expect(main.getByRole("article", { name: "Spooky" })).toContainText(/Ends \w+, \w+ \d+, [12]:00 PM/);
  await expect(main.getByRole("article", { name: "Sugar Rush" })).toContainText(
    /Starts \w+, \w+ \d+, [12]:00 PM, ends \w+, \w+ \d+, [12]:00 PM/,
  );
  const content = (await main.textContent()) ?? "";
  expect(content.indexOf("New York")).toBeGreaterThan(content.indexOf("Past events"));
});
