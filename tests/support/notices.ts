import { notificationListRoute } from "#domain/notifications/api.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { hubStub } from "#worker/live/stubs.ts";
import type { NoticeDelivery } from "#worker/objects/user-hub-api.ts";
import { testEnv, unique } from "./browser.ts";
import type { TestUser } from "./test-user.ts";

/** Returns a page of a user's notifications. */
export const notificationsPage = (user: TestUser, page = 1) => user.output(notificationListRoute, { page });

/** Returns a notice about a comment, with other fields as given. */
export const noticeOf = (notice: Partial<Notice> = {}): Notice => ({
  type: "comment",
  group: `comment:level:${unique()}`,
  actor: null,
  title: "Sky Maze",
  url: "/levels/1#comments",
  ...notice,
});

/** Returns how a notice shows who caused it. */
export const cardOf = ({ id, username }: TestUser): NoticeDelivery["actor"] => ({
  id,
  username,
  url: `/users/${username}`,
  level: 1,
  has_gold: false,
  gold_username: false,
  bopi: { headshot_url: "/h.svg", avatar_url: "/a.svg" },
});

/** Delivers a notice to a user's hub as the queue does; returns its id. */
export async function notify(
  user: TestUser,
  notice: Partial<Notice> = {},
  actor: TestUser | null = null,
  id = 1e6 + unique(),
): Promise<number> {
  const full = noticeOf({ ...notice, actor: actor?.id ?? null });
  await hubStub(testEnv, user.id).deliverNotices([
    { id, notice: full, actor: actor && cardOf(actor), created_at: Date.now() },
  ]);
  return id;
}
