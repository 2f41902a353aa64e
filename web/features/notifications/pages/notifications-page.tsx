import { Bell, CheckCheck, Settings } from "lucide-react";
import { useSearchParams } from "react-router";
import { useUnreadCounts } from "#web/lib/live/use-live-event.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { NotificationSettings } from "../notification-settings.tsx";
import styles from "../notifications.module.css";
import { PushCard } from "../push-card.tsx";
import { useMarkRead, useNotifications } from "../queries.ts";
import { notificationsText } from "../text/notifications.ts";
import { NotificationList } from "./notification-list.tsx";

function AllNotifications() {
  const list = useNotifications();
  return (
    <>
      <div className={styles.card}>
        <NotificationList list={list} />
      </div>
      {list.isFetchNextPageError && <Banner>{list.error?.message}</Banner>}
      {list.hasNextPage && (
        <Button className={styles.more} busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {notificationsText.more}
        </Button>
      )}
    </>
  );
}

/** All notifications, and a tab with the notification settings. */
export default function NotificationsPage() {
  const [query] = useSearchParams();
  const { notifications: unread } = useUnreadCounts();
  const markRead = useMarkRead();
  const settings = query.get("tab") === "settings";
  return (
    <Page
      title={notificationsText.title}
      width="middle"
      actions={
        !settings && (
          <Button icon={CheckCheck} size="s" disabled={!unread} onClick={() => void markRead()}>
            {notificationsText.readAll}
          </Button>
        )
      }
    >
      <TabLinks
        label={notificationsText.tabs}
        tabs={[
          { to: "/notifications", label: notificationsText.title, icon: Bell, active: !settings },
          {
            to: "/notifications?tab=settings",
            label: notificationsText.settings,
            icon: Settings,
            active: settings,
          },
        ]}
      />
      {settings ? (
        <>
          <NotificationSettings />
          <PushCard />
        </>
      ) : (
        <AllNotifications />
      )}
    </Page>
  );
}
