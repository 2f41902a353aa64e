import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import {
  type Notification,
  notificationListRoute,
  readNotificationsRoute,
} from "#domain/notifications/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { patch } from "#web/lib/cache.ts";
import { toastError } from "#web/lib/error-text.ts";
import { updateUnreadCounts } from "#web/lib/live/live-events.ts";
import { useLiveEvent } from "#web/lib/live/use-live-event.ts";
import { pagesKey, usePages } from "#web/lib/pages.ts";
import { notificationsText } from "./text/notifications.ts";

type NotificationPage = OutputOf<typeof notificationListRoute>;

const LIST_QUERY = { queryKey: pagesKey(notificationListRoute, { input: { page: 1 } }) };

/** Flattens pages and drops duplicates, keeping the first: a new notification shifts the pages after it. */
export function uniqueNotifications(pages: readonly NotificationPage[]): Notification[] {
  const byId = new Map<number, Notification>();
  for (const notification of pages.flatMap(({ data }) => data))
    if (!byId.has(notification.id)) byId.set(notification.id, notification);
  return [...byId.values()];
}

/** The user's notifications, newest first, page by page. The panel and the page share the query. */
export function useNotifications() {
  const argsOf = (page: number) => ({ input: { page } });
  const query = usePages(notificationListRoute, argsOf, {
    fetch: async (page, signal) => {
      const response = await call(notificationListRoute, { ...argsOf(page), signal });
      updateUnreadCounts({ notifications: response.unread_count });
      return response;
    },
  });
  return {
    ...query,
    notifications: query.data && uniqueNotifications(query.data.pages),
    requests: query.data?.pages[0]?.requests,
  };
}

type Change = (list: Notification[], isFirst: boolean) => Notification[];

/** Patches all loaded pages. A fetch in flight may predate the change, so it is canceled and restarted. */
async function patchPages(client: QueryClient, change: Change): Promise<void> {
  const isFetching = client.isFetching(LIST_QUERY) > 0;
  if (isFetching) await client.cancelQueries(LIST_QUERY);
  patch(client, "/api/notifications", (page) => ({
    ...page,
    data: change(page.data, page.meta.current_page === 1),
  }));
  if (isFetching) await client.invalidateQueries(LIST_QUERY);
}

/** Moves a notification to the top of the list, or adds it. */
export const moveToTop =
  (notification: Notification): Change =>
  (list, isFirst) => {
    const others = list.filter(({ id }) => id !== notification.id);
    return isFirst ? [notification, ...others] : others;
  };

export const markRead =
  (ids: readonly number[] | undefined): Change =>
  (list) =>
    list.map((notification) =>
      !notification.read && (ids?.includes(notification.id) ?? true)
        ? { ...notification, read: true }
        : notification,
    );

/** Keeps the list in sync with the socket, in every tab. Calls `onNotification` for each new notification. */
export function useLiveNotifications(onNotification: (notification: Notification) => void): void {
  const client = useQueryClient();
  useLiveEvent((event) => {
    if (event.event === "NotificationsRead") void patchPages(client, markRead(event.ids));
    if (event.event !== "Notified") return;
    void patchPages(client, moveToTop(event.notification));
    onNotification(event.notification);
  });
}

/** Returns a function that marks notifications as read. Optimistic here; other tabs update once the server confirms. */
export function useMarkRead(): (ids?: number[]) => Promise<boolean> {
  const client = useQueryClient();
  const { run } = useAction((ids?: number[]) => call(readNotificationsRoute, { input: ids ? { ids } : {} }), {
    parallel: true,
    optimistic: async (ids) => {
      await patchPages(client, markRead(ids));
      return () => void client.invalidateQueries(LIST_QUERY);
    },
    onDone: ({ unread_count }) => updateUnreadCounts({ notifications: unread_count }),
    errors: () => toastError(notificationsText.notRead),
  });
  return run;
}
