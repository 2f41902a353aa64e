import { BellRing } from "lucide-react";
import type { Notification } from "#domain/notifications/api.ts";
import { notificationsText } from "#web/text/notifications.ts";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { NotificationRow } from "./notification-row.tsx";
import styles from "./notifications.module.css";
import { NotificationsSkeleton } from "./notifications-skeleton.tsx";
import { useMarkRead, type useNotifications } from "./queries.ts";

interface NotificationListProps {
  list: ReturnType<typeof useNotifications>;
  /** Shows at most this many of the loaded notifications. */
  limit?: number;
  /** Called when a notification is opened. */
  onOpen?: () => void;
}

/** The list of notifications, with its loading, error and empty states. */
export function NotificationList({ list, limit, onOpen }: NotificationListProps) {
  const markRead = useMarkRead();
  const { notifications } = list;
  if (!notifications) {
    if (list.isPending) return <NotificationsSkeleton />;
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  }
  if (notifications.length === 0)
    return <EmptyState icon={BellRing} title={notificationsText.none} text={notificationsText.noneText} />;
  const open = ({ id, read: isRead }: Notification) => {
    if (!isRead) void markRead([id]);
    onOpen?.();
  };
  return (
    <ul className={styles.list}>
      {notifications.slice(0, limit).map((notification) => (
        <li key={notification.id}>
          <NotificationRow notification={notification} onOpen={() => open(notification)} />
        </li>
      ))}
    </ul>
  );
}
