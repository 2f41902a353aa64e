import { useQueryClient } from "@tanstack/react-query";
import type { Notification } from "#domain/notifications/api.ts";
import { COMMENTS_KEY } from "#web/features/comments/comments-key.ts";
import { NotificationBell } from "#web/features/notifications/notification-bell.tsx";

/** The bell. Comments on the page are asked for anew when it tells of one: it may be among them. */
export function Bell() {
  const client = useQueryClient();
  const onNews = ({ type }: Notification) => {
    if (type === "comment" || type === "mention") void client.invalidateQueries({ queryKey: [COMMENTS_KEY] });
  };
  return <NotificationBell onNews={onNews} />;
}
