import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import {
  type Notification,
  notificationListRoute,
  readNotificationsRoute,
} from "#domain/notifications/api.ts";
import { call } from "#web/lib/api.ts";
import { learnCounts } from "#web/lib/live/bus.ts";
import { useLive } from "#web/lib/live/store.ts";
import { notificationsText } from "#web/text/notifications.ts";
import { toast } from "#web/ui/toast-store.ts";

type NotificationPage = OutputOf<typeof notificationListRoute>;
type Pages = InfiniteData<NotificationPage, number>;

const LIST = { queryKey: ["notifications"] };

/** What every page shows, each notification where it stands first: pages shift when another one comes. */
export function notificationsOf(pages: readonly NotificationPage[]): Notification[] {
  const byId = new Map<number, Notification>();
  for (const one of pages.flatMap(({ data }) => data)) if (!byId.has(one.id)) byId.set(one.id, one);
  return [...byId.values()];
}

/** What one has been told of, the newest first, page by page; the panel and the page share it. */
export function useNotifications() {
  const query = useInfiniteQuery({
    ...LIST,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(notificationListRoute, { input: { page: pageParam }, signal });
      learnCounts({ notifications: answer.unread_count });
      return answer;
    },
    initialPageParam: 1,
    getNextPageParam: ({ links, meta }) => (links.next ? meta.current_page + 1 : null),
  });
  return { ...query, notifications: query.data && notificationsOf(query.data.pages) };
}

type Change = (list: Notification[], isFirst: boolean) => Notification[];

/** Changes every page that is here. A list that is on its way may be from before the change, and is asked for again. */
async function patch(client: QueryClient, change: Change): Promise<void> {
  const isComing = client.isFetching(LIST) > 0;
  if (isComing) await client.cancelQueries(LIST);
  client.setQueryData<Pages>(
    LIST.queryKey,
    (old) =>
      old && { ...old, pages: old.pages.map((page, i) => ({ ...page, data: change(page.data, i === 0) })) },
  );
  if (isComing) await client.invalidateQueries(LIST);
}

/** Puts a notification on top; it may be one that was further down. */
export const put =
  (notification: Notification): Change =>
  (list, isFirst) => {
    const others = list.filter(({ id }) => id !== notification.id);
    return isFirst ? [notification, ...others] : others;
  };

/** Marks notifications as read, all of them where none are named. */
export const mark =
  (ids: readonly number[] | undefined): Change =>
  (list) =>
    list.map((one) => (!one.read && (ids?.includes(one.id) ?? true) ? { ...one, read: true } : one));

/** Keeps the list as the socket says, in every tab. `onNews` hears of what is new. */
export function useNotificationNews(onNews: (notification: Notification) => void): void {
  const client = useQueryClient();
  useLive((event) => {
    if (event.event === "NotificationsRead") void patch(client, mark(event.ids));
    if (event.event !== "Notified") return;
    void patch(client, put(event.notification));
    onNews(event.notification);
  });
}

/** Marks notifications as read: at once here, and with the site's answer everywhere. */
export function useRead(): (ids?: number[]) => Promise<void> {
  const client = useQueryClient();
  return async (ids) => {
    await patch(client, mark(ids));
    try {
      const { unread_count } = await call(readNotificationsRoute, { input: ids ? { ids } : {} });
      learnCounts({ notifications: unread_count });
    } catch {
      toast(notificationsText.notRead, { tone: "bad" });
      void client.invalidateQueries(LIST);
    }
  };
}
