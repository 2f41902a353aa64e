import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Notification } from "#domain/notifications/api.ts";
import { COMMENTS_KEY } from "#web/features/comments/comments-key.ts";
import { NotificationBell } from "#web/features/notifications/notification-bell.tsx";
import { invalidateUrls } from "#web/lib/query.ts";
import { memberShellText } from "#web/text/member-shell.ts";
import { toast } from "#web/ui/toast-store.ts";

const ACHIEVEMENTS = /^\/api\/(?:user\/achievements|users)\//;
/** Achievements this tab has shown. After a reload, the socket replays the events of the last half minute. */
const SHOWN_KEY = "shown-achievements";

function isFirstTime({ id }: Notification): boolean {
  const shown = sessionStorage.getItem(SHOWN_KEY)?.split(",") ?? [];
  if (shown.includes(String(id))) return false;
  sessionStorage.setItem(SHOWN_KEY, [...shown.slice(-20), id].join(","));
  return true;
}

/** Refetches achievements: not every achievement causes a ledger event. */
const refreshAchievements = (client: QueryClient) => invalidateUrls(client, ACHIEVEMENTS);

/** The notification bell. A notification about a comment also refetches the page's comments. */
export function Bell() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onNotification = (notification: Notification) => {
    const { type, title, url } = notification;
    if (type === "comment" || type === "mention") void client.invalidateQueries({ queryKey: [COMMENTS_KEY] });
    if (type !== "achievement") return;
    void refreshAchievements(client);
    const action = { label: memberShellText.seeAchievements, onSelect: () => void navigate(url) };
    if (isFirstTime(notification)) toast(memberShellText.earned(title), { tone: "good", action });
  };
  return <NotificationBell onNotification={onNotification} />;
}
