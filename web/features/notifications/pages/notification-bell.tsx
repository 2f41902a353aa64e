import { Bell } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Notification } from "#domain/notifications/api.ts";
import { useUnreadCounts } from "#web/lib/live/use-live-event.ts";
import { loadWithRetries } from "#web/ui/chunks.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import styles from "../notifications.module.css";
import { NotificationsSkeleton } from "../notifications-skeleton.tsx";
import { useLiveNotifications } from "../queries.ts";
import { notificationsText } from "../text/notifications.ts";

const Panel = lazy(() => loadWithRetries(() => import("./notification-panel.tsx")));

export function NotificationBell({
  onNotification,
}: {
  onNotification: (notification: Notification) => void;
}) {
  useLiveNotifications(onNotification);
  const { notifications } = useUnreadCounts();
  return (
    <Popover
      label={notificationsText.title}
      align="end"
      trigger={(props) => (
        <IconButton {...props} icon={Bell} label={notificationsText.title} count={notifications ?? 0} />
      )}
    >
      {(close) => (
        <Suspense
          fallback={
            <div className={styles.panel}>
              <NotificationsSkeleton />
            </div>
          }
        >
          <Panel onClose={close} />
        </Suspense>
      )}
    </Popover>
  );
}
