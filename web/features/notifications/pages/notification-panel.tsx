import { Settings } from "lucide-react";
import { useUnreadCounts } from "#web/lib/live/use-live-event.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import styles from "../notifications.module.css";
import { useMarkRead, useNotifications } from "../queries.ts";
import { notificationsText } from "../text/notifications.ts";
import { NotificationList } from "./notification-list.tsx";

const PANEL_LIMIT = 10;

export default function NotificationPanel({ onClose }: { onClose: () => void }) {
  const list = useNotifications();
  const markRead = useMarkRead();
  const { notifications: unread } = useUnreadCounts();
  return (
    <div className={styles.panel}>
      <div className={styles.header}>
        <h2>{notificationsText.title}</h2>
        {Boolean(unread) && (
          <Button size="s" variant="quiet" onClick={() => void markRead()}>
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
      <NotificationList list={list} limit={PANEL_LIMIT} onOpen={onClose} />
      <div className={styles.footer}>
        <LinkButton to="/notifications" size="s" full onClick={onClose}>
          {notificationsText.seeAll}
        </LinkButton>
      </div>
    </div>
  );
}
