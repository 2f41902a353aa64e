import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type SessionUser, sessionRoute } from "#domain/auth/api.ts";
import { formatDuration } from "#domain/duration.ts";
import { STAMPS } from "#domain/first-night/stamps.ts";
import { spiritCoins, spiritLevel } from "#domain/users/spirit.ts";
import { applyContactChange } from "#web/features/blocks/contact-change.ts";
import { applyBuddyChange } from "#web/features/buddies/buddy-change.ts";
import { hasUnsentMessages } from "#web/features/conversations/outbox-key.ts";
import { firstNightText } from "#web/features/first-night/text.ts";
import { refetchFollow } from "#web/features/follows/apply-follow.ts";
import { hasSavedRuns } from "#web/features/play/saved-runs-key.ts";
import { call } from "#web/lib/api.ts";
import { at, EVERYTHING, invalidate, type Target } from "#web/lib/cache.ts";
import { celebrate } from "#web/lib/celebrate.ts";
import { openSocket } from "#web/lib/live/socket.ts";
import {
  useConnectionState,
  useLiveEvent,
  useResync,
  useUnreadCounts,
} from "#web/lib/live/use-live-event.ts";
import { addItemPicture } from "#web/lib/pictures.ts";
import { showUnreadInTitle } from "#web/lib/title.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { mergeNewerUser } from "#web/lib/user.ts";
import { toast } from "#web/ui/toast-store.ts";
import { lastPress } from "./celebrations/last-press.ts";
import styles from "./live.module.css";
import { memberShellText } from "./text/member-shell.ts";
import { playUpdatesText } from "./text/play-updates.ts";

type ChangeUser = (change: (user: SessionUser) => SessionUser) => void;

/** Responses that a ledger entry changes: transactions, the daily challenge, inventories and items for sale. */
const CHANGED_BY_LEDGER: readonly Target[] = [
  "/api/auth/transactions",
  "/api/auth/daily",
  "/api/inventory/**",
  "/api/avatarinv/**",
  "/api/items/**",
  "/api/home",
  "/api/user/achievements/{id}",
];

/** Celebrates income and new spirit levels, whether an event or a response brought them. */
function useWalletCelebrations(user: SessionUser): void {
  const last = useRef(user);
  useEffect(() => {
    const before = last.current;
    last.current = user;
    if (user.ledger_id <= before.ledger_id) return;
    const { level } = user;
    if (level > before.level)
      celebrate({
        kind: "level",
        level,
        coins: spiritCoins(before.level, level),
        key: `level:${user.id}:${level}`,
      });
    const coins = user.coins - before.coins;
    if (coins > 0 && document.visibilityState === "visible")
      celebrate({ kind: "coins", coins, from: lastPress() });
  }, [user]);
}

/** Updates a member's coins, XP and stamps when the ledger changes, and refetches what depends on them. */
function useWalletUpdates(user: SessionUser, setUser: ChangeUser): void {
  const client = useQueryClient();
  useWalletCelebrations(user);
  useLiveEvent((event) => {
    if (event.event !== "StampEarned" || user.first_night?.includes(event.stamp) !== false) return;
    const { stamp, coins } = event;
    const count = user.first_night.length + 1;
    setUser((now) => ({ ...now, first_night: now.first_night && [...now.first_night, stamp] }));
    celebrate({
      kind: "badge",
      stamp,
      title: firstNightText.stamps[stamp].done,
      reason:
        count === STAMPS.length ? firstNightText.full(coins) : firstNightText.earned(stamp, count, coins),
      key: `stamp:${user.id}:${stamp}`,
    });
  });
  useLiveEvent((event) => {
    if (event.event !== "LedgerMoved" || event.ledger_id <= user.ledger_id) return;
    const { coins, xp, ledger_id } = event;
    const level = spiritLevel(xp);
    setUser((now) => (ledger_id > now.ledger_id ? { ...now, coins, xp, level, ledger_id } : now));
    void invalidate(client, CHANGED_BY_LEDGER);
  });
}

/** Responses that a clear changes besides its level: lists with clear marks, the daily challenge, events, profiles. */
const CHANGED_BY_CLEAR: readonly Target[] = [
  "/api/levels",
  "/api/home",
  "/api/events/**",
  "/api/ratings",
  "/api/auth/daily",
  "/api/users/{username}",
  "/api/user/achievements/{id}",
];

/** One level: itself, its clears, its challenge. */
const levelAt = (id: number): Target => at("/api/levels/{id}/**", { id });

/** Shows a toast when the user clears a level, and refetches its data. Also refetches when its rating is unlocked. */
function usePlayUpdates(): void {
  const client = useQueryClient();
  useLiveEvent((event) => {
    if (event.event === "RatingUnlocked") void invalidate(client, [levelAt(event.level_id)]);
    if (event.event !== "LevelCleared") return;
    const { level_id, title, time_ms, first, best } = event;
    // The player's own screen shows it.
    if (window.location.pathname !== `/play/${level_id}`)
      toast(playUpdatesText.cleared(title, formatDuration(time_ms), { first, best }), { tone: "good" });
    void invalidate(client, [levelAt(level_id), ...CHANGED_BY_CLEAR]);
  });
}

function usePeopleUpdates(myId: number): void {
  const client = useQueryClient();
  useLiveEvent((event) => {
    if (event.event === "BuddyChanged") applyBuddyChange(client, myId, event);
    else if (event.event === "FollowChanged") refetchFollow(client, event.user_id, event.following);
    else if (event.event === "ContactChanged") applyContactChange(client, event);
  });
}

const RECONNECT_GRACE_MS = 3_000;

function ConnectionStatus() {
  const away = useConnectionState() === "away";
  const [shown, setShown] = useState(false);
  useTimeout(() => setShown(away), away ? RECONNECT_GRACE_MS : 0);
  return (
    <p className={styles.status} role="status">
      {shown && away && <span>{memberShellText.reconnecting}</span>}
    </p>
  );
}

/**
 * Opens a member's socket and applies the updates that concern every page: newly rendered bopis in the header and
 * everywhere else, and unread messages in the document title. Page-specific events are handled in their features.
 */
export default function Live({ user, setUser }: { user: SessionUser; setUser: ChangeUser }) {
  const client = useQueryClient();
  const { messages } = useUnreadCounts();
  const showBopi = (bopi: SessionUser["bopi"], look: string) => {
    if (bopi.avatar_url === user.bopi.avatar_url) return;
    setUser((now) => ({ ...now, bopi, look }));
    void invalidate(client, [at("/api/avatar/{userId}/", { userId: user.id })]);
  };
  useLiveEvent((event) => {
    if (event.event === "AvatarRendered") showBopi(event.bopi, event.look);
    else if (event.event === "ItemRendered") addItemPicture(event.item);
    else if (event.event === "OutfitRendered") void invalidate(client, ["/api/outfits/**"]);
  });
  const refetchAll = useEffectEvent(async () => {
    void invalidate(client, EVERYTHING);
    // On failure, the next page load brings the current user.
    const session = await call(sessionRoute, {}).catch(() => null);
    if (!session?.user) return;
    const { user: fetched } = session;
    showBopi(fetched.bopi, fetched.look);
    setUser((now) => mergeNewerUser(now, { ...fetched, bopi: now.bopi, look: now.look }));
  });
  useLiveEvent((event) => {
    if (["GoldChanged", "Renamed", "RoleChanged"].includes(event.event)) void refetchAll();
  });
  usePeopleUpdates(user.id);
  useWalletUpdates(user, setUser);
  usePlayUpdates();
  useResync(() => void refetchAll());
  useEffect(() => openSocket(), []);
  // Sends messages that an earlier page couldn't send.
  useEffect(() => {
    if (!hasUnsentMessages(user.id)) return;
    const load = import("#web/features/conversations/chat.ts");
    // On failure, the next page tries again.
    load.then(({ ownChat }) => ownChat(client, user.id)).catch(() => undefined);
  }, [client, user.id]);
  // Sends runs that an earlier page couldn't send, and offers to save those from before signing in.
  useEffect(() => {
    if (!hasSavedRuns()) return;
    const load = import("#web/features/play/send-saved-runs.ts");
    load.then(({ sendSavedRuns }) => sendSavedRuns(user.id)).catch(() => undefined);
  }, [user.id]);
  useEffect(() => showUnreadInTitle(messages ?? 0), [messages]);
  return <ConnectionStatus />;
}
