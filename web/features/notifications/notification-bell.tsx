import { Bell } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Notification } from "#domain/notifications/api.ts";
import { useCounts } from "#web/lib/live/store.ts";
import { notificationsText } from "#web/text/notifications.ts";
import { keepLoading } from "#web/ui/chunks.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import styles from "./notifications.module.css";
import { useNotificationNews } from "./notifications-query.ts";
import { NotificationsSkeleton } from "./notifications-skeleton.tsx";

const Panel = lazy(() => keepLoading(() => import("./notification-panel.tsx")));

/** The bell in the bar above every page, with how much is unread; `onNews` hears of each new notification. */
export function NotificationBell({ onNews }: { onNews: (notification: Notification) => void }) {
  useNotificationNews(onNews);
  const { notifications } = useCounts();
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
