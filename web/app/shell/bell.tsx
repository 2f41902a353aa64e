import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Notification } from "#domain/notifications/api.ts";
import { NotificationBell } from "#web/features/notifications/pages/notification-bell.tsx";
import { invalidate, type Target } from "#web/lib/cache.ts";
import { celebrate } from "#web/lib/celebrate.ts";
import { tabStorage } from "#web/lib/storage.ts";
import { memberShellText } from "../text/member-shell.ts";

/** Notifications this tab has celebrated. After a reload, the socket replays the events of the last half minute. */
const SHOWN_KEY = "celebrated-notifications";

function isFirstTime({ id }: Notification): boolean {
  const shown = tabStorage.get(SHOWN_KEY)?.split(",") ?? [];
  if (shown.includes(String(id))) return false;
  tabStorage.set(SHOWN_KEY, [...shown.slice(-20), id].join(","));
  return true;
}

/** Where achievements show: not every achievement causes a ledger event, which refetches them. */
const ACHIEVEMENTS: readonly Target[] = [
  "/api/user/achievements/{id}",
  "/api/users/{username}",
  "/api/users/{username}/levels",
];

const REASONS: Partial<Record<Notification["type"], string>> = {
  achievement: memberShellText.achievement,
  reward: memberShellText.challenge,
};

/** The notification bell. Celebrates achievements and rewards; a notification about a comment refetches the comments. */
export function Bell() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onNotification = (notification: Notification) => {
    const { id, type, title, url, picture } = notification;
    if (type === "comment" || type === "mention") void invalidate(client, ["/api/comments/**"]);
    if (type === "achievement") void invalidate(client, ACHIEVEMENTS);
    const reason = REASONS[type];
    if (!reason || !isFirstTime(notification)) return;
    const action = { label: memberShellText.seeIt, onSelect: () => void navigate(url) };
    celebrate({ kind: "badge", title, reason, picture, action, key: `notification:${id}` });
  };
  return <NotificationBell onNotification={onNotification} />;
}
