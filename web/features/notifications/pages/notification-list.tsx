import { Users } from "lucide-react";
import type { Notification } from "#domain/notifications/api.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { WaitingRequestList } from "#web/features/buddies/waiting-requests.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { NotificationRow } from "../notification-row.tsx";
import styles from "../notifications.module.css";
import { NotificationsSkeleton } from "../notifications-skeleton.tsx";
import { useMarkRead, type useNotifications } from "../queries.ts";
import { notificationsText } from "../text/notifications.ts";

interface NotificationListProps {
  list: ReturnType<typeof useNotifications>;
  /** Shows at most this many of the loaded notifications. */
  limit?: number;
  /** Called when a notification is opened. */
  onOpen?: (() => void) | undefined;
}

/** The list of notifications, with its loading, error and empty states. */
export function NotificationList({ list, limit, onOpen }: NotificationListProps) {
  const markRead = useMarkRead();
  const { notifications, requests } = list;
  if (!notifications) {
    if (list.isPending) return <NotificationsSkeleton />;
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  }
  const waiting = requests && <WaitingRequestList requests={requests} onOpen={onOpen} />;
  if (notifications.length === 0 && requests?.people.length) return waiting;
  if (notifications.length === 0)
    return (
      <EmptyState
        title={notificationsText.none}
        text={notificationsText.noneText}
        art={<PosedBopi pose="sleep" />}
      >
        <LinkButton icon={Users} to="/users" onClick={onOpen}>
          {notificationsText.findPeople}
        </LinkButton>
      </EmptyState>
    );
  const open = ({ id, read: isRead }: Notification) => {
    if (!isRead) void markRead([id]);
    onOpen?.();
  };
  return (
    <>
      {waiting}
      <ul className={styles.list}>
        {notifications.slice(0, limit).map((notification) => (
          <li key={notification.id}>
            <NotificationRow notification={notification} onOpen={() => open(notification)} />
          </li>
        ))}
      </ul>
    </>
  );
}
