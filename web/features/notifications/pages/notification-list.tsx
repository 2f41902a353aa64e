import { Users } from "lucide-react";
import { Link } from "react-router";
import type { Notification } from "#domain/notifications/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { WaitingRequestList } from "#web/features/buddies/waiting-requests.tsx";
import { formatDateTime, formatRelativeTime } from "#web/lib/format.ts";
import { useNow } from "#web/lib/now.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { QueryError } from "#web/ui/states.tsx";
import { notificationIcon } from "../notification-icons.ts";
import styles from "../notifications.module.css";
import { NotificationsSkeleton } from "../notifications-skeleton.tsx";
import { useMarkRead, type useNotifications } from "../queries.ts";
import { notificationsText } from "../text/notifications.ts";

const SIZE = 44;

const thumbnailOf = ({ picture }: Notification) =>
  picture && (
    <img className={styles.thumbnail} src={picture} width={SIZE} height={SIZE} alt="" loading="lazy" />
  );

/** The actor's headshot with the type's icon, else the subject's picture with the icon, else the icon alone. */
function Picture({ notification }: { notification: Notification }) {
  const Icon = notificationIcon(notification.type);
  const [actor] = notification.actors;
  const picture = actor ? <Headshot user={actor} size={SIZE} decorative /> : thumbnailOf(notification);
  const icon = <Icon aria-hidden />;
  return (
    <span className={cx(styles.picture, !picture && styles.iconOnly)}>
      {picture}
      {picture ? <span className={styles.icon}>{icon}</span> : icon}
    </span>
  );
}

function NotificationText({ notification }: { notification: Notification }) {
  const { who, does, title, end } = notificationsText.sentence(notification);
  return (
    <span className={styles.sentence}>
      {who && <strong>{who} </strong>}
      {does}
      {title && (
        <strong>
          {" "}
          <bdi>{title}</bdi>
        </strong>
      )}
      {end && ` ${end}`}
    </span>
  );
}

function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const now = useNow();
  return (
    <Link
      className={cx(styles.row, !notification.read && styles.unread)}
      to={notification.url}
      onClick={onOpen}
      onAuxClick={({ button }) => button === 1 && onOpen()}
    >
      <Picture notification={notification} />
      <span className={styles.text}>
        <NotificationText notification={notification} />{" "}
        <time
          className={styles.when}
          dateTime={notification.created_at}
          title={formatDateTime(notification.created_at)}
        >
          {formatRelativeTime(notification.created_at, now)}
        </time>
      </span>
      {notification.actors.length > 0 && thumbnailOf(notification)}
      {!notification.read && (
        <span className={styles.dot}>
          <span className="sr-only">{notificationsText.unread}</span>
        </span>
      )}
    </Link>
  );
}

interface NotificationListProps {
  list: ReturnType<typeof useNotifications>;
  limit?: number;
  onOpen?: (() => void) | undefined;
}

export function NotificationList({ list, limit, onOpen }: NotificationListProps) {
  const markRead = useMarkRead();
  const { notifications, requests } = list;
  if (!notifications) {
    if (list.isPending) return <NotificationsSkeleton />;
    return <QueryError query={list} />;
  }
  const waiting = requests && <WaitingRequestList requests={requests} onOpen={onOpen} />;
  if (notifications.length === 0 && requests?.people.length) return waiting;
  if (notifications.length === 0)
    return (
      <EmptyState title={notificationsText.none} text={notificationsText.noneText} pose="sleep">
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
