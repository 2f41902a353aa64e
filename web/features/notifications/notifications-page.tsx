import { Bell, CheckCheck, Settings } from "lucide-react";
import { useSearchParams } from "react-router";
import { useCounts } from "#web/lib/live/store.ts";
import { notificationsText } from "#web/text/notifications.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Page } from "#web/ui/page.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { NoticeSettings } from "./notice-settings.tsx";
import { NotificationList } from "./notification-list.tsx";
import styles from "./notifications.module.css";
import { useNotifications, useRead } from "./notifications-query.ts";

function All() {
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

/** Everything one has been told of, and the choice of what one is told. */
export default function NotificationsPage() {
  const [query] = useSearchParams();
  const { notifications: unread } = useCounts();
  const read = useRead();
  const settings = query.get("tab") === "settings";
  return (
    <Page
      title={notificationsText.title}
      width="middle"
      actions={
        !settings && (
          <Button icon={CheckCheck} size="s" disabled={!unread} onClick={() => void read()}>
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
      {settings ? <NoticeSettings /> : <All />}
    </Page>
  );
}
