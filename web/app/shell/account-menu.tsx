import { FolderHeart, LogOut, Settings, Shield, Shirt, UserRound, UsersRound } from "lucide-react";
import type { SessionUser } from "#domain/auth/api.ts";
import { isStaff } from "#domain/auth/roles.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { signOut } from "#web/components/sign-out.ts";
import { memberAccountText } from "#web/components/text/account.ts";
import { walletText } from "#web/components/text/wallet.ts";
import { staffText } from "#web/features/staff/text/staff.ts";
import { Menu } from "#web/ui/menu.tsx";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { memberShellText } from "../text/member-shell.ts";
import styles from "./account-menu.module.css";

/** The entries that members use daily, at most 8. Everything else is on their own page, which the first entry opens. */
function accountGroups(user: SessionUser): MenuGroup[] {
  const page = `/users/${user.username}`;
  return [
    {
      id: "me",
      items: [
        {
          label: user.username,
          to: "/me",
          content: (
            <span className={styles.identity}>
              <Headshot user={user} size={56} decorative />
              <span className={styles.who}>
                <b>{user.username}</b>
                <span className={styles.wealth}>
                  <img src="/static/emoticons/coin.svg" width={16} height={16} alt="" />
                  {walletText.coins(user.coins)}
                </span>
                <span className={styles.wealth}>{memberShellText.level(user.level)}</span>
              </span>
            </span>
          ),
        },
      ],
    },
    {
      id: "places",
      items: [
        { label: memberShellText.yourProfile, icon: UserRound, to: page },
        { label: memberShellText.yourBopi, icon: Shirt, to: "/avatar" },
        { label: memberShellText.yourLevels, icon: FolderHeart, to: `${page}/levels` },
        { label: memberShellText.yourBuddies, icon: UsersRound, to: `${page}/buddies` },
        { label: memberShellText.yourSettings, icon: Settings, to: "/settings/account" },
        ...(isStaff(user) ? [{ label: staffText.menu, icon: Shield, to: "/staff" }] : []),
      ],
    },
    {
      id: "out",
      items: [{ label: memberAccountText.signOut, icon: LogOut, onSelect: () => void signOut(user.id) }],
    },
  ];
}

export function AccountMenu({ user }: { user: SessionUser }) {
  return (
    <Menu
      label={memberShellText.account}
      groups={accountGroups(user)}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={styles.account}
          aria-label={memberShellText.accountOf(user.username)}
        >
          <Headshot user={user} size={40} decorative />
        </button>
      )}
    />
  );
}
