import { expectAccessible } from "./expect-accessible.ts";
import { waitForLive } from "./open-live.ts";
import { expectPicturesLoaded } from "./picture-file.ts";
import { expect, test, uniqueWord } from "./test.ts";

// The panel, the page, its settings and replies: tests/ui/notifications.test.ts.

test("a comment rings in every tab until it is read", async ({ page, context, signUp, api, otherUser }) => {
  await signUp();
  // A member's first level would be one.
  await api.post("/api/notifications/settings", { achievement: false });
  const bob = await otherUser();
  const title = `Sky Maze ${uniqueWord()}`;
  const { id, url } = await api.makeLevel({ title });
  const other = await context.newPage();
  const areLive = Promise.all([waitForLive(page), waitForLive(other)]);
  await page.goto(url);
  await other.goto("/levels");
  await areLive;
  await bob.comment("level", id, "What a view!");
  const bells = [page, other].map((tab) => tab.getByRole("banner").getByRole("button", { name: /^Notif/ }));
  for (const bell of bells) await expect(bell).toHaveAccessibleName("Notifications, 1");
  // The level's own page shows the comment.
  await expect(page.getByText("What a view!")).toBeVisible();

  await bells[1]?.click();
  const notification = other.getByRole("link", { name: `${bob.account.username} commented on ${title}` });
  await expect(notification).toContainText("Unread");
  await expectPicturesLoaded(other);
  await expectAccessible(other);
  await notification.click();
  await expect(other).toHaveURL(new RegExp(`${url}#comments$`));
  await expect(other.getByText("What a view!")).toBeInViewport();
  for (const bell of bells) await expect(bell).toHaveAccessibleName("Notifications");
});
