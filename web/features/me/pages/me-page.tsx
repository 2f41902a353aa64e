import {
  Backpack,
  Ban,
  Bell,
  Brush,
  CalendarDays,
  Crown,
  Download,
  Flag,
  FolderHeart,
  Gift,
  Layers,
  LogOut,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  Plus,
  ReceiptText,
  Scale,
  Settings,
  Shield,
  Shirt,
  ShoppingBag,
  Trophy,
  UserRound,
  Users,
  UsersRound,
} from "lucide-react";
import { Link } from "react-router";
import type { SessionUser } from "#domain/auth/api.ts";
import { isStaff } from "#domain/auth/roles.ts";
import { isNewcomer } from "#domain/first-night/stamps.ts";
import { signOut } from "#web/components/sign-out.ts";
import { memberAccountText } from "#web/components/text/account.ts";
import { walletText } from "#web/components/text/wallet.ts";
import { ThemeMenu } from "#web/components/theme-menu.tsx";
import { SoundsSwitch } from "#web/features/settings/sounds-switch.tsx";
import { staffText } from "#web/features/staff/text/staff.ts";
import { SpiritProgressPanel } from "#web/features/users/spirit-progress.tsx";
import { useSettings } from "#web/lib/settings.ts";
import { useMember, useRefreshUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Switch } from "#web/ui/checkbox.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import styles from "../me.module.css";
import { meText as text } from "../text.ts";

/** Settings that are changed often: presence, sounds, the site's theme. Each is saved at once. */
function QuickSettings({ user }: { user: SessionUser }) {
  const refresh = useRefreshUser();
  const { appear_offline } = user;
  const [now, change] = useSettings(
    { appear_offline },
    {
      toast: (_, saved) => (saved.appear_offline ? memberAccountText.hidden : memberAccountText.seen),
      onSaved: refresh,
    },
  );
  return (
    <Card className={styles.settings}>
      <Switch
        label={text.offline}
        hint={text.offlineHint}
        checked={now.appear_offline}
        onChange={(hidden) => change({ appear_offline: hidden })}
      />
      <SoundsSwitch />
      <div className={styles.theme}>
        <span>{text.theme}</span>
        <ThemeMenu />
      </div>
    </Card>
  );
}

interface Tile {
  label: string;
  icon: LucideIcon;
  to: string;
}

/** Everything a member has, by topic. */
function tileGroups(user: SessionUser): { heading: string; tiles: readonly Tile[] }[] {
  const page = `/users/${user.username}`;
  return [
    {
      heading: text.things,
      tiles: [
        { label: text.inventory, icon: Backpack, to: `${page}/inventory` },
        { label: text.outfits, icon: Layers, to: "/avatar?tab=outfits" },
        { label: text.wishlist, icon: Gift, to: "/wishlist" },
        { label: text.createItem, icon: Brush, to: "/shop/create" },
      ],
    },
    {
      heading: text.doings,
      tiles: [
        { label: text.levels, icon: FolderHeart, to: `${page}/levels` },
        { label: text.createLevel, icon: Plus, to: "/build/new" },
        { label: text.achievements, icon: Trophy, to: `${page}/achievements` },
        { label: text.transactions, icon: ReceiptText, to: "/transactions" },
      ],
    },
    {
      heading: text.people,
      tiles: [
        { label: text.buddies, icon: UsersRound, to: `${page}/buddies` },
        { label: text.chat, icon: MessagesSquare, to: "/chat" },
        { label: text.notifications, icon: Bell, to: "/notifications" },
        { label: text.blocks, icon: Ban, to: "/blocks" },
      ],
    },
    {
      heading: text.city,
      tiles: [
        { label: text.shop, icon: ShoppingBag, to: "/shop" },
        { label: text.forums, icon: Megaphone, to: "/forums" },
        { label: text.users, icon: Users, to: "/users" },
        { label: text.events, icon: CalendarDays, to: "/events" },
      ],
    },
    {
      heading: text.account,
      tiles: [
        { label: text.settings, icon: Settings, to: "/settings/account" },
        { label: text.gold, icon: Crown, to: "/gold" },
        { label: text.reports, icon: Flag, to: "/reports" },
        { label: text.standing, icon: Scale, to: "/standing" },
        { label: text.getClient, icon: Download, to: "/download" },
        ...(isStaff(user) ? [{ label: staffText.menu, icon: Shield, to: "/staff" }] : []),
      ],
    },
  ];
}

function Hero({ user }: { user: SessionUser }) {
  return (
    <Card className={styles.hero}>
      <div className={styles.stage}>
        <img src={user.bopi.avatar_url} width={260} height={260} alt="" fetchPriority="high" />
      </div>
      <div className={styles.about}>
        <h1>{user.username}</h1>
        <Link to="/transactions" className={styles.coins} aria-label={walletText.exact(user.coins)}>
          <img src="/static/emoticons/coin.svg" width={28} height={28} alt="" />
          {walletText.coins(user.coins)}
        </Link>
        <SpiritProgressPanel xp={user.xp} hasGold={user.has_gold} isNew={isNewcomer(user)} />
        <div className={styles.actions}>
          <LinkButton variant="primary" icon={Shirt} to="/avatar">
            {text.dress}
          </LinkButton>
          <LinkButton icon={UserRound} to={`/users/${user.username}`}>
            {text.profile}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}

/** A member's own page: their bopi and wallet, and the way to everything that is theirs. */
export default function MePage() {
  const user = useMember();
  return (
    <Page title={text.title} heading={null}>
      <Hero user={user} />
      <div className={styles.groups}>
        {tileGroups(user).map(({ heading, tiles }) => (
          <Section key={heading} heading={heading}>
            <ul className={styles.tiles}>
              {tiles.map(({ label, icon: Icon, to }) => (
                <li key={to}>
                  <Link className={styles.tile} to={to}>
                    <Icon aria-hidden />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        ))}
        <Section heading={text.quick}>
          <QuickSettings user={user} />
        </Section>
      </div>
      <div className={styles.out}>
        <Button icon={LogOut} onClick={() => void signOut(user.id)}>
          {memberAccountText.signOut}
        </Button>
      </div>
    </Page>
  );
}
