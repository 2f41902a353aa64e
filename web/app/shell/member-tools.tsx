import { useQueryClient } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link, useNavigate } from "react-router";
import type { Notification } from "#domain/notifications/api.ts";
import { PlaySlot } from "#web/components/play/play-slot.tsx";
import { SpiritRing } from "#web/components/spirit-ring.tsx";
import { walletText } from "#web/components/text/wallet.ts";
import { NotificationBell } from "#web/features/notifications/pages/notification-bell.tsx";
import { ConfirmSlot } from "#web/features/security/confirm-slot.tsx";
import { invalidate, type Target } from "#web/lib/cache.ts";
import { celebrate, celebrations, pendingCoins } from "#web/lib/celebrate.ts";
import { formatCompact, formatNumber } from "#web/lib/format.ts";
import { useUnreadCounts } from "#web/lib/live/use-live-event.ts";
import { tabStorage } from "#web/lib/storage.ts";
import { useUser } from "#web/lib/user.ts";
import { IconLink } from "#web/ui/icon-button.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { CHAT } from "../destinations.ts";
import { memberShellText } from "../text/member-shell.ts";
import { AccountMenu } from "./account-menu.tsx";
import styles from "./top-bar.module.css";

const COUNT_MS = 700;
/** With prices of a few coins, the last digits matter. */
const MAX_EXACT_COINS = 99_999;
const formatWallet = (coins: number): string =>
  coins > MAX_EXACT_COINS ? formatCompact(coins) : formatNumber(coins);

/** A number that counts up to its new value; it falls at once, and without motion it also rises at once. */
function useCountUp(value: number): number {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    const from = latest.current;
    latest.current = value;
    if (value <= from || matchMedia("(prefers-reduced-motion: reduce)").matches) return setShown(value);
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - start) / COUNT_MS);
      setShown(Math.round(from + (value - from) * share));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      setShown(value);
    };
  }, [value]);
  return shown;
}

/** The member's coins, a link to their transactions. Coins that are still flying are added when they arrive. */
function Wallet({ coins }: { coins: number }) {
  const pending = pendingCoins(useSyncExternalStore(celebrations.subscribe, celebrations.get));
  const shown = useCountUp(Math.max(0, coins - pending));
  return (
    <Tooltip text={walletText.coins(coins)} silent tap>
      <Link to="/transactions" className={styles.coins} aria-label={walletText.link(shown)} data-wallet>
        <img src="/static/emoticons/coin.svg" width={24} height={24} alt="" />
        <span>{formatWallet(shown)}</span>
      </Link>
    </Tooltip>
  );
}

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
function Bell() {
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

export { CelebrationHost } from "../celebrations/celebration-host.tsx";
export { AccountBanners } from "./account-banners.tsx";
export { MemberDock } from "./member-dock.tsx";

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
