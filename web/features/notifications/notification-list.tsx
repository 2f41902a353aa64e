import { BellRing } from "lucide-react";
import type { Notification } from "#domain/notifications/api.ts";
import { notificationsText } from "#web/text/notifications.ts";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { NotificationRow } from "./notification-row.tsx";
import styles from "./notifications.module.css";
import { type useNotifications, useRead } from "./notifications-query.ts";
import { NotificationsSkeleton } from "./notifications-skeleton.tsx";

interface NotificationListProps {
  list: ReturnType<typeof useNotifications>;
  /** How many are shown of those that are here. */
  most?: number;
  /** One is followed. */
  onOpen?: () => void;
}

/** The list in each of its states. */
export function NotificationList({ list, most, onOpen }: NotificationListProps) {
  const read = useRead();
  const { notifications } = list;
  if (!notifications) {
    if (list.isPending) return <NotificationsSkeleton />;
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  }
  if (notifications.length === 0)
    return <EmptyState icon={BellRing} title={notificationsText.none} text={notificationsText.noneText} />;
  const open = ({ id, read: isRead }: Notification) => {
    if (!isRead) void read([id]);
    onOpen?.();
  };
  return (
    <ul className={styles.list}>
      {notifications.slice(0, most).map((told) => (
        <li key={told.id}>
          <NotificationRow told={told} onOpen={() => open(told)} />
        </li>
      ))}
    </ul>
  );
}
