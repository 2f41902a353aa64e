import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RawInputOf } from "#domain/api/route.ts";
import { notificationSettingsRoute, updateNotificationSettingsRoute } from "#domain/notifications/api.ts";
import { NOTICE_TYPES, type NoticeType } from "#domain/notifications/notice.ts";
import { canMute } from "#domain/notifications/rules.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { patch } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { notificationIcon } from "./notification-icons.ts";
import styles from "./notifications.module.css";
import { notificationsText } from "./text/notifications.ts";

const QUERY = queryFor(notificationSettingsRoute, {});

/** Switches for each type of notification. A change saves immediately. */
export function NotificationSettings() {
  const client = useQueryClient();
  const { data, error, isPending, isFetching, refetch } = useQuery(QUERY);
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
  if (isPending) return <Skeleton height={520} />;
  if (!data) return <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />;
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
                checked={data.settings[type] ?? true}
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
