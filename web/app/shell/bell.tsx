import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Notification } from "#domain/notifications/api.ts";
import { COMMENTS_KEY } from "#web/features/comments/comments-key.ts";
import { NotificationBell } from "#web/features/notifications/notification-bell.tsx";
import { invalidateUrls } from "#web/lib/query.ts";
import { memberShellText } from "#web/text/member-shell.ts";
import { toast } from "#web/ui/toast-store.ts";

const ACHIEVEMENTS = /^\/api\/(?:user\/achievements|users)\//;
/** Achievements this tab has told of: to a page that is loaded anew the socket says the last half minute again. */
const TOLD = "told-achievements";

function isNews({ id }: Notification): boolean {
  const told = sessionStorage.getItem(TOLD)?.split(",") ?? [];
  if (told.includes(String(id))) return false;
  sessionStorage.setItem(TOLD, [...told.slice(-20), id].join(","));
  return true;
}

/** What is shown of achievements is asked for anew: not each of them moves the ledger. */
const refreshAchievements = (client: QueryClient) => invalidateUrls(client, ACHIEVEMENTS);

/** The bell. Comments on the page are asked for anew when it tells of one: it may be among them. */
export function Bell() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onNews = (told: Notification) => {
    const { type, title, url } = told;
    if (type === "comment" || type === "mention") void client.invalidateQueries({ queryKey: [COMMENTS_KEY] });
    if (type !== "achievement") return;
    void refreshAchievements(client);
    const action = { label: memberShellText.seeAchievements, onSelect: () => void navigate(url) };
    if (isNews(told)) toast(memberShellText.earned(title), { tone: "good", action });
  };
  return <NotificationBell onNews={onNews} />;
}
