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
import { SITE } from "#domain/site.ts";
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

const meText = {
  getClient: `Download ${SITE.client}`,
  title: "Me",
  dress: "Dress your bopi",
  profile: "See your profile",
  things: "Your things",
  inventory: "Inventory",
  outfits: "Outfits",
  wishlist: "Wishlist",
  createItem: "Create item",
  doings: "What you do",
  levels: "Your Levels",
  createLevel: "Create Level",
  achievements: "Achievements",
  transactions: "Transactions",
  people: "People",
  chat: "Chat",
  buddies: "Buddies",
  notifications: "Notifications",
  blocks: "Blocked users",
  city: "Around the city",
  shop: "Shop",
  forums: "Forums",
  users: "Users",
  events: "Events",
  account: "Your account",
  settings: "Settings",
  gold: "Gold",
  reports: "Reports and warnings",
  standing: "Your standing",
  quick: "Quick settings",
  theme: "Theme",
  offline: "Appear offline",
  offlineHint: "No one can see when you're online.",
} as const;

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
        label={meText.offline}
        hint={meText.offlineHint}
        checked={now.appear_offline}
        onChange={(hidden) => change({ appear_offline: hidden })}
      />
      <SoundsSwitch />
      <div className={styles.theme}>
        <span>{meText.theme}</span>
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

function tileGroups(user: SessionUser): { heading: string; tiles: readonly Tile[] }[] {
  const page = `/users/${user.username}`;
  return [
    {
      heading: meText.things,
      tiles: [
        { label: meText.inventory, icon: Backpack, to: `${page}/inventory` },
        { label: meText.outfits, icon: Layers, to: "/avatar?tab=outfits" },
        { label: meText.wishlist, icon: Gift, to: "/wishlist" },
        { label: meText.createItem, icon: Brush, to: "/shop/create" },
      ],
    },
    {
      heading: meText.doings,
      tiles: [
        { label: meText.levels, icon: FolderHeart, to: `${page}/levels` },
        { label: meText.createLevel, icon: Plus, to: "/build/new" },
        { label: meText.achievements, icon: Trophy, to: `${page}/achievements` },
        { label: meText.transactions, icon: ReceiptText, to: "/transactions" },
      ],
    },
    {
      heading: meText.people,
      tiles: [
        { label: meText.buddies, icon: UsersRound, to: `${page}/buddies` },
        { label: meText.chat, icon: MessagesSquare, to: "/chat" },
        { label: meText.notifications, icon: Bell, to: "/notifications" },
        { label: meText.blocks, icon: Ban, to: "/blocks" },
      ],
    },
    {
      heading: meText.city,
      tiles: [
        { label: meText.shop, icon: ShoppingBag, to: "/shop" },
        { label: meText.forums, icon: Megaphone, to: "/forums" },
        { label: meText.users, icon: Users, to: "/users" },
        { label: meText.events, icon: CalendarDays, to: "/events" },
      ],
    },
    {
      heading: meText.account,
      tiles: [
        { label: meText.settings, icon: Settings, to: "/settings/account" },
        { label: meText.gold, icon: Crown, to: "/gold" },
        { label: meText.reports, icon: Flag, to: "/reports" },
        { label: meText.standing, icon: Scale, to: "/standing" },
        { label: meText.getClient, icon: Download, to: "/download" },
        ...(isStaff(user) ? [{ label: staffText.menu, icon: Shield, to: "/staff" }] : []),
      ],
    },
  ];
}

export default function MePage() {
  const user = useMember();
  return (
    <Page title={meText.title} heading={null}>
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
              {meText.dress}
            </LinkButton>
            <LinkButton icon={UserRound} to={`/users/${user.username}`}>
              {meText.profile}
            </LinkButton>
          </div>
        </div>
      </Card>
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
        <Section heading={meText.quick}>
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
