import { MessagesSquare } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Headshot } from "#web/components/headshot.tsx";
import { formatBadgeCount } from "#web/lib/format.ts";
import { useUnreadCounts } from "#web/lib/live/use-live-event.ts";
import { useUser } from "#web/lib/user.ts";
import { CHAT, isAtDestination, ME } from "../destinations.ts";
import { memberShellText } from "../text/member-shell.ts";
import styles from "./dock.module.css";

export function MemberDock() {
  const user = useUser();
  const { pathname } = useLocation();
  const messages = useUnreadCounts().messages ?? 0;
  if (!user) return null;
  const currentAt = (to: string) => (isAtDestination(pathname, { to }) ? "page" : undefined);
  return (
    <>
      <Link
        to={CHAT}
        className={styles.link}
        aria-current={currentAt(CHAT)}
        aria-label={messages > 0 ? memberShellText.unread(formatBadgeCount(messages)) : undefined}
      >
        {/* The text comes in the order of the name, so voice control finds it. */}
        {memberShellText.chat}{" "}
        <span className={styles.icon}>
          <MessagesSquare aria-hidden />
          {messages > 0 && (
            <span className={styles.count} aria-hidden>
              {formatBadgeCount(messages)}
            </span>
          )}
        </span>
      </Link>
      <Link to={ME} className={styles.link} aria-current={currentAt(ME)}>
        <span className={styles.face}>
          <Headshot user={user} size={26} decorative />
        </span>
        {memberShellText.me}
      </Link>
    </>
  );
}
