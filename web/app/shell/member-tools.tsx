import { Backpack, Brush, FolderHeart, LogOut, Plus, Shirt, UserRound } from "lucide-react";
import { logoutRoute, type SessionUser } from "#domain/auth/api.ts";
import { call } from "#web/lib/api.ts";
import { compact } from "#web/lib/format.ts";
import { shellText } from "#web/text/shell.ts";
import { Headshot } from "#web/ui/headshot.tsx";
import { Menu, type MenuGroup } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { SpiritRing } from "./spirit-ring.tsx";
import { useThemeGroup } from "./theme-menu.tsx";
import styles from "./top-bar.module.css";

/** Signs out, and loads the page anew as a visitor's. */
async function signOut(): Promise<void> {
  try {
    await call(logoutRoute, { input: {} });
    window.location.assign("/");
  } catch {
    toast(shellText.signOutFailed, { tone: "bad" });
  }
}

/** What the account menu offers; also the phone's "You" sheet. */
export function useAccountGroups(user: SessionUser): MenuGroup[] {
  const theme = useThemeGroup();
  return [
    {
      id: "places",
      heading: user.username,
      items: [
        { label: shellText.yourProfile, icon: UserRound, to: `/users/${user.username}` },
        { label: shellText.yourBopi, icon: Shirt, to: "/avatar" },
        { label: shellText.yourInventory, icon: Backpack, to: `/users/${user.username}/inventory` },
        { label: shellText.yourLevels, icon: FolderHeart, to: `/users/${user.username}/levels` },
        { label: shellText.createLevel, icon: Plus, to: "/level/create" },
        { label: shellText.createItem, icon: Brush, to: "/shop/create/" },
      ],
    },
    theme,
    {
      id: "out",
      items: [{ label: shellText.signOut, icon: LogOut, onSelect: () => void signOut() }],
    },
  ];
}

/** A member's right end of the bar: coins, spirit, account. */
export function MemberTools({ user }: { user: SessionUser }) {
  const groups = useAccountGroups(user);
  return (
    <>
      <Tooltip text={shellText.coins(user.coins)}>
        <span className={styles.coins}>
          <img src="/static/emoticons/coin.svg" width={24} height={24} alt="" />
          <span aria-hidden>{compact(user.coins)}</span>
        </span>
      </Tooltip>
      <SpiritRing xp={user.xp} />
      <Menu
        label={shellText.account}
        groups={groups}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className={styles.account}
            aria-label={shellText.accountOf(user.username)}
          >
            <Headshot src={user.bopi.headshot_url} username={user.username} size={40} decorative />
          </button>
        )}
      />
    </>
  );
}
