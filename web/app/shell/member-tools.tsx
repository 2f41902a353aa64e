import {
  Backpack,
  Ban,
  Bell as BellIcon,
  Brush,
  Crown,
  Download,
  EyeOff,
  Flag,
  FolderHeart,
  Gift,
  LogOut,
  MessagesSquare,
  Plus,
  ReceiptText,
  Settings,
  Shield,
  Shirt,
  Trophy,
  UserRound,
  UsersRound,
} from "lucide-react";
import { Link } from "react-router";
import type { SessionUser } from "#domain/auth/api.ts";
import { isStaff } from "#domain/levels/rules.ts";
import { PlaySlot } from "#web/features/play/play-slot.tsx";
import { ConfirmSlot } from "#web/features/security/confirm-slot.tsx";
import { formatCompact } from "#web/lib/format.ts";
import { useUnreadCounts } from "#web/lib/live/use-live-event.ts";
import { useSettings } from "#web/lib/settings.ts";
import { useRefreshUser, useUser } from "#web/lib/user.ts";
import { memberShellText } from "#web/text/member-shell.ts";
import { shellText } from "#web/text/shell.ts";
import { staffText } from "#web/text/staff.ts";
import { walletText } from "#web/text/wallet.ts";
import { Headshot } from "#web/ui/headshot.tsx";
import { IconLink } from "#web/ui/icon-button.tsx";
import { Menu, type MenuGroup, type MenuItem } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { Bell } from "./bell.tsx";
import { signOut } from "./sign-out.ts";
import { SpiritRing } from "./spirit-ring.tsx";
import { useThemeGroup } from "./theme-menu.tsx";
import styles from "./top-bar.module.css";

export { AccountBanners } from "./account-banners.tsx";

/** The menu item that toggles whether the user appears offline. */
function useAppearOfflineItem(user: SessionUser): MenuItem {
  const refresh = useRefreshUser();
  const { appear_offline } = user;
  const onSaved = (_: unknown, now: { appear_offline: boolean }) => {
    toast(now.appear_offline ? memberShellText.hidden : memberShellText.seen, { tone: "good" });
    refresh();
  };
  const [now, change] = useSettings({ appear_offline }, { onSaved });
  const checked = now.appear_offline;
  return {
    label: memberShellText.appearOffline,
    icon: EyeOff,
    checked,
    onSelect: () => change({ appear_offline: !checked }),
  };
}

/** Links for moderators and admins. */
const STAFF: MenuGroup = {
  id: "staff",
  items: [{ label: staffText.menu, icon: Shield, to: "/staff" }],
};

/** Returns the groups of the account menu. */
function useAccountGroups(user: SessionUser): MenuGroup[] {
  const theme = useThemeGroup();
  const appearOffline = useAppearOfflineItem(user);
  const page = `/users/${user.username}`;
  return [
    {
      id: "places",
      heading: user.username,
      items: [
        { label: memberShellText.yourProfile, icon: UserRound, to: page },
        { label: memberShellText.yourBopi, icon: Shirt, to: "/avatar" },
        { label: memberShellText.yourInventory, icon: Backpack, to: `${page}/inventory` },
        { label: memberShellText.yourAchievements, icon: Trophy, to: `${page}/achievements` },
        { label: memberShellText.yourWishlist, icon: Gift, to: "/wishlist" },
        { label: memberShellText.yourTransactions, icon: ReceiptText, to: "/transactions" },
        { label: memberShellText.yourLevels, icon: FolderHeart, to: `${page}/levels` },
        { label: memberShellText.createLevel, icon: Plus, to: "/build/new" },
        { label: memberShellText.createItem, icon: Brush, to: "/shop/create/" },
        { label: shellText.gold, icon: Crown, to: "/gold" },
        { label: memberShellText.yourSettings, icon: Settings, to: "/settings/account" },
        { label: shellText.getClient, icon: Download, to: "/download" },
      ],
    },
    {
      id: "people",
      items: [
        { label: memberShellText.chat, icon: MessagesSquare, to: "/chat" },
        { label: memberShellText.notifications, icon: BellIcon, to: "/notifications" },
        { label: memberShellText.yourBuddies, icon: UsersRound, to: `${page}/buddies` },
        { label: memberShellText.yourBlocks, icon: Ban, to: "/blocks" },
        { label: memberShellText.yourReports, icon: Flag, to: "/reports" },
        appearOffline,
      ],
    },
    ...(isStaff(user) ? [STAFF] : []),
    theme,
    {
      id: "out",
      items: [{ label: memberShellText.signOut, icon: LogOut, onSelect: () => void signOut() }],
    },
  ];
}

/** A link to the chat, with the number of unread messages. */
function ChatLink() {
  const { messages } = useUnreadCounts();
  return <IconLink icon={MessagesSquare} label={memberShellText.chat} to="/chat" count={messages ?? 0} />;
}

function Tools({ user }: { user: SessionUser }) {
  const groups = useAccountGroups(user);
  return (
    <>
      <PlaySlot />
      <ConfirmSlot />
      <ChatLink />
      <Bell />
      <Tooltip text={walletText.coins(user.coins)} silent tap>
        <Link to="/transactions" className={styles.coins} aria-label={walletText.link(user.coins)}>
          <img src="/static/emoticons/coin.svg" width={24} height={24} alt="" />
          <span>{formatCompact(user.coins)}</span>
        </Link>
      </Tooltip>
      <span className={styles.spirit}>
        <SpiritRing xp={user.xp} />
      </span>
      <Menu
        label={memberShellText.account}
        groups={groups}
        wide
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className={styles.account}
            aria-label={memberShellText.accountOf(user.username)}
          >
            <Headshot src={user.bopi.headshot_url} username={user.username} size={40} decorative />
          </button>
        )}
      />
    </>
  );
}

/** The members' part of the top bar: chat, notifications, coins, spirit, account. Visitors don't load it. */
export default function MemberTools() {
  const user = useUser();
  return user && <Tools user={user} />;
}
