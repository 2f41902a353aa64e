import type { ReactNode } from "react";
import { OFFLINE, type PresenceState } from "#domain/presence/presence.ts";
import { usePresence } from "#web/lib/live/use-live-event.ts";
import { PresenceBubble, PresenceText } from "./presence-bubble.tsx";

/** A user with their presence at load time. Without it, they count as away until an event arrives. */
type WatchedUser = { id: number } & Partial<PresenceState>;

const initial = ({ online = OFFLINE.online, player = OFFLINE.player }: WatchedUser): PresenceState => ({
  online,
  player,
});

export const LivePresenceBubble = ({ user }: { user: WatchedUser }) => (
  <PresenceBubble {...usePresence(user.id, initial(user))} />
);

/** A user's presence as text, updated live. Shows `fallback` while they are away. */
export const LivePresenceText = ({ user, fallback }: { user: WatchedUser; fallback?: ReactNode }) => (
  <PresenceText {...usePresence(user.id, initial(user))} fallback={fallback} />
);
