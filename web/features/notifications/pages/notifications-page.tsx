import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, CheckCheck, Settings } from "lucide-react";
import { useSearchParams } from "react-router";
import type { RawInputOf } from "#domain/api/route.ts";
import { notificationSettingsRoute, updateNotificationSettingsRoute } from "#domain/notifications/api.ts";
import { NOTICE_TYPES, type NoticeType } from "#domain/notifications/notice.ts";
import { canMute } from "#domain/notifications/rules.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { patch } from "#web/lib/cache.ts";
import { useUnreadCounts } from "#web/lib/live/use-live-event.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { notificationIcon } from "../notification-icons.ts";
import styles from "../notifications.module.css";
import { PushCard } from "../push-card.tsx";
import { useMarkRead, useNotifications } from "../queries.ts";
import { notificationsText } from "../text/notifications.ts";
import { NotificationList } from "./notification-list.tsx";

const QUERY = queryFor(notificationSettingsRoute, {});

function NotificationSettings() {
  const client = useQueryClient();
  const query = useQuery(QUERY);
  const setCached = (type: NoticeType, on: boolean) =>
    patch(client, "/api/notifications/settings", ({ settings }) => ({
      settings: { ...settings, [type]: on },
    }));
  const { run: choose } = useAction(
    ({ type, on }: { type: NoticeType; on: boolean }) =>
      call(updateNotificationSettingsRoute, {
        input: { [type]: on } as RawInputOf<typeof updateNotificationSettingsRoute>,
      }),
    {
      parallel: true,
      optimistic: ({ type, on }) => {
        setCached(type, on);
        return () => setCached(type, !on);
      },
      errors: "toast",
    },
  );
  if (query.isPending) return <Skeleton height={520} />;
  if (!query.data) return <QueryError query={query} />;
  const { settings } = query.data;
  return (
    <>
      <p className={styles.intro}>{notificationsText.settingsIntro}</p>
      <ul className={styles.settings}>
        {NOTICE_TYPES.map((type) => {
          const Icon = notificationIcon(type);
          const [name, hint] = notificationsText.types[type];
          return (
            <li className={styles.setting} key={type}>
              <Icon aria-hidden />
              <Switch
                label={name}
                hint={hint}
                name={type}
                checked={settings[type] ?? true}
                disabled={!canMute(type)}
                onChange={(on) => void choose({ type, on })}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

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
