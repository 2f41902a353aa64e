import { MessagesSquare } from "lucide-react";
import { PlaySlot } from "#web/components/play/play-slot.tsx";
import { SpiritRing } from "#web/components/spirit-ring.tsx";
import { ConfirmSlot } from "#web/features/security/confirm-slot.tsx";
import { useUnreadCounts } from "#web/lib/live/use-live-event.ts";
import { useUser } from "#web/lib/user.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { CHAT } from "../destinations.ts";
import { memberShellText } from "../text/member-shell.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Bell } from "./bell.tsx";
import styles from "./top-bar.module.css";
import { Wallet } from "./wallet.tsx";

export { CelebrationHost } from "../celebrations/celebration-host.tsx";
export { AccountBanners } from "./account-banners.tsx";
export { MemberDock } from "./member-dock.tsx";

/** A link to the chat, with the number of unread messages. On phones it's in the dock. */
function ChatLink() {
  const { messages } = useUnreadCounts();
  return (
    <span className={styles.chat}>
      <IconLink icon={MessagesSquare} label={memberShellText.chat} to={CHAT} count={messages ?? 0} />
    </span>
  );
}

/** The members' part of the top bar: chat, notifications, coins, spirit, account. Visitors don't load it. */
export default function MemberTools() {
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <PlaySlot />
      <ConfirmSlot />
      <ChatLink />
      <Bell />
      <Wallet coins={user.coins} />
      <span className={styles.spirit}>
        <SpiritRing xp={user.xp} />
      </span>
      <AccountMenu user={user} />
    </>
  );
}
