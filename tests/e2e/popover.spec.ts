import { expect, test, uniqueWord } from "./test.ts";

interface CreatedThread {
  thread: { id: number; url: string };
}

test("the menu of a thread works by keyboard, an action reloads the page and an error opens an 'Error' modal", async ({
  page,
  signUp,
  otherUser,
  openBrowser,
  complaints,
}) => {
  await signUp();
  const author = await otherUser();
  const { thread } = await author.post<CreatedThread>("/api/forums/2/threads", {
    title: `Tunnel ${uniqueWord()}`,
    body: "It is dark in here.",
  });
  await page.goto(thread.url);
  const more = page.getByRole("button", { name: "More actions" });
  const item = (name: string) => page.getByRole("menuitem", { name });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText(["Bookmark", "Quote", "Report", "Block user"]);
  await expect(item("Bookmark")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();

  complaints.expect(/^422 POST .*\/bookmark$/);
  await page.route("**/bookmark", (route) =>
    route.fulfill({ status: 422, json: { message: "Not this one." } }),
  );
  await page.keyboard.press("Enter");
  await expect(item("Bookmark")).toBeFocused();
  await page.keyboard.press("Enter");
  const error = page.getByRole("dialog", { name: "Error" });
  await expect(error).toContainText("Not this one.");
  await error.getByRole("button", { name: "Ok" }).click();
  await page.unroute("**/bookmark");

  await more.focus();
  await page.keyboard.press("Enter");
  await expect(item("Bookmark")).toBeFocused();
  const loaded = page.waitForEvent("load");
  await page.keyboard.press("Enter");
  await loaded;
  await more.click();
  await expect(item("Remove bookmark")).toBeVisible();
  await item("Quote").click();
  await expect(page).toHaveURL(/\/reply\?quote=\d+$/);

  const staff = await openBrowser("moderator");
  await staff.goto(thread.url);
  await staff.getByRole("button", { name: "More actions" }).click();
  const moved = staff.waitForEvent("load");
  await staff.getByRole("menuitem", { name: "Help" }).click();
  await moved;
  await expect(staff.getByRole("main").getByRole("link", { name: "Help" }).first()).toBeVisible();

  const visitor = await openBrowser();
  await visitor.goto(thread.url);
  await expect(visitor.getByText("It is dark in here.")).toBeVisible();
  await expect(visitor.getByRole("button", { name: /^More/ })).toHaveCount(0);
});
