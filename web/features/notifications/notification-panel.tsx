import { Settings } from "lucide-react";
import { useCounts } from "#web/lib/live/store.ts";
import { notificationsText } from "#web/text/notifications.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import { NotificationList } from "./notification-list.tsx";
import styles from "./notifications.module.css";
import { useNotifications, useRead } from "./notifications-query.ts";

const MOST = 10;

/** The newest notifications, as they hang on the bell. */
export default function NotificationPanel({ onClose }: { onClose: () => void }) {
  const list = useNotifications();
  const read = useRead();
  const { notifications: unread } = useCounts();
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>{notificationsText.title}</h2>
        {Boolean(unread) && (
          <Button size="s" variant="quiet" onClick={() => void read()}>
            {notificationsText.readAll}
          </Button>
        )}
        <IconLink
          icon={Settings}
          label={notificationsText.settings}
          to="/notifications?tab=settings"
          onClick={onClose}
        />
      </div>
      <NotificationList list={list} most={MOST} onOpen={onClose} />
      <div className={styles.foot}>
        <LinkButton to="/notifications" size="s" full onClick={onClose}>
          {notificationsText.seeAll}
        </LinkButton>
      </div>
    </div>
  );
}
