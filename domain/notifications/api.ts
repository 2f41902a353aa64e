import * as z from "zod/mini";
import { flag, pageNumber } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { messageResponse, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { waitingRequests } from "../buddies/waiting-requests.ts";
import { pushRoute } from "../push/api.ts";
import { NOTICE_TYPES } from "./notice.ts";

/** One of these values, or one of a newer version: a page can be older than what it gets (`look-up.ts`). */
/* @__NO_SIDE_EFFECTS__ */
const openEnum = <const Value extends string>(_values: readonly Value[]) =>
  z.custom<Value>((value) => typeof value === "string");

/** A group of notices as its reader sees it. */
export const notification = z.object({
  id: z.int(),
  type: openEnum(NOTICE_TYPES),
  /** The latest users who did it, at most 3. */
  actors: z.array(userCard),
  actors_count: z.int(),
  count: z.int(),
  title: z.string(),
  url: z.string(),
  picture: z.nullable(z.string()),
  read: z.boolean(),
  ...TIMES,
});
export type Notification = z.infer<typeof notification>;

export const notificationListRoute = route("GET", "/api/notifications", {
  summary: "Your notifications, newest first.",
  access: "member",
  input: z.object({ page: pageNumber }),
  output: z.object({
    data: z.array(notification),
    meta: z.object({ current_page: z.int(), last_page: z.int(), total: z.int() }),
    links: z.object({ next: z.nullable(z.string()) }),
    unread_count: z.int(),
    /** Buddy requests, which are listed until someone accepts or declines them. */
    requests: waitingRequests,
  }),
});

export const readNotificationsRoute = route("POST", "/api/notifications/read", {
  summary: "Marks the given notifications as read, or all.",
  access: "member",
  atCaller: true,
  input: z.object({
    ids: z.optional(
      z
        .array(z.int({ error: "Ids must be whole numbers." }), { error: "Ids must be a list." })
        .check(z.maxLength(100, "At most 100 can be named at once.")),
    ),
  }),
  output: z.object({ unread_count: z.int() }),
});

/** Whether each type is on. Moderation outcomes always arrive. */
export const noticeSettings = z.record(z.string(), z.boolean());

export const notificationSettingsRoute = route("GET", "/api/notifications/settings", {
  summary: "Your notification settings by type.",
  access: "member",
  fresh: true,
  output: z.object({ settings: noticeSettings }),
});

export const updateNotificationSettingsRoute = route("POST", "/api/notifications/settings", {
  summary: "Turns types of notifications on and off. Omitted types keep their values.",
  access: "member",
  atCaller: true,
  input: z.object({
    comment: z.optional(flag("Comments")),
    mention: z.optional(flag("Mentions")),
    reply: z.optional(flag("Replies")),
    buddy_request: z.optional(flag("Buddy requests")),
    buddy_accept: z.optional(flag("Accepted requests")),
    sale: z.optional(flag("Sales")),
    achievement: z.optional(flag("Achievements")),
    reward: z.optional(flag("Rewards")),
    outfit: z.optional(flag("Outfits")),
    build: z.optional(flag("Invitations to build")),
    level: z.optional(flag("New levels")),
  }),
  output: z.extend(messageResponse, { settings: noticeSettings }),
});

export const notificationsPage = page("/notifications", {
  group: "rare",
  access: "member",
  module: "notifications/notifications",
  title: "Notifications",
  preload: (_, query) =>
    query.get("tab") === "settings" ? [preload(notificationSettingsRoute), preload(pushRoute)] : [],
});
